// One piece of news for administrators: when it is shown, its mail, how many have read it, and what can be done.
import { useState, type RefObject } from 'react'
import { timestampLabel } from '#features/members/member-labels.ts'
import { formatDay, formatDayRange, timestampToMs } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { communityZone } from '#web/community-days.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { logFailure } from '#web/log.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { newsCalls, type AdministeredNews } from '../contract.ts'
import { unconfirmedSentence } from './news-form.tsx'
import { NewsText } from './news-text.tsx'
import { valuesOfNews } from './news-values.ts'

const states = {
  scheduled: t('Scheduled'),
  current: t('Shown now'),
  past: t('Over'),
  withdrawn: t('Withdrawn'),
} as const

type NewsAction = 'withdraw' | 'publish' | 'cancel-mail' | 'delete'

const dialogs: Record<NewsAction, { title: string; description: string; confirm: string }> = {
  withdraw: {
    title: t('Withdraw this news?'),
    description: t('Members no longer see it, and an email that hasn’t gone out isn’t sent.'),
    confirm: t('Withdraw'),
  },
  publish: {
    title: t('Publish this news again?'),
    description: t('Members see it again, without an email.'),
    confirm: t('Publish again'),
  },
  'cancel-mail': {
    title: t('Stop the email?'),
    description: t('Members still see the news in the community.'),
    confirm: t('Don’t send the email'),
  },
  delete: {
    title: t('Delete this news?'),
    description: t(
      'It disappears for everyone, for good. An email that has gone out stays with its readers.',
    ),
    confirm: t('Delete'),
  },
}

interface NewsRowProps {
  news: AdministeredNews
  /** How many members chose news by mail, and haven't confirmed their address. */
  unconfirmed: number
  onEdit: () => void
  /** Called before the list is read again. */
  onChanged: () => void
  /** Takes the focus when the pressed button is gone. */
  returnFocusTo: RefObject<HTMLElement | null>
}

export function NewsRow({ news, unconfirmed, onEdit, onChanged, returnFocusTo }: NewsRowProps) {
  const { title, text, state, level, mail } = news
  const [action, setAction] = useState<NewsAction | null>(null)
  const isMailAhead = mail !== null && mail.sentAt === null
  const isShown = state === 'scheduled' || state === 'current'
  const press = (name: NewsAction) => () => setAction(name)
  return (
    <li className="grid gap-3 py-4">
      <div className="grid min-w-0 gap-2">
        <p className="text-small text-ink-3">
          {[states[state], ...(level === 'important' ? [t('Important')] : [])].join(' · ')}
        </p>
        <h3 dir="auto" className="font-strong wrap-anywhere">
          {title}
        </h3>
        <NewsText text={text} />
        <p className="text-small wrap-anywhere text-ink-3">{summaryOf(news)}</p>
        {mail && (
          <p className="text-small text-ink-3">
            {[mailSentence(mail, serverNow()), ...(isShown ? unconfirmedSentence(unconfirmed) : [])].join(
              ' ',
            )}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" aria-label={t('Edit “{title}”', { title })} onClick={onEdit}>
          {t('Edit')}
        </Button>
        {isMailAhead && (
          <Button
            size="sm"
            aria-label={t('Don’t send the email about “{title}”', { title })}
            onClick={press('cancel-mail')}
          >
            {t('Don’t send the email')}
          </Button>
        )}
        {state === 'withdrawn' ? (
          <Button size="sm" aria-label={t('Publish “{title}” again', { title })} onClick={press('publish')}>
            {t('Publish again')}
          </Button>
        ) : (
          <Button size="sm" aria-label={t('Withdraw “{title}”', { title })} onClick={press('withdraw')}>
            {t('Withdraw')}
          </Button>
        )}
        <Button
          size="sm"
          variant="subtle"
          aria-label={t('Delete “{title}”', { title })}
          onClick={press('delete')}
        >
          {t('Delete')}
        </Button>
      </div>
      {action && (
        <ActionDialog {...{ news, action, onChanged, returnFocusTo }} onClose={() => setAction(null)} />
      )}
    </li>
  )
}

/** 'November 21 – 27, 2026 · Read by 12 members · By Ada Adler'. */
function summaryOf({ from, until, reads, author }: AdministeredNews): string {
  const readers = t('{count, plural, one {Read by one member} other {Read by # members}}', { count: reads })
  const days = from === until ? formatDay(from, 'long') : formatDayRange(from, until)
  return [
    days,
    reads === 0 ? t('Not read yet') : readers,
    author ? t('By {name}', { name: author.name }) : t('By a former administrator'),
  ].join(' · ')
}

function mailSentence(
  { leavesAt, sentAt, recipients }: NonNullable<AdministeredNews['mail']>,
  nowMs: number,
): string {
  const { day, time } = timestampLabel(sentAt ?? leavesAt, communityZone())
  if (sentAt !== null)
    return t(
      '{count, plural, one {Emailed to one member on {day}, {time}.} other {Emailed to # members on {day}, {time}.}}',
      { count: recipients ?? 0, day, time },
    )
  return timestampToMs(leavesAt) <= nowMs
    ? t('The email is going out now.')
    : t('The email goes out on {day}, {time}.', { day, time })
}

interface ActionDialogProps extends Pick<NewsRowProps, 'news' | 'onChanged' | 'returnFocusTo'> {
  action: NewsAction
  onClose: () => void
}

function ActionDialog({ news, action, onChanged, onClose, returnFocusTo }: ActionDialogProps) {
  const { title, description, confirm } = dialogs[action]
  const options = {
    refetch: [newsCalls.adminNews],
    evict: [newsCalls.news],
    onSuccess: () => {
      onChanged()
      onClose()
    },
    onError: (error: Error) => logFailure('The news was not changed.', error),
  }
  const update = useCallMutation(newsCalls.updateNews, options)
  const remove = useCallMutation(newsCalls.deleteNews, options)
  const call = action === 'delete' ? remove : update
  const params = { id: String(news.id) }
  const send = () => {
    if (call.isPending) return
    if (action === 'delete') return remove.mutate({ params })
    const isWithdrawn = action === 'withdraw' || (action === 'cancel-mail' && news.state === 'withdrawn')
    const body = {
      ...valuesOfNews(news),
      isMailed: action === 'withdraw',
      isWithdrawn,
      version: news.version,
    }
    update.mutate({ params, body })
  }
  return (
    <ConfirmDialog
      open
      title={title}
      description={description}
      confirm={confirm}
      tone={action === 'publish' ? 'primary' : 'danger'}
      busy={call.isPending}
      failure={call.error && errorMessageOf(call.error, adminMessages.newsNotSaved)}
      onConfirm={send}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  )
}

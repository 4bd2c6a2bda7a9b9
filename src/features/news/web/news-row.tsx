// One piece of news for administrators: when it is shown, its mail, how many have read it, and what can be done.
import { useState } from 'react'
import { momentLabel } from '#features/members/member-labels.ts'
import { adminMessages } from '#web/admin-messages.ts'
import { formatDay, formatDayRange, timestampToMs } from '#shared/day.ts'
import { plural } from '#shared/format-number.ts'
import { communityZone } from '#web/community-days.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { logFailure } from '#web/log.ts'
import { serverNow } from '#web/server-clock.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { newsCalls, type AdministeredNews } from '../contract.ts'
import { draftOfNews } from './news-draft.ts'
import { NewsText } from './news-text.tsx'
import { t } from '#shared/t.ts'

const states = {
  scheduled: 'Scheduled',
  current: 'Shown now',
  past: 'Over',
  withdrawn: 'Withdrawn',
} as const

type NewsAction = 'withdraw' | 'publish' | 'cancel-mail' | 'delete'

const dialogs: Record<NewsAction, { title: string; description: string; confirm: string; done: string }> = {
  withdraw: {
    title: 'Withdraw this news?',
    description: 'Members no longer see it, and a mail that hasn’t left stays here.',
    confirm: 'Withdraw',
    done: 'News withdrawn',
  },
  publish: {
    title: 'Publish this news again?',
    description: 'Members see it again, without a mail.',
    confirm: 'Publish again',
    done: 'News published again',
  },
  'cancel-mail': {
    title: 'Keep the mail from leaving?',
    description: 'Members still see the news in the community.',
    confirm: 'Don’t send the mail',
    done: 'The mail won’t be sent',
  },
  delete: {
    title: 'Delete this news?',
    description: 'It disappears for everyone, for good. A mail that has left stays with its readers.',
    confirm: 'Delete',
    done: 'News deleted',
  },
}

export function NewsRow({ news, onEdit }: { news: AdministeredNews; onEdit: () => void }) {
  const { title, text, state, level, mail } = news
  const [action, setAction] = useState<NewsAction | null>(null)
  const isMailAhead = mail !== null && mail.sentAt === null
  const press = (name: NewsAction) => () => setAction(name)
  return (
    <li className="grid gap-3 py-4">
      <div className="grid min-w-0 gap-2">
        <p className="text-small text-ink-3">
          {[states[state], ...(level === 'important' ? ['Important'] : [])].join(' · ')}
        </p>
        <h3 dir="auto" className="font-strong wrap-anywhere">
          {title}
        </h3>
        <NewsText text={text} />
        <p className="text-small wrap-anywhere text-ink-3">{summaryOf(news)}</p>
        {mail && <p className="text-small text-ink-3">{mailSentence(mail, serverNow())}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" aria-label={`Edit “${title}”`} onClick={onEdit}>
          Edit
        </Button>
        {isMailAhead && (
          <Button size="sm" aria-label={`Don’t send the mail of “${title}”`} onClick={press('cancel-mail')}>
            Don’t send the mail
          </Button>
        )}
        {state === 'withdrawn' ? (
          <Button size="sm" aria-label={`Publish “${title}” again`} onClick={press('publish')}>
            Publish again
          </Button>
        ) : (
          <Button size="sm" aria-label={`Withdraw “${title}”`} onClick={press('withdraw')}>
            Withdraw
          </Button>
        )}
        <Button size="sm" variant="subtle" aria-label={`Delete “${title}”`} onClick={press('delete')}>
          Delete
        </Button>
      </div>
      {action && <ActionDialog news={news} action={action} onClose={() => setAction(null)} />}
    </li>
  )
}

/** 'November 21 – 27, 2026 · Read by 12 members · By Ada Adler'. */
function summaryOf({ from, until, reads, author }: AdministeredNews): string {
  const readers = t('{count, plural, one {Read by one member} other {Read by # members}}', { count: reads })
  const days = from === until ? formatDay(from, 'long') : formatDayRange(from, until)
  return [
    days,
    reads === 0 ? 'Not read yet' : readers,
    `By ${author?.name ?? 'a former administrator'}`,
  ].join(' · ')
}

function mailSentence(
  { leavesAt, sentAt, recipients }: NonNullable<AdministeredNews['mail']>,
  nowMs: number,
): string {
  const { day, time } = momentLabel(sentAt ?? leavesAt, communityZone())
  if (sentAt !== null)
    return plural(recipients ?? 0, {
      one: `Mailed to one member on ${day}, ${time}.`,
      other: `Mailed to # members on ${day}, ${time}.`,
    })
  return timestampToMs(leavesAt) <= nowMs ? 'The mail is leaving now.' : `The mail leaves on ${day}, ${time}.`
}

interface ActionDialogProps {
  news: AdministeredNews
  action: NewsAction
  onClose: () => void
}

function ActionDialog({ news, action, onClose }: ActionDialogProps) {
  const { title, description, confirm, done } = dialogs[action]
  const options = {
    refetch: [newsCalls.adminNews],
    evict: [newsCalls.news],
    onSuccess: () => {
      toast({ title: done })
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
    const body = { ...draftOfNews(news), isMailed: action === 'withdraw', isWithdrawn, version: news.version }
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
    />
  )
}

// The form of news: its words, its days, its mail, and how members will see it.
import { useRef, useState, type FormEvent } from 'react'
import { t } from '#shared/t.ts'
import { adminMessages } from '#web/admin-messages.ts'
import { newsDaysMost, newsMailDelayMinutes, newsTextMaxChars, newsTitleMaxChars } from '#shared/constants.ts'
import { messages } from '#web/messages.ts'
import { hasVisibleText } from '#shared/text.ts'
import { errorMessageOf, isChangedMeanwhile, validationIssuesOf } from '#web/error-message.ts'
import { logFailure } from '#web/log.ts'
import { serverNow } from '#web/server-clock.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { SaveFailure } from '#web/ui/save-failure.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { newsCalls, type AdministeredNews } from '../contract.ts'
import type { NewsDraft } from './news-draft.ts'
import { NewsItem } from './news-item.tsx'

interface NewsFormProps {
  /** The news that is edited; null for new one. */
  news: AdministeredNews | null
  draft: NewsDraft
  change: (part: Partial<NewsDraft>) => void
  /** How many members chose news by mail. */
  readers: number
  /** How many more chose it, with an address that isn't confirmed. */
  unconfirmed: number
  onSaved: () => void
  /** Null for new news. */
  onCancel: (() => void) | null
  onReload: () => Promise<void>
}

const levels = [
  { value: 'note', label: t('Note') },
  { value: 'important', label: t('Important') },
] as const

export function NewsForm(props: NewsFormProps) {
  const { news, draft, change, readers, unconfirmed, onCancel, onReload } = props
  const { save, submit, isAsking, stopAsking, confirm } = useSaveNews(props)
  const button = useRef<HTMLButtonElement>(null)
  const issues = validationIssuesOf(save.error)
  const errorAt = (path: string) => issues.find((issue) => issue.path === path)?.message
  return (
    <form
      noValidate
      aria-label={news ? t('Edit news') : t('New news')}
      className="grid gap-5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <NewsFields {...{ news, draft, change, readers, unconfirmed, errorAt }} />
      <Preview {...{ news, draft }} />
      {save.isError && (
        <SaveFailure
          message={
            issues.length > 0
              ? t('Some fields are missing or invalid.')
              : errorMessageOf(save.error, adminMessages.newsNotSaved)
          }
          isStale={isChangedMeanwhile(save.error)}
          onReload={onReload}
        />
      )}
      <div className="flex flex-wrap items-start gap-3">
        <Button ref={button} type="submit" variant="primary" busy={save.isPending && !isAsking}>
          {news ? t('Save changes') : t('Publish')}
        </Button>
        <TestMail draft={draft} />
        {onCancel && (
          <Button variant="subtle" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        tone="primary"
        title={t(
          '{count, plural, one {Publish, and mail it to one member?} other {Publish, and mail it to # members?}}',
          { count: readers },
        )}
        description={t(
          'The mail leaves in {minutes} minutes, or on the first day if that is later. Until then you can take it back.',
          { minutes: newsMailDelayMinutes },
        )}
        confirm={t('Publish and mail')}
        busy={save.isPending}
        onConfirm={confirm}
        onClose={stopAsking}
        returnFocusTo={button}
      />
    </form>
  )
}

/** Saves the form; a mail that isn't scheduled yet asks first. */
function useSaveNews({ news, draft, onSaved }: NewsFormProps) {
  const [isAsking, setAsking] = useState(false)
  const options = {
    refetch: [newsCalls.adminNews],
    evict: [newsCalls.news],
    onSuccess: () => {
      setAsking(false)
      toast({ title: news ? adminMessages.newsSaved : adminMessages.newsPublished })
      onSaved()
    },
    onError: (error: Error) => {
      setAsking(false)
      logFailure('The news was not saved.', error)
    },
  }
  const create = useCallMutation(newsCalls.createNews, options)
  const update = useCallMutation(newsCalls.updateNews, options)
  const save = news ? update : create
  const send = () => {
    if (save.isPending) return
    const body = { ...draft, from: draft.from === '' ? null : draft.from }
    if (!news) return create.mutate({ body })
    const { id, version, state } = news
    update.mutate({
      params: { id: String(id) },
      body: { ...body, version, isWithdrawn: state === 'withdrawn' },
    })
  }
  const submit = () => {
    if (draft.isMailed && !news?.mail) setAsking(true)
    else send()
  }
  return { save, submit, isAsking, stopAsking: () => setAsking(false), confirm: send }
}

/** Says how many members get no mail until they confirm their address; no sentence for none. */
export function unconfirmedSentence(count: number): string[] {
  if (count === 0) return []
  return [
    t(
      '{count, plural, one {One more waits for the confirmation of their address.} other {# more wait for the confirmation of their address.}}',
      { count },
    ),
  ]
}

interface NewsFieldsProps extends Pick<
  NewsFormProps,
  'news' | 'draft' | 'change' | 'readers' | 'unconfirmed'
> {
  errorAt: (path: string) => string | undefined
}

function NewsFields({ news, draft, change, readers, unconfirmed, errorAt }: NewsFieldsProps) {
  const { title, text, level, from, until, isMailed } = draft
  const isSent = news?.mail?.sentAt != null
  return (
    <>
      <Field
        label={t('Title')}
        error={errorAt('title')}
        limit={{ chars: title.trim().length, max: newsTitleMaxChars }}
      >
        <Input value={title} onChange={(event) => change({ title: event.target.value })} />
      </Field>
      <Field
        label={t('Text')}
        hint={t('An empty line starts a paragraph. Addresses become links.')}
        error={errorAt('text')}
        limit={{ chars: text.trim().length, max: newsTextMaxChars }}
      >
        <Textarea rows={6} value={text} onChange={(event) => change({ text: event.target.value })} />
      </Field>
      <div className="grid justify-items-start gap-2">
        <Segmented
          legend={t('Importance')}
          options={levels}
          value={level}
          onChange={(value) => change({ level: value })}
        />
        <p className="text-small text-ink-3">{t('Important news comes before notes.')}</p>
      </div>
      <div className="grid max-w-md items-start gap-4 sm:grid-cols-2">
        <Field label={t('From')} optional hint={t('Empty: at once.')} error={errorAt('from')}>
          <Input type="date" value={from} onChange={(event) => change({ from: event.target.value })} />
        </Field>
        <Field
          label={t('Until')}
          hint={t('At most {days} days.', { days: newsDaysMost })}
          error={errorAt('until')}
        >
          <Input type="date" value={until} onChange={(event) => change({ until: event.target.value })} />
        </Field>
      </div>
      {isSent ? (
        <p className="text-small text-ink-3">{t('Its mail has left, and stays as it was.')}</p>
      ) : (
        <Checkbox
          label={t('Also by mail')}
          hint={[
            t(
              '{count, plural, one {One member chose news by mail.} other {# members chose news by mail.}} Those who had a mail that day get none. At most one mail of news a day, and four a week.',
              { count: readers },
            ),
            ...unconfirmedSentence(unconfirmed),
          ].join(' ')}
          checked={isMailed}
          onChange={(event) => change({ isMailed: event.target.checked })}
        />
      )}
    </>
  )
}

function Preview({ news, draft }: Pick<NewsFormProps, 'news' | 'draft'>) {
  const [openedAt] = useState(() => new Date(serverNow()).toISOString())
  const { title, text, level } = draft
  if (!hasVisibleText(title) && !hasVisibleText(text)) return null
  return (
    <section aria-label={t('Preview')} className="grid gap-3">
      <p className="text-small text-ink-3">{t('As members will see it:')}</p>
      <div className="rounded-panel border border-line bg-surface p-5">
        <NewsItem news={{ title, text, level, fromAt: news?.fromAt ?? openedAt }} isUnread />
      </div>
    </section>
  )
}

/** Sends the mail to the administrator alone (NEWS-06). */
function TestMail({ draft: { title, text } }: Pick<NewsFormProps, 'draft'>) {
  const test = useCallMutation(newsCalls.testNews, {
    onSuccess: () => toast({ title: adminMessages.newsTestSent }),
    onError: (error) => logFailure('The test mail was not sent.', error),
  })
  const isReady = hasVisibleText(title) && hasVisibleText(text)
  return (
    <div className="grid gap-2">
      <Button
        disabled={!isReady}
        busy={test.isPending}
        onClick={() => {
          if (!test.isPending) test.mutate({ body: { title, text } })
        }}
      >
        {t('Mail me a test')}
      </Button>
      {test.error && <FormError>{errorMessageOf(test.error, messages.notSaved)}</FormError>}
    </div>
  )
}

// The form of news: its words, its days, its mail, and how members will see it.
import { useRef, useState, type FormEvent } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { newsDaysMost, newsMailDelayMinutes, newsTextMaxChars, newsTitleMaxChars } from '#shared/constants.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { issuesOfSchema } from '#shared/error-body.ts'
import { t } from '#shared/i18n/t.ts'
import { hasVisibleText } from '#shared/text.ts'
import { pageToday } from '#web/community-days.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { CheckboxField, TextField } from '#web/forms/fields.tsx'
import { useSentForm } from '#web/forms/use-sent-form.ts'
import { useUntilChange } from '#web/forms/use-until-change.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { serverNow } from '#web/server-clock.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DoneLabel } from '#web/ui/done-label.tsx'
import { FormError } from '#web/ui/field.tsx'
import { SaveFailure } from '#web/ui/save-failure.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { newsCalls, newsInputSchema, type AdministeredNews } from '../contract.ts'
import { NewsItem } from './news-item.tsx'
import { initialNewsValues, newsValuesSchema, valuesOfNews, type NewsValues } from './news-values.ts'

interface ReaderCounts extends Pick<ResponseOf<typeof newsCalls.adminNews>, 'readers' | 'unconfirmed'> {}

interface NewsFormProps extends ReaderCounts {
  /** The news that is edited; null for new one. Give each its own `key`. */
  news: AdministeredNews | null
  /** Called after edited news was saved or discarded. */
  onDone: () => void
  /** The news as it is now; null if it wasn't loaded. */
  reload: () => Promise<AdministeredNews | null>
}

const levels = [
  { value: 'note', label: t('Note') },
  { value: 'important', label: t('Important') },
] as const

/** Keeps the version that was edited until the current one is loaded. */
export function NewsForm({ news, onDone, reload, ...counts }: NewsFormProps) {
  const { form, send, isSaving, failure, load, forget, isPublished } = useNewsForm(news, onDone)
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // A mail that isn't scheduled yet asks first.
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (form.getValues('isMailed') && !news?.mail && (await form.trigger())) setAsking(true)
    else await send()
  }
  const confirm = async () => {
    await send()
    setAsking(false)
  }
  return (
    <form
      noValidate
      aria-label={news ? t('Edit news') : t('Write news')}
      className="grid gap-5"
      onSubmit={(event) => void submit(event)}
    >
      <NewsFields {...{ form, news, ...counts }} />
      <Preview {...{ form, news }} />
      {failure && (
        <SaveFailure
          {...failure}
          onReload={async () => {
            const current = await reload()
            if (current) load({ values: valuesOfNews(current), version: current.version })
          }}
        />
      )}
      <div className="flex flex-wrap items-start gap-3">
        <Button ref={button} type="submit" variant="primary" busy={isSaving && !isAsking}>
          {isPublished ? <DoneLabel>{t('Published')}</DoneLabel> : news ? t('Save changes') : t('Publish')}
        </Button>
        <p role="status" className="sr-only">
          {isPublished && t('Published')}
        </p>
        <TestMail form={form} />
        {news && (
          <Button
            variant="subtle"
            onClick={() => {
              forget()
              onDone()
            }}
          >
            {t('Cancel')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        tone="primary"
        title={t(
          '{count, plural, one {Publish, and email it to one member?} other {Publish, and email it to # members?}}',
          { count: counts.readers },
        )}
        description={t(
          'The email goes out in {minutes} minutes, or on the first day if that is later. Until then you can stop it.',
          { minutes: newsMailDelayMinutes },
        )}
        confirm={t('Publish and email')}
        busy={isSaving}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
        returnFocusTo={button}
      />
    </form>
  )
}

function useNewsForm(news: AdministeredNews | null, onDone: () => void) {
  const lists = { refetch: [newsCalls.adminNews], evict: [newsCalls.news] }
  const { mutateAsync: create } = useCallMutation(newsCalls.createNews, lists)
  const { mutateAsync: update } = useCallMutation(newsCalls.updateNews, lists)
  const sent = useSentForm<NewsValues>({
    values: news ? valuesOfNews(news) : initialNewsValues(pageToday()),
    version: news?.version,
    draft: { name: `news:${news?.id ?? 'new'}`, schema: newsValuesSchema },
    check: (values) => issuesOfSchema(newsInputSchema, bodyOf(values)),
    send: async (values, version) => {
      const body = bodyOf(values)
      if (news && version != null) {
        const isWithdrawn = news.state === 'withdrawn'
        await update({ params: { id: String(news.id) }, body: { ...body, version, isWithdrawn } })
      } else await create({ body })
      if (news) return onDone()
      sent.form.reset()
      setResult('published')
    },
    notSaved: adminMessages.newsNotSaved,
  })
  const [result, setResult] = useUntilChange<'published', NewsValues>(sent.form)
  return { ...sent, isPublished: result !== null }
}

function bodyOf(values: NewsValues) {
  return { ...values, from: values.from === '' ? null : values.from }
}

/** Says how many members get no mail until they confirm their address; no sentence for none. */
export function unconfirmedSentence(count: number): string[] {
  if (count === 0) return []
  return [
    t(
      '{count, plural, one {One more has to confirm their address first.} other {# more have to confirm their address first.}}',
      { count },
    ),
  ]
}

interface NewsPartProps {
  form: UseFormReturn<NewsValues>
  news: AdministeredNews | null
}

function NewsFields({ form, news, readers, unconfirmed }: NewsPartProps & ReaderCounts) {
  const level = useWatch({ control: form.control, name: 'level' })
  const isSent = news?.mail?.sentAt != null
  return (
    <>
      <TextField form={form} name="title" label={t('Title')} maxChars={newsTitleMaxChars} />
      <TextField
        form={form}
        name="text"
        label={t('Text')}
        hint={t('An empty line starts a paragraph. Addresses become links.')}
        maxChars={newsTextMaxChars}
        rows={6}
      />
      <div className="grid justify-items-start gap-2">
        <Segmented
          legend={t('Importance')}
          options={levels}
          value={level}
          onChange={(value) => form.setValue('level', value, { shouldDirty: true })}
        />
        <p className="text-small text-ink-3">{t('Important news comes before notes.')}</p>
      </div>
      <div className="grid max-w-md items-start gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="from"
          label={t('From')}
          optional
          hint={t('Empty: at once.')}
          type="date"
        />
        <TextField
          form={form}
          name="until"
          label={t('Until')}
          hint={t('At most {days} days.', { days: newsDaysMost })}
          type="date"
        />
      </div>
      {isSent ? (
        <p className="text-small text-ink-3">{t('Its email has gone out, and stays as it was.')}</p>
      ) : (
        <CheckboxField
          form={form}
          name="isMailed"
          label={t('Also by email')}
          hint={[
            t(
              '{count, plural, one {One member chose news by email.} other {# members chose news by email.}} Those who already got an email that day don’t get this one. At most one news email a day, and four a week.',
              { count: readers },
            ),
            ...unconfirmedSentence(unconfirmed),
          ].join(' ')}
        />
      )}
    </>
  )
}

function Preview({ form, news }: NewsPartProps) {
  const [openedAt] = useState(() => new Date(serverNow()).toISOString())
  const [title, text, level] = useWatch({ control: form.control, name: ['title', 'text', 'level'] })
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
function TestMail({ form }: Pick<NewsPartProps, 'form'>) {
  const [title, text] = useWatch({ control: form.control, name: ['title', 'text'] })
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
        {t('Email me a test')}
      </Button>
      {test.error && <FormError>{errorMessageOf(test.error, messages.notSaved)}</FormError>}
    </div>
  )
}

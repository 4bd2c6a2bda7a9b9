// Help panel: asks the moderators, shows what a member can try alone, and the replies (HELP-01…06).
import { clsx } from 'clsx'
import { ExternalLink } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import { careTextCalls } from '#features/community/contract.ts'
import { careContacts, careLines, careTextDefault, emergencySentence } from '#features/community/rules.ts'
import { helpTextMaxChars } from '#shared/constants.ts'
import { timestampToMs } from '#shared/day.ts'
import { currentLocale, t, translate } from '#shared/i18n/t.ts'
import { objectionOf } from '#web/error-message.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ContactList } from '#web/ui/contact-list.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { useEscapeLayer } from '#web/use-escape-layer.ts'
import { useHeldPlace } from '#web/use-held-place.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { helpCalls, type HelpDetails, type HelpKind, type HelpMessage, type OwnHelp } from '../contract.ts'
import { unseenAfterMs } from '../rules.ts'

interface HelpPanelProps {
  kind: HelpKind
  title: string
  /** Someone holds the sitting, who sees technical requests (TEACH-04). */
  hasHost: boolean
  own: { data: OwnHelp | undefined; isError: boolean; refetch: () => Promise<unknown> }
  readDetails: () => HelpDetails
  /** Today's video at YouTube; null if it's elsewhere. */
  watchUrl: string | null
  onClose: () => void
}

/** Grounding and resources, the same before and after the member has asked (HELP-05). */
function CareHelp() {
  const care = useCall(careTextCalls.care, {})
  const { text, language, resources } = care.data ?? {
    text: translate(careTextDefault),
    language: currentLocale(),
    resources: [],
  }
  return (
    <section aria-label={t('While you wait')} className="grid content-start gap-3 text-small">
      <p className="text-body text-ink">{t('You are not alone with this.')}</p>
      <h3 className="font-strong">{t('While you wait')}</h3>
      <Lines lines={careLines(text)} lang={contentLang(language)} />
      <ContactList contacts={careContacts(resources)} otherwise={translate(emergencySentence)} />
    </section>
  )
}

/** First steps with a technical problem (HELP-05). */
function TechnicalHelp({ watchUrl }: { watchUrl: string | null }) {
  return (
    <div className="grid gap-3 text-small">
      <Lines lines={technicalLines} />
      {watchUrl !== null && (
        <a
          href={watchUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={clsx(buttonVariants({ size: 'sm' }), 'justify-self-start')}
        >
          <ExternalLink aria-hidden className="size-5" strokeWidth={1.8} />
          {t('Watch on YouTube')}
          <span className="sr-only"> {t('(opens a new tab)')}</span>
        </a>
      )}
    </div>
  )
}

function Lines({ lines, lang }: { lines: readonly string[]; lang?: string | undefined }) {
  return (
    <ul lang={lang} className="grid list-disc gap-1 ps-5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

const technicalLines = [
  t('Reload the page. You’ll rejoin the group where it is.'),
  t('Turn the sound up, on the page and on the device.'),
  t('Try another browser or device.'),
]

/** Stays on the page, not over it. A typed text survives a failed save; it is in no draft, so leaving it asks first. */
export function HelpPanel(props: HelpPanelProps) {
  const { kind, title, hasHost, own, readDetails, watchUrl, onClose } = props
  const [text, setText] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const isHigh = (form.current?.offsetHeight ?? 0) > globalThis.innerHeight * 0.8
    form.current?.scrollIntoView({ block: isHigh ? 'start' : 'nearest' })
    // Its words come first, and no phone's keyboard covers them.
    if (kind === 'care') form.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [kind])
  const [sendsDetails, setSendsDetails] = useState(false)
  const ask = useCallMutation(helpCalls.ask, { refetch: [helpCalls.ownHelp] })
  const request = own.data?.request ?? null
  const [isUnseen, release] = useHeldPlace(useUnseen(request))
  const { ask: close, question } = useAskBeforeLeaving({
    open: true,
    isChanged: text.trim() !== '',
    leave: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ask.isPending) return
    const details = kind === 'technical' && sendsDetails ? { details: readDetails() } : {}
    ask.mutate({ body: { kind, text, ...details } }, { onSuccess: () => setText('') })
  }
  useEscapeLayer(close)
  return (
    <form
      aria-label={title}
      ref={form}
      className={clsx(
        'motion-fade grid scroll-mt-[calc(var(--bar)+0.5rem)] gap-3 rounded-panel border border-line bg-surface p-4',
        kind === 'care' && 'low:grid-cols-2 low:gap-x-6',
      )}
      onClickCapture={release}
      onSubmit={submit}
    >
      <div className="col-span-full flex items-center justify-between gap-4">
        <h2 tabIndex={-1} className="font-strong outline-none">
          {title}
        </h2>
        <Button variant="subtle" size="sm" onClick={close}>
          {t('Close')}
        </Button>
      </div>
      {kind === 'care' && <CareHelp />}
      <div className="grid content-start gap-3">
        <p className="text-small text-ink-2">
          {situation(own, request, { kind, isUnseen, isOfHost: kind === 'technical' && hasHost })}
        </p>
        {kind === 'technical' && own.data && !isHelperHere(own.data, kind) && !isHelped(request) && (
          <TechnicalHelp watchUrl={watchUrl} />
        )}
        {request && <HelpMessages messages={request.messages} you={t('You:')} />}
        <TextField
          {...{ kind, text }}
          onChange={setText}
          error={
            ask.isError ? objectionOf(ask.error, t('That didn’t reach us. Please try again.')) : undefined
          }
        />
        {kind === 'technical' && (
          <Checkbox
            label={t('Send technical details')}
            hint={t(
              'Your browser, what plays, its last error, how it keeps up with the group, and the connection’s state; nothing else.',
            )}
            checked={sendsDetails}
            onChange={(event) => setSendsDetails(event.target.checked)}
          />
        )}
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          busy={ask.isPending}
          disabled={kind === 'message' && text.trim() === ''}
        >
          {request || kind === 'message' ? t('Send') : t('Ask for help')}
        </Button>
      </div>
      {question}
    </form>
  )
}

interface TextFieldProps {
  kind: HelpKind
  text: string
  onChange: (text: string) => void
  error: string | undefined
}

function TextField({ kind, text, onChange, error }: TextFieldProps) {
  const isMessage = kind === 'message'
  return (
    <Field
      label={isMessage ? t('Your message') : t('What do you need?')}
      optional={!isMessage}
      error={error}
      limit={{ chars: text.length, max: helpTextMaxChars }}
    >
      <Textarea
        // The panel was opened to write.
        autoFocus={kind !== 'care'}
        rows={2}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

/** Whether a moderator has the request and is here. */
function isHelped(request: OwnHelp['request']): boolean {
  return request !== null && request.helper !== null && !request.hasHelperLeft
}

/** Whether someone who sees such a request is in the room. */
function isHelperHere({ isModeratorHere, isHostHere }: OwnHelp, kind: HelpKind): boolean {
  return isModeratorHere || (kind === 'technical' && isHostHere)
}

interface Situation {
  kind: HelpKind
  isUnseen: boolean
  /** Who holds the sitting sees it, too. */
  isOfHost: boolean
}

function situation(
  { data, isError }: HelpPanelProps['own'],
  request: OwnHelp['request'],
  { kind, isUnseen, isOfHost }: Situation,
): string {
  const onlyThey = isOfHost
    ? t('Only the garden angels and the host see this.')
    : t('Only the garden angels see this.')
  if (request?.helper != null && !request.hasHelperLeft)
    return t('{helper} is with you now.', { helper: request.helper })
  if (isError) return t('The garden angels can’t be reached right now.')
  if (data === undefined) return onlyThey
  const helper = request?.helper ?? null
  if (!isHelperHere(data, kind))
    return helper === null
      ? t('No garden angel is in the room right now. The next one to come will see your request.')
      : t('{helper} has left. No garden angel is in the room right now.', { helper })
  if (helper !== null)
    return t('{helper} has left. Your request is with the other garden angels.', { helper })
  if (isUnseen) return t('Not seen yet.')
  if (!request) return onlyThey
  return isOfHost
    ? t('Your request is with the garden angels and the host. Only they see it.')
    : t('Your request is with the garden angels. Only they see it.')
}

/** Whether an open request has waited for a moderator for too long. */
function useUnseen(request: OwnHelp['request']): boolean {
  const isWaiting = request !== null && request.helper === null && !request.isClosed
  const unseenAtMs = isWaiting ? timestampToMs(request.askedAt) + unseenAfterMs : Number.POSITIVE_INFINITY
  const nowMs = useServerNow(
    useCallback(
      (nowMs) => (Number.isFinite(unseenAtMs) && nowMs < unseenAtMs ? unseenAtMs - nowMs : null),
      [unseenAtMs],
    ),
  )
  return nowMs >= unseenAtMs
}

/** The texts of a request, oldest first; `you` comes before those of the member. */
export function HelpMessages({ messages, you }: { messages: readonly HelpMessage[]; you: string }) {
  if (messages.length === 0) return null
  return (
    <ul className="grid gap-1.5 text-small">
      {messages.map(({ text, isReply, createdAt }) => (
        <li
          key={createdAt + text}
          dir="auto"
          className={`rounded-field px-3 py-2 wrap-anywhere whitespace-pre-wrap ${isReply ? 'bg-primary-soft' : 'bg-sunken'}`}
        >
          <span className="sr-only">{isReply ? t('Reply:') : you}</span> <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

// Help queue: what members ask, for moderators and who holds the sitting (HELP-03, HELP-04, TEACH-04).
import { useCallback, useState, type FormEvent } from 'react'
import { helpTextMaxChars } from '#shared/constants.ts'
import { formatTimeOfDay, timestampToMs } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { objectionOf } from '#web/error-message.ts'
import { displayZone } from '#web/local-zone.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { useUnsavedInput } from '#web/unsaved-input.ts'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { useHeldPlace } from '#web/use-held-place.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { helpCalls, type HelpRequest } from '../contract.ts'
import { helpPollMs } from '../rules.ts'
import { HelpMessages } from './help-panel.tsx'

const queueId = 'help-queue'

function requestsLabel(count: number): string {
  return t('{count, plural, one {# request for help} other {# requests for help}}', { count })
}

function useRequests(): HelpRequest[] {
  return useCall(helpCalls.helpQueue, {}, { uncached: true, pollMs: helpPollMs }).data ?? []
}

/**
 * How many requests wait in the queue below, which a press leads to. It has a place over the page, not in it: nothing
 * moves as it comes and goes. Renders nothing without requests.
 */
export function HelpSign({ className }: { className: string }) {
  const [count, release] = useHeldPlace(useRequests().length)
  if (count === 0) return null
  const goToQueue = () => {
    release()
    const queue = document.getElementById(queueId)
    queue?.scrollIntoView()
    queue?.querySelector('h2')?.focus({ preventScroll: true })
  }
  return (
    <button
      type="button"
      className={`help-sign rounded-pill bg-primary-soft text-small font-strong text-ink ${className}`}
      onClick={goToQueue}
    >
      {requestsLabel(count)}
    </button>
  )
}

/** Renders nothing without requests. */
export function HelpQueue({ helperId }: { helperId: number }) {
  const [requests, release] = useHeldPlace(useRequests())
  if (requests.length === 0) return null
  return (
    <section
      id={queueId}
      aria-label={t('Requests for help')}
      className="help-queue grid scroll-mt-[calc(var(--bar)+1rem)] gap-3"
      onClickCapture={release}
    >
      <h2 tabIndex={-1} className="font-strong outline-none">
        {requestsLabel(requests.length)}
      </h2>
      {requests.map((request) => (
        <RequestCard key={request.id} request={request} helperId={helperId} />
      ))}
    </section>
  )
}

function RequestCard({ request, helperId }: { request: HelpRequest; helperId: number }) {
  const { id, kind, member, createdAt, takenBy, details, messages } = request
  const [mayBeTaken, release] = useHeldPlace(useMayBeTaken(request))
  const isOwn = takenBy?.id === helperId
  const [reply, setReply] = useState('')
  useUnsavedInput(reply.trim() !== '')
  const handle = useCallMutation(helpCalls.handleHelp, { refetch: [helpCalls.helpQueue] })
  const send = (body: Parameters<typeof handle.mutate>[0]['body'], onSuccess = () => {}) => {
    if (!handle.isPending) handle.mutate({ params: { id: String(id) }, body }, { onSuccess })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ action: 'reply', text: reply }, () => setReply(''))
  }
  return (
    <article
      aria-label={t('{name}: {need}', { name: member.name, need: kindLabels[kind] })}
      className="grid gap-3 rounded-panel border border-line bg-surface p-4"
      onClickCapture={release}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Avatar {...member} src={member.profilePicture} size={32} />
        <p dir="auto" className="min-w-0 flex-1 wrap-anywhere">
          <b translate="no" className="font-strong">
            {member.name}
          </b>
          <span>{` · ${kindLabels[kind]}`}</span>
        </p>
        <span translate="no" className="text-small text-ink-3 tabular-nums">
          {formatTimeOfDay(timestampToMs(createdAt), displayZone())}
        </span>
      </header>
      <HelpMessages messages={messages} you={t('{name}:', { name: member.name })} />
      {details && (
        <p className="text-small wrap-anywhere text-ink-3">
          {[details.browser, details.video, details.playerError, details.videoStatus, details.connection]
            .filter((part) => part !== null)
            .join(' · ')}
        </p>
      )}
      {handle.isError && (
        <FormError>{objectionOf(handle.error, t('That didn’t work. Please try again.'))}</FormError>
      )}
      {takenBy !== null && !isOwn && (
        <p className="text-small text-ink-2">
          {takenBy.hasLeft
            ? t('{name} has left.', { name: takenBy.name })
            : t('{name} is with them.', { name: takenBy.name })}
        </p>
      )}
      {mayBeTaken && (
        <Button
          variant="primary"
          className="justify-self-start"
          busy={handle.isPending}
          onClick={() => send({ action: 'take', from: takenBy?.id ?? null })}
        >
          {takenBy === null ? t('Take it') : t('Take over')}
        </Button>
      )}
      {/* A reply that was being written stays after another moderator has taken over. */}
      {(isOwn || reply !== '') && (
        <form className="grid gap-3" onSubmit={submit}>
          <Field label={t('Your reply')} limit={{ chars: reply.length, max: helpTextMaxChars }}>
            <Textarea rows={2} required value={reply} onChange={(event) => setReply(event.target.value)} />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="primary" busy={handle.isPending}>
              {t('Reply')}
            </Button>
            {isOwn && <Button onClick={() => send({ action: 'close' })}>{t('Close the request')}</Button>}
          </div>
        </form>
      )}
    </article>
  )
}

/** Whether the viewer may take the request, now or by the time that has passed since it was read. */
function useMayBeTaken({ mayBeTaken, mayBeTakenAt }: HelpRequest): boolean {
  const atMs = mayBeTakenAt === null ? Number.POSITIVE_INFINITY : timestampToMs(mayBeTakenAt)
  const nowMs = useServerNow(
    useCallback((nowMs) => (Number.isFinite(atMs) && nowMs < atMs ? atMs - nowMs : null), [atMs]),
  )
  return mayBeTaken || nowMs >= atMs
}

const kindLabels: Record<HelpRequest['kind'], string> = {
  technical: t('technical help'),
  care: t('not well'),
  message: t('a message to you'),
}

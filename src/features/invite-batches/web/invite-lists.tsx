// Lists in Admin › Users: inviting one, the progress of its mails, and its attendance (JOIN-01 to JOIN-08).
import { Upload } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { membersCalls } from '#features/members/contract.ts'
import { hoursLabel, minutesLabel } from '#features/members/member-labels.ts'
import { inviteBatchesListMax } from '#shared/constants.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { readableEmail } from '#shared/international-domain.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { InlineBanner } from '#web/ui/inline-banner.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Summary } from '#web/ui/summary.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { useFocusAfterRemoval } from '#web/use-focus-after-removal.ts'
import { inviteBatchesCalls, type InviteBatch } from '../contract.ts'
import { inviteBatchErrors } from '../errors.ts'
import { inviteBatchName } from './invite-batch-name.ts'
import './invite-lists.css'

const InviteListDialog = lazyPart(async () => (await import('./invite-list-dialog.tsx')).InviteListDialog)
const AttendanceDialog = lazyPart(async () => (await import('./attendance-dialog.tsx')).AttendanceDialog)

/** While mails leave. */
const pollMs = 5_000

interface InviteListsProps {
  /** The address leads to a new list. */
  opensDialog?: boolean
  /** Shows the members who joined by a list. */
  onShowJoined: (batchId: number) => void
}

export function InviteLists({ opensDialog = false, onShowJoined }: InviteListsProps) {
  const [isSending, setSending] = useState(false)
  const query = useCall(
    inviteBatchesCalls.inviteBatches,
    {},
    { uncached: true, ...(isSending ? { pollMs } : {}) },
  )
  const { data } = query
  const isNowSending = data?.batches.some(isSendingMails) ?? false
  if (data && isNowSending !== isSending) setSending(isNowSending)
  const [isInviting, setInviting] = useState(opensDialog)
  const list = useRef<HTMLDivElement>(null)
  const blockedText = data ? blockedTextOf(data.blocked) : null
  return (
    <Section
      title={t('Lists of people')}
      lead={t(
        'For a group that moves here: an email to each person on a list, and the sittings you recorded for them.',
      )}
    >
      {blockedText !== null && <InlineBanner>{blockedText}</InlineBanner>}
      <Button
        className="justify-self-start"
        onPointerEnter={InviteListDialog.preload}
        onFocus={InviteListDialog.preload}
        onClick={() => setInviting(true)}
      >
        <Upload aria-hidden className="size-5" strokeWidth={1.8} />
        {t('Invite a list')}
      </Button>
      {isInviting && <InviteListDialog {...{ blockedText }} onClose={() => setInviting(false)} />}
      <div ref={list} tabIndex={-1} role="group" aria-label={t('Lists of people')} className="outline-none">
        <QueryContent
          query={query}
          failed={t('The lists didn’t load')}
          failedText={t('Waiting emails still go out.')}
          loading={t('Loading the lists')}
          skeleton={<Skeleton className="h-20" />}
        >
          {({ batches }) => <BatchList {...{ batches, list, onShowJoined }} />}
        </QueryContent>
      </div>
    </Section>
  )
}

/** Also while the last mail is on its way: neither sent, returned nor perhaps sent. */
function isSendingMails({ total, sent, waiting, bounced, perhapsSent, isPaused }: InviteBatch): boolean {
  return (waiting > 0 && !isPaused) || sent + waiting + bounced + perhapsSent < total
}

function blockedTextOf(blocked: 'no-mail' | 'closed' | null): string | null {
  if (blocked === null) return null
  const { invites_without_mail, invites_while_closed } = inviteBatchErrors
  return translate((blocked === 'no-mail' ? invites_without_mail : invites_while_closed).message)
}

interface BatchListProps extends Pick<InviteListsProps, 'onShowJoined'> {
  batches: readonly InviteBatch[]
  /** Takes the focus when the focused element disappears. */
  list: RefObject<HTMLElement | null>
}

function BatchList({ batches, list, onShowJoined }: BatchListProps) {
  const [deleting, setDeleting] = useState<InviteBatch | null>(null)
  const [addingTo, setAddingTo] = useState<number | null>(null)
  const focusAfterDeletion = useFocusAfterRemoval(
    batches.map(({ id }) => id),
    list,
  )
  if (batches.length === 0) return <p className="text-ink-3">{t('No lists yet.')}</p>
  return (
    <>
      <ul className="divide-y divide-line rounded-panel border border-line bg-surface px-5">
        {batches.map((batch) => (
          <BatchRow
            key={batch.id}
            batch={batch}
            onShowJoined={() => onShowJoined(batch.id)}
            onAddAttendance={() => setAddingTo(batch.id)}
            onDelete={() => setDeleting(batch)}
          />
        ))}
      </ul>
      {batches.length >= inviteBatchesListMax && (
        <p className="pt-2 text-small text-ink-3">
          {t('The newest {count, number} lists are shown.', { count: batches.length })}
        </p>
      )}
      {addingTo !== null && <AttendanceDialog batchId={addingTo} onClose={() => setAddingTo(null)} />}
      {deleting && (
        <DeleteDialog
          batch={deleting}
          onDeleted={() => focusAfterDeletion(deleting.id)}
          onClose={() => setDeleting(null)}
          returnFocusTo={list}
        />
      )}
    </>
  )
}

interface BatchRowProps {
  batch: InviteBatch
  onShowJoined: () => void
  onAddAttendance: () => void
  onDelete: () => void
}

function BatchRow({ batch, onShowJoined, onAddAttendance, onDelete }: BatchRowProps) {
  const { id, total, sent, waiting, joined, isPaused, sentence, attendance } = batch
  const name = inviteBatchName(batch)
  const pause = useCallMutation(inviteBatchesCalls.pauseInviteBatch, {
    refetch: [inviteBatchesCalls.inviteBatches],
  })
  const failure = pause.error && errorMessageOf(pause.error, t('The list wasn’t changed. Please try again.'))
  return (
    <li className="grid gap-3 py-4">
      <div className="grid min-w-0 gap-1">
        <p className="font-strong">{name}</p>
        <progress
          className="invite-progress"
          aria-label={t('Emails sent: {list}', { list: name })}
          max={total}
          value={sent}
        />
        <p role="status" className="text-small">
          {progressOf(batch)}
        </p>
        <p className="text-small wrap-anywhere text-ink-3" dir="auto">
          {sentence}
        </p>
        {attendance.people > 0 && (
          <p className="text-small text-ink-3">
            {t(
              '{people, plural, one {One person hasn’t} other {# people haven’t}} decided about {time} yet.',
              {
                people: attendance.people,
                time: hoursLabel(attendance.minutes) ?? minutesLabel(attendance.minutes),
              },
            )}
          </p>
        )}
      </div>
      {failure && <FormError>{failure}</FormError>}
      <div className="flex flex-wrap gap-3">
        {waiting > 0 && (
          <Button
            size="sm"
            busy={pause.isPending}
            aria-label={
              isPaused
                ? t('Resume the emails of {list}', { list: name })
                : t('Pause the emails of {list}', { list: name })
            }
            onClick={() => {
              if (!pause.isPending)
                pause.mutate({ params: { id: String(id) }, body: { isPaused: !isPaused } })
            }}
          >
            {isPaused ? t('Resume') : t('Pause')}
          </Button>
        )}
        {joined > 0 && (
          <Button
            size="sm"
            aria-label={t('Show who joined by the list of {list}', { list: name })}
            onClick={onShowJoined}
          >
            {t('Show who joined')}
          </Button>
        )}
        <Button
          size="sm"
          aria-label={t('Add attendance to {list}', { list: name })}
          onPointerEnter={AttendanceDialog.preload}
          onFocus={AttendanceDialog.preload}
          onClick={onAddAttendance}
        >
          {t('Add attendance')}
        </Button>
        <Button size="sm" variant="subtle" aria-label={t('Delete {list}', { list: name })} onClick={onDelete}>
          {t('Delete')}
        </Button>
      </div>
      <Problems batch={batch} />
    </li>
  )
}

/** '120 of 200 sent, 80 wait. 14 joined, 2 refused.' */
function progressOf({
  total,
  sent,
  waiting,
  isPaused,
  joined,
  refused,
  bounced,
  perhapsSent,
}: InviteBatch): string {
  const state = waiting === 0 ? 'done' : isPaused ? 'paused' : 'sending'
  return [
    t(
      '{state, select, done {{sent, number} of {total, number} sent.} paused {Paused: {sent, number} of {total, number} sent, {waiting, number} waiting.} other {Sending: {sent, number} of {total, number} sent, {waiting, number} waiting. At most 500 go out in an hour.}}',
      { state, sent, total, waiting },
    ),
    t('{joined, number} joined.', { joined }),
    refused > 0
      ? t('{refused, plural, one {One person wants} other {# people want}} no more emails.', { refused })
      : '',
    bounced > 0 ? t('{bounced, plural, one {One came} other {# came}} back.', { bounced }) : '',
    perhapsSent > 0
      ? t('{perhapsSent, plural, one {One was} other {# were}} possibly sent.', { perhapsSent })
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Mails that came back, and those that may have arrived. */
function Problems({ batch: { id, bounces, perhaps, bounced } }: { batch: InviteBatch }) {
  if (bounces.length === 0 && perhaps.length === 0) return null
  return (
    <div className="grid gap-3 text-small">
      {perhaps.map((recipient) => (
        <PerhapsSent key={recipient.id} batchId={id} {...recipient} />
      ))}
      {bounces.length > 0 && (
        <details>
          <Summary>{t('Emails that came back')}</Summary>
          <ul className="grid gap-2 pt-1">
            {bounces.map(({ id: recipientId, email, reason }) => (
              <li key={recipientId} className="min-w-0 wrap-anywhere">
                {readableEmail(email)}
                <span className="block text-ink-3">{reason}</span>
              </li>
            ))}
            {bounces.length < bounced && (
              <li className="text-ink-3">
                {t('The first {count, number} are shown.', { count: bounces.length })}
              </li>
            )}
          </ul>
        </details>
      )}
    </div>
  )
}

function PerhapsSent({ batchId, id, email }: { batchId: number; id: number; email: string }) {
  const resend = useCallMutation(inviteBatchesCalls.resendInvite, {
    refetch: [inviteBatchesCalls.inviteBatches],
  })
  const name = readableEmail(email)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {t('Possibly sent: {email}. The server stopped while this email was on its way.', { email: name })}
      </p>
      {resend.error && (
        <FormError>{errorMessageOf(resend.error, t('The email wasn’t resent. Please try again.'))}</FormError>
      )}
      <Button
        size="sm"
        busy={resend.isPending}
        aria-label={t('Send again to {email}', { email: name })}
        onClick={() => {
          if (!resend.isPending) resend.mutate({ params: { id: String(batchId) }, body: { recipientId: id } })
        }}
      >
        {t('Send again')}
      </Button>
    </div>
  )
}

interface DeleteDialogProps {
  batch: InviteBatch
  onDeleted: () => void
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

function DeleteDialog({ batch, onDeleted, onClose, returnFocusTo }: DeleteDialogProps) {
  const deletion = useCallMutation(inviteBatchesCalls.deleteInviteBatch, {
    // The users may be filtered by this list.
    refetch: [inviteBatchesCalls.inviteBatches, membersCalls.members],
    onSuccess: () => {
      onDeleted()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('Delete the list of {list}?', { list: inviteBatchName(batch) })}
      description={t(
        'Its unused invitations stop working, and its addresses and attendance are deleted. People who joined stay; so does what they kept.',
      )}
      confirm={t('Delete')}
      busy={deletion.isPending}
      failure={
        deletion.error && errorMessageOf(deletion.error, t('The list wasn’t deleted. Please try again.'))
      }
      onConfirm={() => {
        if (!deletion.isPending) deletion.mutate({ params: { id: String(batch.id) } })
      }}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  )
}

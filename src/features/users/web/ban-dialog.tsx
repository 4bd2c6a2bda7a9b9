// Banning somebody: the reason, which they will read, and then the question whether one is sure.
import { useEffect, useRef, useState, type RefObject } from 'react'
import { banReasonMaxChars } from '#shared/constants.ts'
import { adminMessages } from '#shared/admin-messages.ts'
import { messages } from '#shared/messages.ts'
import { hasVisibleText } from '#shared/text.ts'
import { issuesOf, sentenceOf } from '#web/refusal-words.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { useChange } from '#web/use-call.ts'
import { membersCalls, usersCalls } from '../contract.ts'

// The chat's words and the dashboard's; both verbs have one handler (CHAT-20).
const places = {
  chat: { call: usersCalls.banByPut, done: messages.userBanned, failed: messages.banFailed },
  dashboard: {
    call: usersCalls.banByPost,
    done: adminMessages.userBanned,
    failed: { title: adminMessages.error, description: adminMessages.banUserFailed },
  },
} as const

interface BanDialogProps {
  /** Where somebody is banned from. */
  place?: keyof typeof places
  open: boolean
  /** Closed by the moderator, or because the ban is made. */
  onClose: () => void
  /** Who is to be banned. Give each opening a `key` of its own, or the reason typed before is still there. */
  person: { id: number; name: string }
  returnFocusTo?: RefObject<HTMLElement | null>
}

export function BanDialog({ place = 'chat', open, onClose, person, returnFocusTo }: BanDialogProps) {
  const { call, done, failed } = places[place]
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const ban = useChange(call, {
    refetch: [membersCalls.members],
    onSuccess: () => {
      toast({ title: done })
      onClose()
    },
    onError: () => {
      toast({ ...failed, variant: 'destructive' })
      setAsked(false)
    },
  })
  // From the question one first comes back to the reason: nothing that was typed is lost by a stray press.
  const close = () => {
    if (ban.isPending) return
    if (isAsked) setAsked(false)
    else onClose()
  }
  useReturnTo(reasonField, isAsked)
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      initialFocus={reasonField}
      returnFocusTo={returnFocusTo}
      title={isAsked ? messages.confirmBan(person.name) : `Ban ${person.name}`}
      description={isAsked ? 'They will read:' : 'They are signed out everywhere and can’t come back.'}
      footer={
        isAsked ? (
          <Answers
            isPending={ban.isPending}
            onBack={() => setAsked(false)}
            onSure={() => ban.mutate({ params: { id: String(person.id) }, body: { reason } })}
          />
        ) : (
          <FirstStep isReady={isReason(reason)} onCancel={close} onBan={() => setAsked(true)} />
        )
      }
    >
      {isAsked ? (
        <p
          dir="auto"
          className="min-h-36 rounded-panel bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-wrap"
        >
          {reason.trim()}
        </p>
      ) : (
        <ReasonField field={reasonField} reason={reason} onChange={setReason} failure={ban.error} />
      )}
    </Dialog>
  )
}

/** Non-empty after trim (CHAT-17), and not longer than the server takes. */
function isReason(reason: string): boolean {
  return hasVisibleText(reason) && reason.trim().length <= banReasonMaxChars
}

/** After the question the keyboard is back where the reason stands. */
function useReturnTo(field: RefObject<HTMLElement | null>, isAsked: boolean): void {
  const wasAsked = useRef(isAsked)
  useEffect(() => {
    if (wasAsked.current && !isAsked) field.current?.focus()
    wasAsked.current = isAsked
  }, [field, isAsked])
}

interface ReasonFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  reason: string
  onChange: (reason: string) => void
  failure: Error | null
}

function ReasonField({ field, reason, onChange, failure }: ReasonFieldProps) {
  const { length } = reason.trim()
  const error =
    length > banReasonMaxChars ? `A reason has at most ${banReasonMaxChars} characters.` : undefined
  return (
    <div className="grid gap-4">
      {failure && (
        <FormError>
          {issuesOf(failure)[0]?.message ?? sentenceOf(failure, adminMessages.banUserFailed)}
        </FormError>
      )}
      <Field
        label="Reason"
        hint="They will read it when they try to come in."
        error={error}
        aside={
          <span className="tabular-nums">
            {length}/{banReasonMaxChars}
          </span>
        }
      >
        <Textarea ref={field} value={reason} onChange={(event) => onChange(event.target.value)} />
      </Field>
    </div>
  )
}

interface FirstStepProps {
  isReady: boolean
  onCancel: () => void
  onBan: () => void
}

function FirstStep({ isReady, onCancel, onBan }: FirstStepProps) {
  return (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      <Button variant="danger" disabled={!isReady} onClick={onBan}>
        Ban
      </Button>
    </>
  )
}

interface AnswersProps {
  isPending: boolean
  onBack: () => void
  onSure: () => void
}

function Answers({ isPending, onBack, onSure }: AnswersProps) {
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  return (
    <>
      <Button ref={back} disabled={isPending} onClick={onBack}>
        Back
      </Button>
      <Button
        variant="danger"
        busy={isPending}
        onClick={(event) => {
          // The second press of a double press on the button before is no answer.
          if (event.detail < 2) onSure()
        }}
      >
        Yes, ban
      </Button>
    </>
  )
}

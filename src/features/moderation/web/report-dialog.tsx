// Report dialog: what is wrong with a message, and a note to the garden angels (MOD-01). A report is never a draft.
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { ChatMessage } from '#features/chat/contract.ts'
import { minuteMs } from '#shared/durations.ts'
import { message, t, translate, type Message } from '#shared/i18n/t.ts'
import { isCallError } from '#web/call.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { TextField, useFieldError } from '#web/forms/fields.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldMessage, FormError } from '#web/ui/field.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import {
  memberModerationCalls,
  reportNoteMaxChars,
  reportReasons,
  type ReportReason,
} from '../member-contract.ts'

interface ReportDialogProps {
  open: boolean
  onClose: () => void
  /** Give each opening its own `key`, or the previous input reappears. */
  message: ChatMessage
  returnFocusTo?: RefObject<HTMLElement | null>
}

interface ReportValues {
  reason: ReportReason | ''
  note: string
}

const reasonTexts: Record<ReportReason, Message> = {
  unkind: message('It is unkind'),
  harassment: message('It harasses or threatens someone'),
  selling: message('Spam or selling'),
  worrying: message('I worry about this person'),
  other: message('Something else'),
}

const noValues: ReportValues = { reason: '', note: '' }

export function ReportDialog({ open, onClose, message: reported, returnFocusTo }: ReportDialogProps) {
  const [isSent, setSent] = useState(false)
  const firstReason = useRef<HTMLInputElement>(null)
  const formId = useId()
  const { form, onSubmit, isSaving, failure } = useCallForm(memberModerationCalls.report, {
    values: noValues,
    toInput: ({ reason, note }) => ({
      params: { id: String(reported.id) },
      body: { reason: reason as ReportReason, ...(note.trim() === '' ? {} : { note }) },
    }),
    notSaved: t('Your report didn’t reach us. Please try again.'),
    messageOf: reportFailure,
    onSaved: () => setSent(true),
  })
  const note = useWatch({ control: form.control, name: 'note' })
  const { ask, question } = useAskBeforeLeaving({
    open,
    isChanged: !isSent && note.trim() !== '',
    leave: onClose,
  })
  const close = () => {
    if (!isSaving) ask()
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={close}
        initialFocus={firstReason}
        returnFocusTo={returnFocusTo}
        title={t('Report this message')}
        description={isSent ? null : t('Only the garden angels read it. {name} isn’t told.', reported.user)}
        footer={
          isSent ? (
            <DoneButton onClick={onClose} />
          ) : (
            <>
              <Button disabled={isSaving} onClick={close}>
                {t('Cancel')}
              </Button>
              <Button type="submit" form={formId} variant="primary" busy={isSaving}>
                {t('Report')}
              </Button>
            </>
          )
        }
      >
        {/* Mounted before its text, so that screen readers announce it. */}
        <p role="status">{isSent && t('Thank you. The garden angels will look at it.')}</p>
        {!isSent && (
          <form id={formId} noValidate onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {failure && <FormError>{failure.message}</FormError>}
            {reported.message !== '' && (
              <blockquote
                dir="auto"
                className="max-h-32 overflow-y-auto rounded-panel bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-wrap"
              >
                {reported.message}
              </blockquote>
            )}
            <ReasonChoice form={form} firstReason={firstReason} />
            <TextField
              form={form}
              name="note"
              label={t('What should they know?')}
              optional
              rows={3}
              maxChars={reportNoteMaxChars}
            />
          </form>
        )}
      </Dialog>
      {question}
    </>
  )
}

/** What to say of a report that failed. */
function reportFailure(error: unknown): string {
  const failed = t('Your report didn’t reach us. Please try again.')
  if (!isCallError(error)) return errorMessageOf(error, failed)
  if (error.status === 404) return t('This message is no longer here.')
  if (error.status !== 429) return errorMessageOf(error, failed)
  const minutes = Math.max(1, Math.ceil((error.retryAfterMs ?? minuteMs) / minuteMs))
  return t(
    '{minutes, plural, one {You have reported many messages. Please try again in # minute.} other {You have reported many messages. Please try again in # minutes.}}',
    { minutes },
  )
}

interface ReasonChoiceProps {
  form: UseFormReturn<ReportValues>
  firstReason: RefObject<HTMLInputElement | null>
}

function ReasonChoice({ form, firstReason }: ReasonChoiceProps) {
  const error = useFieldError(form, 'reason')
  const errorId = useId()
  const { ref, ...field } = form.register('reason')
  return (
    <fieldset
      className="grid gap-2"
      aria-describedby={error === undefined ? undefined : errorId}
      aria-invalid={error === undefined ? undefined : true}
    >
      <legend className="mb-1.5 text-small font-strong">{t('What is wrong with it?')}</legend>
      {reportReasons.map((reason, index) => (
        <label
          key={reason}
          className="relative flex min-h-11 items-center gap-3 rounded-panel border border-line px-4 py-2 transition-colors has-checked:border-ink-3 has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            {...field}
            ref={(element) => {
              ref(element)
              if (index === 0) firstReason.current = element
            }}
            type="radio"
            value={reason}
            className="size-4.5 flex-none accent-primary outline-none"
          />
          <span>{translate(reasonTexts[reason])}</span>
        </label>
      ))}
      {error !== undefined && <FieldMessage id={errorId} error={error} />}
    </fieldset>
  )
}

/** Takes the focus, which was on a button that is gone. */
function DoneButton({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} variant="primary" onClick={onClick}>
      {t('OK')}
    </Button>
  )
}

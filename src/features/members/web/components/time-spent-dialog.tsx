// Edit Time Spent dialog: a member's total in minutes (USR-17).
import { useId, useRef, useState, type FormEvent } from 'react'
import { adminMessages } from '#web/admin-messages.ts'
import { validationIssuesOf, errorMessageOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { membersCalls, type Member } from '../../contract.ts'
import { hoursLabel, parseMinutes } from '../../member-labels.ts'
import { FormButtons } from './form-buttons.tsx'
import type { MemberDialogProps } from '../data/member-actions.ts'
import { t } from '#shared/t.ts'

const updateFailedMessage = adminMessages.updateTimeFailed

/** Sends nothing unless the input is a whole number of 0 or more. */
export function TimeSpentDialog({ member, onClose, ...frame }: MemberDialogProps & { member: Member }) {
  const [text, setText] = useState(String(member.totalTimeSpent))
  const [fieldError, setFieldError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const minutes = parseMinutes(text)
  const change = useCallMutation(membersCalls.setTimeSpent, {
    refetch: [membersCalls.members],
    onSuccess: () => {
      toast({ title: adminMessages.timeUpdated })
      onClose()
    },
    onError: (error) => {
      toast({ title: adminMessages.error, description: updateFailedMessage, variant: 'destructive' })
      setFieldError(validationIssuesOf(error).find(({ path }) => path === 'timeSpent')?.message ?? null)
    },
  })
  const { ask, question } = useAskBeforeLeaving({
    open: frame.open,
    isChanged: text !== String(member.totalTimeSpent),
    leave: onClose,
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    if (minutes === null) {
      setFieldError(t('Please enter a whole number of minutes, 0 or more.'))
      field.current?.focus()
    } else change.mutate({ params: { id: String(member.id) }, body: { timeSpent: minutes } })
  }
  return (
    <>
      <Dialog
        {...frame}
        onOpenChange={() => !change.isPending && ask()}
        initialFocus={field}
        size="sm"
        title={t('Edit Time Spent')}
        description={member.name}
        footer={
          <FormButtons form={id} busy={change.isPending} onCancel={ask}>
            {t('Save time')}
          </FormButtons>
        }
      >
        <form id={id} noValidate className="grid gap-5" onSubmit={save}>
          {change.error && fieldError === null && (
            <FormError>{errorMessageOf(change.error, updateFailedMessage)}</FormError>
          )}
          <Field
            label={t('Minutes')}
            aside={minutes !== null && <span className="tabular-nums">{hoursLabel(minutes)}</span>}
            hint={t('The total. Their sessions don’t change.')}
            error={fieldError ?? undefined}
          >
            <Input
              ref={field}
              inputMode="numeric"
              autoComplete="off"
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setFieldError(null)
                if (!change.isPending) change.reset()
              }}
            />
          </Field>
        </form>
      </Dialog>
      {question}
    </>
  )
}

// Edit Time Spent dialog: a member's total in minutes (USR-17).
import { useId, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { t } from '#shared/i18n/t.ts'
import { TextField } from '#web/forms/fields.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { toast } from '#web/toast-store.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { membersCalls, type Member } from '../../contract.ts'
import { hoursLabel, parseMinutes } from '../../member-labels.ts'
import type { MemberDialogProps } from '../data/member-actions.ts'
import { FormButtons } from './form-buttons.tsx'

/** Sends nothing unless the input is a whole number of 0 or more. */
export function TimeSpentDialog({ member, onClose, ...frame }: MemberDialogProps & { member: Member }) {
  const { form, onSubmit, isSaving, failure } = useCallForm(membersCalls.setTimeSpent, {
    values: { timeSpent: String(member.totalTimeSpent) },
    toInput: ({ timeSpent }) => ({
      params: { id: String(member.id) },
      body: { timeSpent: parseMinutes(timeSpent) ?? Number.NaN },
    }),
    refetch: [membersCalls.members],
    notSaved: adminMessages.updateTimeFailed,
    onSaved: () => {
      toast({ title: adminMessages.timeUpdated })
      onClose()
    },
    onFailure: () =>
      toast({
        title: adminMessages.error,
        description: adminMessages.updateTimeFailed,
        variant: 'destructive',
      }),
  })
  const { ask, question } = useAskBeforeLeaving({
    open: frame.open,
    isChanged: form.formState.isDirty,
    leave: onClose,
  })
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const minutes = parseMinutes(useWatch({ control: form.control, name: 'timeSpent' }))
  return (
    <>
      <Dialog
        {...frame}
        onOpenChange={() => !isSaving && ask()}
        initialFocus={field}
        size="sm"
        title={t('Edit Time Spent')}
        description={member.name}
        footer={
          <FormButtons form={id} busy={isSaving} onCancel={ask}>
            {t('Save time')}
          </FormButtons>
        }
      >
        <form noValidate className="grid gap-5" {...{ id, onSubmit }}>
          {failure && <FormError>{failure.message}</FormError>}
          <TextField
            form={form}
            name="timeSpent"
            inputRef={field}
            label={t('Minutes')}
            aside={minutes !== null && <span className="tabular-nums">{hoursLabel(minutes)}</span>}
            hint={t('The total. Their sessions don’t change.')}
            inputMode="numeric"
            autoComplete="off"
          />
        </form>
      </Dialog>
      {question}
    </>
  )
}

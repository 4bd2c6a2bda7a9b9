// Edit Time Spent dialog: a member's total in minutes (USR-17).
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { t } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { TextField } from '#web/forms/fields.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { toast } from '#web/toast-store.ts'
import { membersCalls, type Member } from '../../contract.ts'
import { hoursLabel, parseMinutes } from '../../member-labels.ts'
import type { MemberDialogProps } from '../data/member-actions.ts'
import { MemberFormDialog } from './member-form-dialog.tsx'

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
    onFailure: () => showAdminErrorToast(adminMessages.updateTimeFailed),
  })
  const field = useRef<HTMLInputElement>(null)
  const minutes = parseMinutes(useWatch({ control: form.control, name: 'timeSpent' }))
  return (
    <MemberFormDialog
      {...frame}
      onClose={onClose}
      firstField={field}
      isChanged={form.formState.isDirty}
      isSaving={isSaving}
      failure={failure?.message}
      size="sm"
      title={t('Edit Time Spent')}
      description={member.name}
      submitLabel={t('Save time')}
      onSubmit={onSubmit}
    >
      <TextField
        form={form}
        name="timeSpent"
        inputRef={field}
        label={t('Minutes')}
        aside={minutes !== null && <span className="tabular-nums">{hoursLabel(minutes)}</span>}
        hint={t('The total. Their sittings don’t change.')}
        inputMode="numeric"
        autoComplete="off"
      />
    </MemberFormDialog>
  )
}

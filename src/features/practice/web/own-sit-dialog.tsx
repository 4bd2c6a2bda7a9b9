// The dialog of 'I sat elsewhere'.
import { useId } from 'react'
import { addDays } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { isCallError } from '#web/call.ts'
import { validationIssuesOf } from '#web/error-message.ts'
import { TextField } from '#web/forms/fields.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { useToday } from '#web/use-today.ts'
import { ownSitDaysBack, ownSitMinutes, practiceCalls } from '../contract.ts'
import { practiceErrors } from '../errors.ts'

interface OwnSitDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function OwnSitDialog({ open, onOpenChange }: OwnSitDialogProps) {
  return open && <OwnSitForm onClose={() => onOpenChange(false)} />
}

function OwnSitForm({ onClose }: { onClose: () => void }) {
  const today = useToday()
  const id = useId()
  const [min, max] = ownSitMinutes
  const { form, onSubmit, isSaving, failure } = useCallForm(practiceCalls.addOwnSit, {
    values: { date: today, minutes: '' },
    toInput: ({ date, minutes }) => ({
      body: { date, minutes: minutes.trim() === '' ? Number.NaN : Number(minutes) },
    }),
    refetch: [practiceCalls.imports, practiceCalls.practice],
    issuesOf: (error) =>
      isCallError(error) && error.errorBody?.code === practiceErrors.sat_already.code
        ? [{ path: 'date', message: error.errorBody.message }]
        : validationIssuesOf(error),
    notSaved: t('The sit wasn’t saved. Please try again.'),
    onSaved: () => {
      toast({ title: t('Added to your history') })
      onClose()
    },
    onFailure: (error) => logFailure('The sit was not saved.', error),
  })
  const { ask, question } = useAskBeforeLeaving({
    open: true,
    isChanged: form.formState.isDirty,
    leave: onClose,
  })
  return (
    <>
      <Dialog
        open
        size="sm"
        title={t('I sat elsewhere')}
        description={t('Only you see it. It counts in your rhythm only if you choose that in Settings.')}
        onOpenChange={() => !isSaving && ask()}
        footer={
          <DialogActions type="submit" form={id} busy={isSaving} onCancel={ask}>
            {t('Add')}
          </DialogActions>
        }
      >
        <form noValidate className="grid gap-5" {...{ id, onSubmit }}>
          {failure && <FormError>{failure.message}</FormError>}
          <TextField
            form={form}
            name="date"
            type="date"
            label={t('Day')}
            hint={t('Up to {days} days back.', { days: ownSitDaysBack })}
            min={addDays(today, -ownSitDaysBack)}
            max={today}
          />
          <TextField
            form={form}
            name="minutes"
            type="number"
            inputMode="numeric"
            label={t('Minutes')}
            hint={t('{min} to {max}', { min, max })}
            {...{ min, max }}
          />
        </form>
      </Dialog>
      {question}
    </>
  )
}

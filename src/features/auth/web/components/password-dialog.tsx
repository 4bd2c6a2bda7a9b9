// Change password dialog, which requires the current password (PROF-25).
import { useId } from 'react'
import type { Issue } from '#shared/error-body.ts'
import { t } from '#shared/i18n/t.ts'
import { isCallError } from '#web/call.ts'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { messages } from '#web/i18n/messages.ts'
import { toast } from '#web/toast-store.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { identityCalls } from '../../contract.ts'
import { newPasswordIssues } from '../data/auth-errors.ts'
import { readProviderSettings } from '../data/provider.ts'
import { useSession } from '../hooks/use-user.ts'
import { NewPasswordField, PasswordInput } from './password-input.tsx'

interface PasswordDialogProps {
  email: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

const emptyValues = { currentPassword: '', newPassword: '' }

/** Keeps the typed values while open, even if the server rejects them. */
export function PasswordDialog({ email, open, onOpenChange }: PasswordDialogProps) {
  const session = useSession()
  const { form, onSubmit, isSaving, failure } = useCallForm(identityCalls.changePassword, {
    values: emptyValues,
    toInput: (body) => ({ body }),
    notSaved: t('Your password was not changed. Please try again.'),
    issuesOf,
    onSaved: () => {
      setOpen(false)
      // A new password cancels a pending email change.
      void session.refresh()
      toast({ title: t('Password changed'), description: t('Every other device is signed out.') })
    },
  })
  const setOpen = (next: boolean) => {
    if (!next) form.reset(emptyValues)
    onOpenChange(next)
  }
  const { errors, isDirty } = form.formState
  const { ask, question } = useAskBeforeLeaving({ open, isChanged: isDirty, leave: () => setOpen(false) })
  const formId = useId()
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={ask}
        size="sm"
        title={t('Change password')}
        description={t('You stay signed in here. Every other device is signed out.')}
        footer={
          <DialogActions type="submit" form={formId} busy={isSaving} onCancel={ask}>
            {t('Change password')}
          </DialogActions>
        }
      >
        <form id={formId} noValidate className="grid gap-5" {...{ onSubmit }}>
          {failure && <FormError>{failure.message}</FormError>}
          {/* For password managers, which store the new password under this address. */}
          <input hidden readOnly autoComplete="username" value={email} />
          <Field
            label={t('Current password')}
            error={errors.currentPassword?.message}
            hint={noPasswordHint()}
          >
            <PasswordInput required autoComplete="current-password" {...form.register('currentPassword')} />
          </Field>
          <NewPasswordField error={errors.newPassword?.message} {...form.register('newPassword')} />
        </form>
      </Dialog>
      {question}
    </>
  )
}

/** Members who signed up with Google may have no password. */
function noPasswordHint(): string | undefined {
  return readProviderSettings().google
    ? t('If you don’t have one yet, sign out and choose ‘Forgot password?’.')
    : undefined
}

/** Errors that concern one of the passwords are shown beside it. */
function issuesOf(error: unknown): readonly Issue[] {
  switch (isCallError(error) && error.errorBody?.code) {
    case 'invalid-credential':
    case 'wrong-password':
      return [{ path: 'currentPassword', message: messages.wrongPassword }]
    default:
      return newPasswordIssues(error)
  }
}

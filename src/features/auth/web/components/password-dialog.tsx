// Change password dialog, which requires the current password (PROF-25).
import { authErrors } from '../../errors.ts'
import type * as z from 'zod/mini'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useId, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { messages } from '#web/messages.ts'
import { isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { identityCalls, passwordChangeSchema } from '../../contract.ts'
import { authIssues } from '../data/auth-errors.ts'
import { NewPasswordField, PasswordInput } from './password-input.tsx'
import { readProviderSettings } from '../data/provider.ts'
import { useSession } from '../hooks/use-user.ts'
import { t, translate } from '#shared/t.ts'

interface PasswordDialogProps {
  email: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

type PasswordValues = z.output<typeof passwordChangeSchema>

const resolver = standardSchemaResolver(passwordChangeSchema)
const emptyValues = { currentPassword: '', newPassword: '' }

/** Keeps the typed values while open, even if the server rejects them. */
export function PasswordDialog({ email, open, onOpenChange }: PasswordDialogProps) {
  const form = useForm({ defaultValues: emptyValues, resolver })
  const setOpen = (next: boolean) => {
    if (!next) form.reset(emptyValues)
    onOpenChange(next)
  }
  const { submit, failure, isSaving } = usePasswordChange(form, () => setOpen(false))
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
          <>
            <Button disabled={isSaving} onClick={ask}>
              {t('Cancel')}
            </Button>
            <Button type="submit" form={formId} variant="primary" busy={isSaving}>
              {t('Change password')}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
          {failure !== null && <FormError>{failure}</FormError>}
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

function usePasswordChange(form: UseFormReturn<PasswordValues>, onSaved: () => void) {
  const session = useSession()
  const change = useCallMutation(identityCalls.changePassword)
  const [failure, setFailure] = useState<string | null>(null)
  const save = useSubmitGuard(async (body: PasswordValues) => {
    setFailure(null)
    try {
      await change.mutateAsync({ body })
      onSaved()
      // A new password cancels a pending email change.
      void session.refresh()
      toast({ title: t('Password changed'), description: t('Every other device is signed out.') })
    } catch (error) {
      logFailure('The password was not changed.', error)
      setFailure(showFieldErrors(form, error))
    }
  })
  return { submit: form.handleSubmit(save), failure, isSaving: change.isPending }
}

/** Shows issues next to their fields. Returns the message for the whole form, or null. */
function showFieldErrors(form: UseFormReturn<PasswordValues>, error: unknown): string | null {
  const errorBody = isCallError(error) ? error.errorBody : null
  const fieldErrors = authIssues(error).flatMap(({ path, message }) =>
    path === 'currentPassword' || path === 'newPassword' ? [{ path, message } as const] : [],
  )
  if (errorBody?.code === 'invalid-credential' || errorBody?.code === 'wrong-password') {
    fieldErrors.push({ path: 'currentPassword', message: messages.wrongPassword })
  }
  if (errorBody?.code === 'weak-password') {
    fieldErrors.push({ path: 'newPassword', message: translate(authErrors['weak-password'].message) })
  }
  for (const { path, message } of fieldErrors) form.setError(path, { message }, { shouldFocus: true })
  return fieldErrors.length > 0
    ? null
    : errorBody?.message || t('Your password was not changed. Please try again.')
}

// The form behind a reset link: it takes the new password (AUTH-38).
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { errorCatalogue } from '#shared/error-catalogue.ts'
import { call, isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { identityCalls, newPasswordSchema } from '../contract.ts'
import { authErrorMessage, authIssues, isInvalidLinkError } from './auth-errors.ts'
import { NewPasswordField } from './password-input.tsx'

interface ResetFormProps {
  /** The secret of the link. */
  token: string
  /** Called when the password is saved and the person signed in; the form stays busy until it is done. */
  onSaved: () => Promise<void>
  /** Called when the link opens nothing any more. */
  onDeadLink: () => void
}

const resolver = standardSchemaResolver(newPasswordSchema)

/** What was typed stays when a save fails, and so does the link. */
export function ResetForm({ token, onSaved, onDeadLink }: ResetFormProps) {
  const form = useForm({ defaultValues: { token, newPassword: '' }, resolver })
  const [failure, setFailure] = useState<string | null>(null)
  const save = useSubmitGuard(async (body: z.output<typeof newPasswordSchema>) => {
    setFailure(null)
    try {
      await call(identityCalls.resetPassword, { body })
    } catch (error) {
      logFailure('The new password was not saved.', error)
      if (isInvalidLinkError(error)) return onDeadLink()
      const fault = passwordErrorMessage(error)
      if (fault === null) setFailure(saveErrorMessage(error))
      else form.setError('newPassword', { message: fault }, { shouldFocus: true })
      return
    }
    await onSaved()
  })
  const { errors, isSubmitting } = form.formState
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void form.handleSubmit(save)(event)}>
      {failure !== null && <FormError>{failure}</FormError>}
      <NewPasswordField error={errors.newPassword?.message} {...form.register('newPassword')} />
      <Button type="submit" variant="primary" wide busy={isSubmitting}>
        Save and sign in
      </Button>
    </form>
  )
}

/** What the server finds wrong with the password itself; null for every other failure. */
function passwordErrorMessage(error: unknown): string | null {
  const issue = authIssues(error).find(({ path }) => path === 'newPassword')
  if (issue) return issue.message
  const isWeak = isCallError(error) && error.refusal?.code === 'weak-password'
  return isWeak ? errorCatalogue['weak-password'].message : null
}

function saveErrorMessage(error: unknown): string {
  const isAnswered = isCallError(error) && error.refusal !== null
  return isAnswered ? authErrorMessage(error) : 'Your new password was not saved. Please try again.'
}

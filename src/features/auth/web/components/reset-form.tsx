// Password reset form, opened by a mailed link (AUTH-38), and what an expired link shows.
import { authErrors } from '../../errors.ts'
import * as z from 'zod/mini'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { readableEmail } from '#shared/international-domain.ts'
import { call, isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError, Field } from '#web/ui/field.tsx'
import { useFormDraft } from '#web/use-form-draft.ts'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { identityCalls, newPasswordSchema } from '../../contract.ts'
import { authErrorMessage, authIssues, isInvalidLinkError, type ResetFailure } from '../data/auth-errors.ts'
import { NewPasswordField } from './password-input.tsx'
import { Input } from '#web/ui/input.tsx'
import { MailButton, ResetMailSent } from './mail-button.tsx'
import type { SignInProvider } from '../data/provider.ts'
import { useLinkEmail } from '../hooks/use-link-email.ts'
import { useResetRequest } from '../hooks/use-reset-request.ts'
import { t, translate } from '#shared/t.ts'

interface ResetFormProps {
  /** The link's token. */
  token: string
  /** Called after the password is saved and the member is signed in. The form stays busy until it resolves. */
  onSaved: () => Promise<void>
  /** Called if the link is invalid or expired. */
  onInvalidLink: () => void
}

const resolver = standardSchemaResolver(newPasswordSchema)

/** A failed save keeps the typed password and the link. */
export function ResetForm({ token, onSaved, onInvalidLink }: ResetFormProps) {
  const form = useForm({ defaultValues: { token, newPassword: '' }, resolver })
  const [failure, setFailure] = useState<string | null>(null)
  const save = useSubmitGuard(async (body: z.output<typeof newPasswordSchema>) => {
    setFailure(null)
    try {
      await call(identityCalls.resetPassword, { body })
    } catch (error) {
      logFailure('The new password was not saved.', error)
      if (isInvalidLinkError(error)) return onInvalidLink()
      const passwordError = passwordErrorMessage(error)
      if (passwordError === null) setFailure(saveErrorMessage(error))
      else form.setError('newPassword', { message: passwordError }, { shouldFocus: true })
      return
    }
    await onSaved()
  })
  const { errors, isSubmitting } = form.formState
  // The form works without the address, too.
  const { email } = useLinkEmail(token, onInvalidLink)
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void form.handleSubmit(save)(event)}>
      {failure !== null && <FormError>{failure}</FormError>}
      {/* Shows which account it is; password managers store the new password under this name. */}
      <Field label={t('Email')}>
        <Input type="email" readOnly autoComplete="username" value={readableEmail(email ?? '')} />
      </Field>
      <NewPasswordField error={errors.newPassword?.message} {...form.register('newPassword')} />
      <Button type="submit" variant="primary" wide busy={isSubmitting}>
        {t('Save and sign in')}
      </Button>
    </form>
  )
}

/** The server's objection to the password itself; null for other failures. */
function passwordErrorMessage(error: unknown): string | null {
  const issue = authIssues(error).find(({ path }) => path === 'newPassword')
  if (issue) return issue.message
  const isWeak = isCallError(error) && error.errorBody?.code === 'weak-password'
  return isWeak ? translate(authErrors['weak-password'].message) : null
}

function saveErrorMessage(error: unknown): string {
  const hasErrorBody = isCallError(error) && error.errorBody !== null
  return hasErrorBody ? authErrorMessage(error) : t('Your new password was not saved. Please try again.')
}

export function ResetLinkExpired({ provider }: { provider: SignInProvider }) {
  const [draft, setDraft] = useFormDraft('reset-request', z.object({ email: z.string() }))
  const typed = draft?.email ?? ''
  const [failure, setFailure] = useState<ResetFailure | null>(null)
  const request = useResetRequest(provider)
  const send = async () => {
    setFailure(null)
    setFailure(await request.send(typed))
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {failure !== null && !failure.isAboutEmail && <FormError>{failure.message}</FormError>}
      <Field label={t('Email')} error={failure?.isAboutEmail ? failure.message : undefined}>
        <Input
          type="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setDraft({ email: event.target.value })}
        />
      </Field>
      <MailButton
        type="submit"
        variant="primary"
        wide
        busy={request.isSending}
        secondsLeft={request.secondsLeftFor(typed)}
      >
        {t('Send a new link')}
      </MailButton>
      {request.sentTo !== null && <ResetMailSent email={request.sentTo} />}
    </form>
  )
}

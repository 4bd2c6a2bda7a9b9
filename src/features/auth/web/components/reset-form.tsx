// Password reset form, opened by a mailed link (AUTH-38), and what an expired link shows.
import { useState } from 'react'
import * as z from 'zod/mini'
import { issuesOfSchema } from '#shared/error-body.ts'
import { t } from '#shared/i18n/t.ts'
import { readableEmail } from '#shared/international-domain.ts'
import { call, isCallError } from '#web/call.ts'
import { useFieldError } from '#web/forms/fields.tsx'
import { useSentForm } from '#web/forms/use-sent-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError, Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useFormDraft } from '#web/use-form-draft.ts'
import { identityCalls, newPasswordSchema } from '../../contract.ts'
import {
  authErrorMessage,
  isInvalidLinkError,
  newPasswordIssues,
  type ResetFailure,
} from '../data/auth-errors.ts'
import type { SignInProvider } from '../data/provider.ts'
import { useLinkEmail } from '../hooks/use-link-email.ts'
import { useResetRequest } from '../hooks/use-reset-request.ts'
import { MailButton, ResetMailSent } from './mail-button.tsx'
import { NewPasswordField } from './password-input.tsx'

interface ResetFormProps {
  /** The link's token. */
  token: string
  /** Called after the password is saved and the member is signed in. The form stays busy until it resolves. */
  onSaved: () => Promise<void>
  /** Called if the link is invalid or expired. */
  onInvalidLink: () => void
}

const notSaved = t('Your new password was not saved. Please try again.')

/** A failed save keeps the typed password and the link. */
export function ResetForm({ token, onSaved, onInvalidLink }: ResetFormProps) {
  const { form, onSubmit, isSaving, failure } = useSentForm({
    values: { newPassword: '' },
    check: ({ newPassword }) => issuesOfSchema(newPasswordSchema, { token, newPassword }),
    send: async ({ newPassword }) => {
      await call(identityCalls.resetPassword, { body: { token, newPassword } })
      await onSaved()
    },
    notSaved,
    issuesOf: newPasswordIssues,
    messageOf: (error) =>
      isCallError(error) && error.errorBody !== null ? authErrorMessage(error) : notSaved,
    onFailure: (error) => {
      if (isInvalidLinkError(error)) onInvalidLink()
    },
  })
  // The form works without the address, too.
  const { email } = useLinkEmail(token, onInvalidLink)
  return (
    <form noValidate className="grid gap-5" {...{ onSubmit }}>
      {failure && <FormError>{failure.message}</FormError>}
      {/* Shows which account it is; password managers store the new password under this name. */}
      <Field label={t('Email')}>
        <Input type="email" readOnly autoComplete="username" value={readableEmail(email ?? '')} />
      </Field>
      <NewPasswordField error={useFieldError(form, 'newPassword')} {...form.register('newPassword')} />
      <Button type="submit" variant="primary" wide busy={isSaving}>
        {t('Save and sign in')}
      </Button>
    </form>
  )
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
          onChange={(event) => {
            setDraft({ email: event.target.value })
            if (failure?.isAboutEmail) setFailure(null)
          }}
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

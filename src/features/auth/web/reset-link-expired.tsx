// Expired reset link: replaces the form and offers a new link.
import { useState } from 'react'
import { emailMaxChars } from '#shared/constants.ts'
import { Field, FormError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { ResetFailure } from './auth-errors.ts'
import { MailButton } from './mail-button.tsx'
import type { SignInProvider } from './provider.ts'
import { ResetMailSent } from './reset-mail-sent.tsx'
import { useResetRequest } from './use-reset-request.ts'

export function ResetLinkExpired({ provider }: { provider: SignInProvider }) {
  const [typed, setTyped] = useState('')
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
      <Field label="Email" error={failure?.isAboutEmail ? failure.message : undefined}>
        <Input
          type="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={emailMaxChars}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <MailButton
        type="submit"
        variant="primary"
        wide
        busy={request.isSending}
        secondsLeft={request.secondsLeftFor(typed)}
      >
        Send a new link
      </MailButton>
      {request.sentTo !== null && <ResetMailSent email={request.sentTo} />}
    </form>
  )
}

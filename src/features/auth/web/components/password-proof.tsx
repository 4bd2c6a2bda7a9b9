// Reauthentication by password, for members whose sign-in isn't recent.
import type { ComponentProps } from 'react'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from './password-input.tsx'
import { readProviderSettings } from '../data/provider.ts'

type PasswordProofProps = ComponentProps<typeof PasswordInput> & {
  /** The account's address, for the browser's password manager. */
  email: string
  /** The action to authorize, such as 'delete'. */
  purpose: string
  error: string | undefined
}

export function PasswordProof({ email, purpose, error, ...rest }: PasswordProofProps) {
  const googleHint = readProviderSettings().google
    ? ` If you sign in with Google and have no password: sign out, sign in again, and ${purpose} within five minutes.`
    : ''
  return (
    <>
      <input hidden readOnly autoComplete="username" value={email} />
      <Field
        label="Your password"
        hint={`You signed in a while ago: please confirm that it’s you.${googleHint}`}
        error={error}
      >
        <PasswordInput required autoComplete="current-password" {...rest} />
      </Field>
    </>
  )
}

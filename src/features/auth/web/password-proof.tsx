// Where somebody who signed in long ago types the password once more, as the proof that something asks for.
import type { ComponentProps } from 'react'
import { passwordMaxChars } from '#shared/constants.ts'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from './password-input.tsx'
import { readProviderSettings } from './provider.ts'

type PasswordProofProps = ComponentProps<typeof PasswordInput> & {
  /** Of the account, for the browser's password manager. */
  email: string
  /** What is to be done with the proof, such as 'delete'. */
  purpose: string
  error: string | undefined
}

export function PasswordProof({ email, purpose, error, ...rest }: PasswordProofProps) {
  const withoutOne = readProviderSettings().google
    ? ` If you have none, because you come by Google: sign out, come in again, and ${purpose} within five minutes.`
    : ''
  return (
    <>
      <input hidden readOnly autoComplete="username" value={email} />
      <Field
        label="Your password"
        hint={`You signed in a while ago: please confirm that it’s you.${withoutOne}`}
        error={error}
      >
        <PasswordInput required autoComplete="current-password" maxLength={passwordMaxChars} {...rest} />
      </Field>
    </>
  )
}

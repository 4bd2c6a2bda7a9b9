// Reauthentication by password, for members whose sign-in isn't recent.
import type { ComponentProps } from 'react'
import { t } from '#shared/i18n/t.ts'
import { Field } from '#web/ui/field.tsx'
import { readProviderSettings } from '../data/provider.ts'
import { PasswordInput } from './password-input.tsx'

type PasswordProofProps = ComponentProps<typeof PasswordInput> & {
  /** The account's address, for the browser's password manager. */
  email: string
  /** The action to authorize: a change of the address, or the deletion of the account. */
  purpose: 'change' | 'delete'
  error: string | undefined
}

export function PasswordProof({ email, purpose, error, ...rest }: PasswordProofProps) {
  const hint = t('You signed in a while ago: please confirm that it’s you.')
  const googleHint = t(
    '{purpose, select, delete {If you sign in with Google and have no password: sign out, sign in again, and delete within five minutes.} other {If you sign in with Google and have no password: sign out, sign in again, and change it within five minutes.}}',
    { purpose },
  )
  return (
    <>
      <input hidden readOnly autoComplete="username" value={email} />
      <Field
        label={t('Your password')}
        hint={readProviderSettings().google ? `${hint} ${googleHint}` : hint}
        error={error}
      >
        <PasswordInput required autoComplete="current-password" {...rest} />
      </Field>
    </>
  )
}

// Weak passwords: common ones, and those derived from the account or the community.
import { dictionary } from '@zxcvbn-ts/language-common'
import { appError, type AppError } from '#server/app-error.ts'
import { passwordMinChars } from '#shared/constants.ts'
import { translate } from '#shared/i18n/t.ts'
import { authErrors } from '../errors.ts'

/** In lower case. Shorter passwords fail the length check anyway. */
const commonPasswords = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= passwordMinChars),
)

interface PasswordContext {
  /** The account's address. */
  email: string
  /** The community's name. */
  community: string
}

/**
 * True for common passwords, a single repeated character, or only blanks. Also true for the address, its local
 * part, and the product or community name, even with trailing digits or signs.
 */
export function isWeakPassword(password: string, { email, community }: PasswordContext): boolean {
  const lower = password.trim().toLowerCase()
  if (commonPasswords.has(lower)) return true
  if (new Set(lower.replaceAll(/\s/g, '')).size <= 1) return true
  const [localPart = ''] = email.split('@', 1)
  const names = [email, localPart, community, 'Stillwater'].map(alphanumericsOf)
  const letters = alphanumericsOf(lower)
  const stem = stripTrailingDigits(letters)
  return names.some(
    (name) => name !== '' && (name === letters || (stem !== '' && stripTrailingDigits(name) === stem)),
  )
}

/** Letters and digits only, normalized (NFKC), in lower case. */
function alphanumericsOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function stripTrailingDigits(letters: string): string {
  return letters.replace(/\p{N}+$/u, '')
}

/** The error for a weak password, shown at the given field. */
export function weakPasswordError(path: 'password' | 'newPassword'): AppError {
  return appError(authErrors['weak-password'], {
    issues: [{ path, message: translate(authErrors['weak-password'].message) }],
  })
}

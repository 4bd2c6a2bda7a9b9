// Which new passwords are refused because everybody would try them first.
import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordMinChars } from '#shared/constants.ts'
import { appError, type AppError } from '#server/app-error.ts'
import { errorCatalogue } from '#shared/error-catalogue.ts'

/** The commonest, in lower case; shorter ones are refused by their length. */
const commonPasswords = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= passwordMinChars),
)

interface PasswordContext {
  /** The address that goes with it. */
  email: string
  /** What the community is called. */
  appName: string
}

/**
 * Whether a password is among the commonest, one repeated character or blanks, or nothing but the address, its local
 * part or the name of the product or community, also with digits or signs at its end.
 */
export function isWeakPassword(password: string, { email, appName }: PasswordContext): boolean {
  const lower = password.trim().toLowerCase()
  if (commonPasswords.has(lower)) return true
  if (new Set(lower.replaceAll(/\s/g, '')).size <= 1) return true
  const [localPart = ''] = email.split('@', 1)
  const names = [email, localPart, appName, 'Stillwater'].map(alphanumericsOf)
  const letters = alphanumericsOf(lower)
  const stem = stripTrailingDigits(letters)
  return names.some(
    (name) => name !== '' && (name === letters || (stem !== '' && stripTrailingDigits(name) === stem)),
  )
}

/** Its letters and digits alone, in lower case. */
function alphanumericsOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function stripTrailingDigits(letters: string): string {
  return letters.replace(/\p{N}+$/u, '')
}

/** The refusal of a weak password, beside the field of this name. */
export function weakPasswordError(path: 'password' | 'newPassword'): AppError {
  return appError('weak-password', { issues: [{ path, message: errorCatalogue['weak-password'].message }] })
}

// Member rules: deletion and role checks, search words, community totals.
import type { AnyError } from '#shared/common-errors.ts'
import { asciiEmail } from '#shared/international-domain.ts'
import { memberErrors } from './errors.ts'

const searchWordsMax = 8

/** The error of a forbidden change of the garden angel role; null when it is allowed (USR-09). */
export function gardenAngelError(
  target: { isAdmin: boolean; isBanned: boolean },
  isGranted: boolean,
): AnyError | null {
  if (target.isAdmin) return memberErrors.target_is_admin
  return isGranted && target.isBanned ? memberErrors.target_is_banned : null
}

/**
 * The effect of a new address from an administrator (USR-25). It replaces the one that signs in, or only that of the
 * profile. Refused for members with a role, who correct it themselves, and for accounts at Google or Firebase.
 */
export type EmailChangeEffect = (typeof emailChangeEffects)[number]
export const emailChangeEffects = ['sign-in', 'profile', 'refused-role', 'refused-elsewhere'] as const

/** `signIn` is the member's sign-in address; a member without an account has none. */
export function emailChangeEffect(
  target: { isAdmin: boolean; isGardenAngel: boolean },
  signIn: { email: string | null; isConfirmed: boolean; hasPassword: boolean; isExternal: boolean },
): EmailChangeEffect {
  if (signIn.email === null || signIn.isConfirmed) return 'profile'
  if (target.isAdmin || target.isGardenAngel) return 'refused-role'
  return signIn.hasPassword && !signIn.isExternal ? 'sign-in' : 'refused-elsewhere'
}

/** How a member gets a link to choose a new password, other than by asking for it (USR-29). */
export const resetLinkWays = ['mail', 'operator', 'none'] as const
export type ResetLinkWay = (typeof resetLinkWays)[number]

/**
 * An administrator has it mailed to the confirmed address of a member without a role; else the operator prints one.
 * `hasMail`: the server has an SMTP server.
 */
export function resetLinkWay(
  target: { isAdmin: boolean; isGardenAngel: boolean },
  signIn: { email: string | null; isConfirmed: boolean },
  { hasMail, isBuiltin }: { hasMail: boolean; isBuiltin: boolean },
): ResetLinkWay {
  if (target.isAdmin || target.isGardenAngel || signIn.email === null || !isBuiltin) return 'none'
  return hasMail && signIn.isConfirmed ? 'mail' : 'operator'
}

/** The error of a forbidden deletion; null when it is allowed (USR-09, USR-26). */
export function deletionError(adminId: number, target: { id: number; isAdmin: boolean }): AnyError | null {
  if (target.id === adminId) return memberErrors.target_is_self
  return target.isAdmin ? memberErrors.target_is_admin : null
}

/**
 * Splits a search into words, all of which must match; limits their number to bound the query. Names keep few
 * invisible characters, which the database ignores.
 */
export function searchWords(search: string): string[] {
  return (
    search
      .replace(/\p{DI}/gu, '')
      .normalize('NFC')
      .split(/\s+/)
      // Addresses are stored with their domain in ASCII.
      .map((word) => (word.includes('@') ? (asciiEmail(word.toLowerCase()) ?? word) : word))
      .filter((word) => word !== '')
      .slice(0, searchWordsMax)
  )
}

/**
 * Community totals in minutes (TOT-05). `totalMinutes` includes adjustments; `dailyAverage` and `monthlyTotal`
 * don't. `dailyAverage` is per day with a session.
 */
export function computeTotals({
  seconds,
  adjustedMinutes,
  daysWithSession,
  monthSeconds,
}: {
  seconds: number
  adjustedMinutes: number
  daysWithSession: number
  monthSeconds: number
}): { totalMinutes: number; dailyAverage: number; monthlyTotal: number } {
  const sessionMinutes = Math.floor(seconds / 60)
  return {
    totalMinutes: sessionMinutes + adjustedMinutes,
    dailyAverage: daysWithSession === 0 ? 0 : sessionMinutes / daysWithSession,
    monthlyTotal: Math.floor(monthSeconds / 60),
  }
}

// Auth rules: session lifetime, persona, account fields, email changes, initial names, and link lifetimes.
import * as z from 'zod/mini'
import { nameMaxChars, sessionIdleMs, sessionMaxMs, sessionRememberedMs } from '#shared/constants.ts'
import { timestampToMs } from '#shared/day.ts'
import { displayNameSchema } from '#shared/display-name.ts'
import { t } from '#shared/i18n/t.ts'
import { asciiEmail } from '#shared/international-domain.ts'
import { personaOf, type Persona } from '#shared/roles.ts'
import { truncateUtf16 } from '#shared/text.ts'
import type { Account, Identity } from './contract.ts'

/** The absolute expiry (epoch milliseconds) of a session, however often it is used. */
export function sessionExpiresAtMs(remembered: boolean, openedAtMs: number): number {
  return openedAtMs + (remembered ? sessionRememberedMs : sessionMaxMs)
}

/** True until the session expires. Sessions that aren't remembered also expire when idle (AUTH-23). */
export function isSessionAlive(times: SessionTimes, nowMs: number): boolean {
  return nowMs < sessionAliveUntilMs(times)
}

interface SessionTimes {
  remembered: boolean
  expiresAtMs: number
  lastUsedAtMs: number
}

/** When the session expires (epoch milliseconds) if it isn't used again. */
export function sessionAliveUntilMs({ remembered, expiresAtMs, lastUsedAtMs }: SessionTimes): number {
  return remembered ? expiresAtMs : Math.min(expiresAtMs, lastUsedAtMs + sessionIdleMs)
}

/**
 * The persona of a live session, or of one that a ban ended. The latter reports the ban. Once the ban is lifted, it
 * stays ended, and the member signs in again (AUTH-24).
 */
export function personaOfSession(
  user: (NonNullable<Parameters<typeof personaOf>[0]> & { bannedUntil: string | null }) | null,
  { endedByBan, nowMs }: { endedByBan: boolean; nowMs: number },
): Persona {
  // A cached session doesn't notice that the time of a ban is over.
  const isOver = user !== null && user.bannedUntil !== null && timestampToMs(user.bannedUntil) <= nowMs
  const isBanned = user?.isBanned === true && !isOver
  return endedByBan && !isBanned ? 'anonymous' : personaOf(user && { ...user, isBanned })
}

/** An account as stored, with the newest version of the terms that the member accepted; 0 for none. */
export type StoredAccount = Omit<Account, 'mustAcceptTerms' | 'emailCorrectedAt' | 'mayHost'> & {
  mayHost: boolean
  /** Null for a member from before versions were stored. */
  termsVersion: number | null
  emailCorrectedAt: string | null
}

/**
 * Copies only the account fields, so that no other property of the object is sent. A member from before versions were
 * stored counts as one who accepted the first.
 */
export function toAccount(
  user: StoredAccount,
  { termsVersion, materialTermsVersion }: { termsVersion: number; materialTermsVersion: number },
): Account {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    pendingEmail: user.pendingEmail,
    isAdmin: user.isAdmin,
    isGardenAngel: user.isGardenAngel,
    ...(user.mayHost ? { mayHost: true } : {}),
    profilePicture: user.profilePicture,
    profileCompleted: user.profileCompleted,
    isUnlisted: user.isUnlisted,
    language: user.language,
    mustAcceptTerms: (user.termsVersion ?? 1) < materialTermsVersion ? termsVersion : null,
    ...(user.emailCorrectedAt === null ? {} : { emailCorrectedAt: user.emailCorrectedAt }),
    createdAt: user.createdAt,
  }
}

/** Whether who accepts this version now is not asked again: it is the last material one, or a later one. */
export function isAcceptableTerms(
  version: number,
  { termsVersion, materialTermsVersion }: { termsVersion: number; materialTermsVersion: number },
): boolean {
  return version > 0 && version >= materialTermsVersion && version <= termsVersion
}

/** Whether the setting ADMIN_EMAILS contains the identity's address. Only a verified address counts (OPS-10). */
export function isConfiguredAdmin(
  { email, emailVerified }: Pick<Identity, 'email' | 'emailVerified'>,
  adminEmails: readonly string[],
): boolean {
  return emailVerified && adminEmails.includes(email.toLowerCase())
}

/** Whether two texts are one address, in either form of its domain. */
export function isSameEmail(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => {
    const email = text.trim().toLowerCase()
    return asciiEmail(email) ?? email
  })
  return one === other
}

/** The effect of saving a profile with an address: request a change, cancel one, or neither (PROF-17). */
export function emailChangeIntent(
  { email, pendingEmail }: Pick<Account, 'email' | 'pendingEmail'>,
  requestedEmail: string,
): 'request' | 'cancel' | 'none' {
  const isRequested = (other: string | null) => other !== null && isSameEmail(other, requestedEmail)
  if (isRequested(email)) return pendingEmail === null ? 'none' : 'cancel'
  return isRequested(pendingEmail) ? 'none' : 'request'
}

/** The initial display name: the external account's name, else the start of the address, if the name rules allow. */
export function suggestDisplayName(externalName: string, email: string): string {
  const schema = displayNameSchema()
  for (const text of [externalName, email.split('@', 1)[0] ?? '']) {
    const { success, data } = z.safeParse(schema, truncateUtf16(text.trim(), nameMaxChars))
    if (success) return data
  }
  return t('New member')
}

/**
 * Whether Google vouches for the current owner of an address (in lower case): Gmail, or a hosted domain
 * (`hd`). For other addresses Google verified the owner only at sign-up, and addresses change hands.
 */
export function isGoogleAuthoritativeFor(email: string, hd: string | undefined): boolean {
  return hd ? true : /@(gmail|googlemail)\.com$/.test(email)
}

/** Mails to unconfirmed addresses in an hour, for the whole community; the others wait (T71). */
export const unconfirmedMailsPerHour = 600

/**
 * The mailbox of an address: `name+tag@…` is delivered to `name@…`. Gmail has one mailbox for both of its domains, and
 * ignores dots (T88).
 */
export function mailboxOf(email: string): string {
  const mailbox = email.toLowerCase().replace(/(?<=[^@])\+[^@]*(?=@)/, '')
  const [name = '', domain = ''] = mailbox.split('@')
  return gmailDomains.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : mailbox
}

const gmailDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/** Lifetime of a mailed link. */
export const linkLifetimeMs = {
  reset: 3_600_000,
  verify: 24 * 3_600_000,
  join: 24 * 3_600_000,
  'undo-email-change': 7 * 24 * 3_600_000,
} as const

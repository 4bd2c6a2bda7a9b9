// What follows from a session and its user: how long it lives, who its caller is, and what is told of an account.
import * as z from 'zod/mini'
import { nameMaxChars, sessionIdleMs, sessionMaxMs, sessionRememberedMs } from '#shared/constants.ts'
import { personaOf, type Persona } from '#shared/roles.ts'
import { truncateUtf16 } from '#shared/text.ts'
import { displayNameSchema } from '#features/profile/display-name.ts'
import type { Account, Identity } from './contract.ts'

/** When a session opened at a moment (epoch milliseconds) ends, however often it is used. */
export function sessionEndMs(remembered: boolean, openedAtMs: number): number {
  return openedAtMs + (remembered ? sessionRememberedMs : sessionMaxMs)
}

/** Whether a session can be used at a moment: until its end, and only while it is in use if it isn't remembered (AUTH-23). */
export function isSessionAlive(facts: SessionTimes, nowMs: number): boolean {
  return nowMs < sessionAliveUntilMs(facts)
}

interface SessionTimes {
  remembered: boolean
  endsAtMs: number
  lastUsedAtMs: number
}

/** Until when a session can be used (epoch milliseconds), if it isn't used meanwhile. */
export function sessionAliveUntilMs({ remembered, endsAtMs, lastUsedAtMs }: SessionTimes): number {
  return remembered ? endsAtMs : Math.min(endsAtMs, lastUsedAtMs + sessionIdleMs)
}

/**
 * The kind of caller that a live session makes. One that a ban ended still tells its person about the ban; once
 * the ban is lifted it opens nothing, and the person signs in again (AUTH-24).
 */
export function personaOfSession(user: Parameters<typeof personaOf>[0], endedByBan: boolean): Persona {
  return endedByBan && !user?.isBanned ? 'anonymous' : personaOf(user)
}

/** The part of a user that goes out, and nothing else that the given object holds. */
export function toAccount(user: Account): Account {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    pendingEmail: user.pendingEmail,
    isAdmin: user.isAdmin,
    isGardenAngel: user.isGardenAngel,
    profilePicture: user.profilePicture,
    profileCompleted: user.profileCompleted,
    createdAt: user.createdAt,
  }
}

/** Whether an identity's address is one that makes an administrator: only once it is proved (OPS-10). */
export function isConfiguredAdmin(
  { email, emailVerified }: Pick<Identity, 'email' | 'emailVerified'>,
  adminEmails: readonly string[],
): boolean {
  return emailVerified && adminEmails.includes(email.toLowerCase())
}

/** What a member does who saves a profile with an address: asks for another, calls that off, or neither (PROF-17). */
export function emailChangeIntent(
  { email, pendingEmail }: Pick<Account, 'email' | 'pendingEmail'>,
  wished: string,
): 'ask' | 'call off' | 'nothing' {
  const isPresent = wished.toLowerCase() === email.toLowerCase()
  if (isPresent) return pendingEmail === null ? 'nothing' : 'call off'
  return wished.toLowerCase() === pendingEmail?.toLowerCase() ? 'nothing' : 'ask'
}

/** The display name to begin with: what an account elsewhere is called by, as far as it may be a name here. */
export function suggestDisplayName(called: string, email: string): string {
  const schema = displayNameSchema('A name')
  for (const text of [called, email.split('@', 1)[0] ?? '']) {
    const { success, data } = z.safeParse(schema, truncateUtf16(text.trim(), nameMaxChars))
    if (success) return data
  }
  return 'New member'
}

/**
 * Whether Google knows whose an address (in lower case) is today: one of its own, or of an organisation whose mail it
 * keeps (`hd`). Of any other it knows only that it was theirs when they made the account, and addresses change hands.
 */
export function isGoogleAuthoritativeFor(email: string, hd: string | undefined): boolean {
  return hd ? true : /@(gmail|googlemail)\.com$/.test(email)
}

/** How long a mailed link is good. */
export const linkLifetimeMs = {
  reset: 3_600_000,
  verify: 24 * 3_600_000,
  'undo-email-change': 7 * 24 * 3_600_000,
} as const

// The tables of sessions and of the built-in identity provider; the columns are described in migrations/.
import type { Generated } from 'kysely'
import type { Moment, MomentOrNull } from './tables-columns.ts'

export interface Sessions {
  id: Generated<number>
  tokenHash: Buffer
  provider: string
  uid: string
  email: string
  name: string
  emailVerified: boolean
  remembered: boolean
  createdAt: Moment
  lastUsedAt: Moment
  expiresAt: Moment
  ip: string | null
  revokedAt: MomentOrNull
  revokedBy: 'sign-out' | 'ban' | 'deletion' | 'password' | null
}

/** Kept by the database itself. */
export interface SessionChanges {
  /** A number of 64 bits, as text. */
  xid: string
  what: 'session' | 'user' | 'swept'
  id: number
}

export interface IdentityUsers {
  id: string
  name: string
  email: string
  emailVerified: boolean
  createdAt: Moment
  updatedAt: Moment
}

export interface IdentityAccounts {
  id: string
  accountId: string
  userId: string
  providerId: string
  password: string | null
  createdAt: Moment
  updatedAt: Moment
}

export interface IdentitySessions {
  id: string
  token: string
}

export interface MailedLinks {
  tokenHash: Buffer
  purpose: 'reset' | 'verify' | 'undo-email-change'
  uid: string
  email: string
  sessionId: number | null
  createdAt: Moment
  expiresAt: Moment
}

export interface OutsideIdentities {
  provider: 'firebase' | 'google'
  subject: string
  uid: string
  email: string
  emailVerified: boolean
  provenSince: MomentOrNull
  createdAt: Moment
}

export interface IdentityRemovals {
  subjectHash: Buffer
  subject: string | null
  attempts: Generated<number>
  queuedAt: Moment
  nextAttemptAt: Moment
}

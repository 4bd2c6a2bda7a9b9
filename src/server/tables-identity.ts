// Table types of sessions and the built-in identity provider; migrations/ describes the columns.
import type { Generated } from 'kysely'
import type { Timestamp, NullableTimestamp } from './tables-columns.ts'

export interface Sessions {
  id: Generated<number>
  tokenHash: Buffer
  provider: string
  uid: string
  email: string
  name: string
  emailVerified: boolean
  remembered: boolean
  createdAt: Timestamp
  lastUsedAt: Timestamp
  expiresAt: Timestamp
  ip: string | null
  revokedAt: NullableTimestamp
  revokedBy: 'sign-out' | 'ban' | 'deletion' | 'password' | null
}

/** Written by triggers. */
export interface SessionChanges {
  /** A 64-bit number as text. */
  xid: string
  what: 'session' | 'user' | 'swept'
  id: number
}

export interface IdentityUsers {
  id: string
  name: string
  email: string
  emailVerified: boolean
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface IdentityAccounts {
  id: string
  accountId: string
  userId: string
  providerId: string
  password: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
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
  createdAt: Timestamp
  expiresAt: Timestamp
}

export interface OutsideIdentities {
  provider: 'firebase' | 'google'
  subject: string
  uid: string
  email: string
  emailVerified: boolean
  provenSince: NullableTimestamp
  createdAt: Timestamp
}

export interface IdentityRemovals {
  subjectHash: Buffer
  subject: string | null
  attempts: Generated<number>
  queuedAt: Timestamp
  nextAttemptAt: Timestamp
}

// The table types of accounts, their links and mails.
import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from './column-types.ts'

interface IdentityUsers {
  id: string
  name: string
  email: string
  emailVerified: boolean
  /** Whether the address was proved by someone signed in to the account (T70). */
  emailProvedSignedIn: Generated<boolean>
  createdAt: Timestamp
  updatedAt: Timestamp
}

interface IdentityAccounts {
  id: string
  accountId: string
  userId: string
  providerId: string
  password: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

interface IdentitySessions {
  id: string
  token: string
}

interface MailedLinks {
  tokenHash: Buffer
  purpose: 'reset' | 'verify' | 'undo-email-change'
  uid: string
  email: string
  sessionId: number | null
  createdAt: Timestamp
  expiresAt: Timestamp
}

interface OutsideIdentities {
  provider: 'firebase' | 'google'
  subject: string
  uid: string
  email: string
  emailVerified: boolean
  provenSince: NullableTimestamp
  createdAt: Timestamp
}

interface IdentityRemovals {
  subjectHash: Buffer
  subject: string | null
  queuedAt: Timestamp
}

interface MailLimits {
  key: Buffer
  fullAt: Timestamp
  jobKey: string
}

export interface IdentityTables {
  identity_users: IdentityUsers
  identity_accounts: IdentityAccounts
  identity_sessions: IdentitySessions
  mailed_links: MailedLinks
  outside_identities: OutsideIdentities
  identity_removals: IdentityRemovals
  mail_limits: MailLimits
}

// Table types of first-admin links and idempotency keys; migrations/ describes the columns.
import type { ColumnType } from 'kysely'
import type { Timestamp } from './tables-columns.ts'

export interface FirstAdminLinks {
  tokenHash: Buffer
  createdAt: Timestamp
  expiresAt: Timestamp
}

export interface IdempotencyKeys {
  userId: number
  call: string
  key: string
  inputHash: Buffer
  answer: ColumnType<unknown, string | null | undefined, string | null>
  createdAt: Timestamp
}

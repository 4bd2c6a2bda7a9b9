// The tables by which something is allowed once; the columns are described in migrations/.
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

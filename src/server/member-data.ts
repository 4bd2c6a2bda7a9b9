// Member data: what a feature stores about a member, for their export and their erasure.
import type * as z from 'zod/mini'
import type { User } from './context.ts'
import type { Executor } from './db/database.ts'

/** A feature's part of a member's data export (PROF-22). */
export interface ExportedPart {
  /** Its key in the file. Parts of the same name are joined. */
  readonly name: string
  readonly schema: z.ZodMiniObject
  /** Reads it, each list with its newest `rowsMax` rows. */
  read(tx: Executor, member: Pick<User, 'id' | 'uid'>, rowsMax: number): Promise<object>
}

export interface MemberData {
  readonly exported?: ExportedPart
  /**
   * Deletes the rows that only the member uses (USR-15), in the transaction of the erasure. Their account is gone by
   * then: the address that it had confirmed, if any, is handed in.
   */
  readonly erase?: (tx: Executor, userId: number, confirmedEmail: string | null) => Promise<void>
}

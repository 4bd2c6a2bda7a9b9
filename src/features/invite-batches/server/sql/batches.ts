// SQL of lists of invited people.
import type { Executor } from '#server/db/database.ts'

interface NewBatch {
  createdAt: Date
  byId: number
  sentence: string
}

export async function insertInviteBatch(tx: Executor, batch: NewBatch): Promise<number> {
  const { id } = await tx.insertInto('invite_batches').values(batch).returning('id').executeTakeFirstOrThrow()
  return id
}

export interface StoredBatch {
  id: number
  createdAt: string
  sentence: string
  /** Null once their account was deleted. */
  maker: { id: number; name: string } | null
}

/** Newest first; all of them without `max`. */
export async function listBatches(db: Executor, max?: number): Promise<StoredBatch[]> {
  const rows = await db
    .selectFrom('invite_batches')
    .leftJoin('users as maker', (join) =>
      join.onRef('maker.id', '=', 'invite_batches.byId').on('maker.deletedAt', 'is', null),
    )
    .select(['invite_batches.id', 'invite_batches.createdAt', 'sentence'])
    .select(['maker.id as makerId', 'maker.name as makerName'])
    .orderBy('invite_batches.id', 'desc')
    .$if(max !== undefined, (query) => query.limit(max ?? 0))
    .execute()
  return rows.map(({ makerId, makerName, ...batch }) => ({
    ...batch,
    maker: makerId === null || makerName === null ? null : { id: makerId, name: makerName },
  }))
}

/** Locks a list against the other calls that change it; false for an unknown id. */
export async function lockBatchForUpdate(tx: Executor, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('invite_batches')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** With its people and their attendance; their invites are another table's. */
export async function deleteBatchRow(tx: Executor, id: number): Promise<void> {
  await tx.deleteFrom('invite_batches').where('id', '=', id).execute()
}

export async function isBatch(db: Executor, id: number): Promise<boolean> {
  const row = await db.selectFrom('invite_batches').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function clearBatchMaker(tx: Executor, userId: number): Promise<void> {
  await tx.updateTable('invite_batches').set({ byId: null }).where('byId', '=', userId).execute()
}

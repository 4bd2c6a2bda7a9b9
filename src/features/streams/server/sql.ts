// SQL of streams: their state, and the segments of their last minutes. The database's own `end_stream` ends one, also
// from triggers.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { SegmentArrival, Lead } from '../arrivals.ts'
import type { Rendition } from '../contract.ts'
import type { StreamState } from '../live-messages.ts'

/** A stream's row. */
export interface StoredStream extends Lead {
  sittingId: number
  state: StreamState
  version: number
  offsetMs: number | null
  teacherId: number | null
  deskId: string | null
  testDeskId: string | null
  isClosed: boolean
  arrivedAtMs: number | null
  /** Set by a host; null while the lead is measured. */
  chosenLeadMs: number | null
  /** Ended by someone, or with the right of who speaks; an outside playlist doesn't bring it back. */
  isStopped: boolean
  /** Who made the key of an encoder; null without one. */
  keyUserId: number | null
  /** Of an outside playlist: from this segment on stamps are ahead by `jumpMs` more; null without a jump. */
  jumpSeq: number | null
  jumpMs: number | null
}

const columns = [
  ...(['sittingId', 'state', 'version', 'leadMs', 'leadAtMs', 'offsetMs'] as const),
  ...(['teacherId', 'deskId', 'testDeskId', 'isClosed', 'arrivedAtMs'] as const),
  ...(['chosenLeadMs', 'isStopped', 'keyUserId', 'jumpSeq', 'jumpMs'] as const),
] as const

export async function findStream(db: Executor, sittingId: number): Promise<StoredStream | null> {
  const row = await db
    .selectFrom('streams')
    .select(columns)
    .where('sittingId', '=', sittingId)
    .executeTakeFirst()
  return row ?? null
}

/** Locks a stream until the transaction ends; inserts it when there is none. */
export async function lockStream(tx: Executor, sittingId: number): Promise<StoredStream> {
  await tx
    .insertInto('streams')
    .values({ sittingId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('streams')
    .select(columns)
    .where('sittingId', '=', sittingId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Locks the stream of a key until the transaction ends; null without one. */
export async function lockStreamOfKey(tx: Executor, keyHash: Buffer): Promise<StoredStream | null> {
  const row = await tx
    .selectFrom('streams')
    .select(columns)
    .where('keyHash', '=', keyHash)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Saves what is given of a locked stream. */
export async function updateStream(
  tx: Executor,
  sittingId: number,
  change: Partial<Omit<StoredStream, 'sittingId'>> & { keyHash?: Buffer },
): Promise<void> {
  await tx.updateTable('streams').set(change).where('sittingId', '=', sittingId).execute()
}

/** Ends a locked stream, and deletes its segments. */
export async function stopStreamRow(tx: Executor, sittingId: number): Promise<void> {
  await sql`select end_stream(${sittingId})`.execute(tx)
}

/** Ends every stream whose teacher may no longer speak, as a mute that ended its transaction meanwhile. */
export async function stopStreamsWithoutRight(db: Executor): Promise<void> {
  await sql`select end_streams_without_right()`.execute(db)
}

/** Whether someone may speak in a sitting, and so hear the test of its desk. */
export async function mayTeach(db: Executor, userId: number, sittingId: number): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select may_teach(${userId}, ${sittingId}) as may`.execute(db)
  return rows[0]?.may ?? false
}

export interface StoredRendition {
  rendition: Rendition
  nextSeq: number
  stampEndMs: number | null
  gaps: number
}

export async function findRenditions(db: Executor, sittingId: number): Promise<StoredRendition[]> {
  return db
    .selectFrom('stream_renditions')
    .select(['rendition', 'nextSeq', 'stampEndMs', 'gaps'])
    .where('sittingId', '=', sittingId)
    .execute()
}

/** How far a rendition of a locked stream is. */
export async function renditionOf(
  tx: Executor,
  sittingId: number,
  rendition: Rendition,
): Promise<StoredRendition> {
  const stored = (await findRenditions(tx, sittingId)).find((each) => each.rendition === rendition)
  return stored ?? { rendition, nextSeq: 0, stampEndMs: null, gaps: 0 }
}

export async function saveRendition(tx: Executor, sittingId: number, stored: StoredRendition): Promise<void> {
  await tx
    .insertInto('stream_renditions')
    .values({ sittingId, ...stored })
    .onConflict((conflict) => conflict.columns(['sittingId', 'rendition']).doUpdateSet(stored))
    .execute()
}

/** The first bytes that are in force after the segments so far; null without any. */
export async function latestInit(
  db: Executor,
  sittingId: number,
  rendition: Rendition,
): Promise<{ fromSeq: number; bytes: Buffer } | null> {
  const row = await db
    .selectFrom('stream_inits')
    .select(['fromSeq', 'bytes'])
    .where('sittingId', '=', sittingId)
    .where('rendition', '=', rendition)
    .orderBy('fromSeq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function saveInit(
  tx: Executor,
  init: { sittingId: number; rendition: Rendition; fromSeq: number; bytes: Buffer },
): Promise<void> {
  await tx
    .insertInto('stream_inits')
    .values(init)
    .onConflict((conflict) =>
      conflict.columns(['sittingId', 'rendition', 'fromSeq']).doUpdateSet({ bytes: init.bytes }),
    )
    .execute()
}

export interface NewSegment extends SegmentArrival {
  sittingId: number
  rendition: Rendition
  seq: number
  startsAtMs: number
  gaps: number
  bytes: Buffer
}

/** Inserts a segment; false if its number is taken. */
export async function insertSegment(tx: Executor, segment: NewSegment): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('stream_segments')
    .values(segment)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Whether a stored segment has these bytes. */
export async function isStoredSegment(
  tx: Executor,
  { sittingId, rendition, seq, bytes }: Pick<NewSegment, 'sittingId' | 'rendition' | 'seq' | 'bytes'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('stream_segments')
    .select('seq')
    .where('sittingId', '=', sittingId)
    .where('rendition', '=', rendition)
    .where('seq', '=', seq)
    .where('bytes', '=', bytes)
    .executeTakeFirst()
  return row !== undefined
}

/** The arrivals after a moment whose place comes from an offset, in their order; none of tests. */
export async function arrivalsSince(
  tx: Executor,
  sittingId: number,
  { offsetMs, afterMs }: { offsetMs: number; afterMs: number },
): Promise<(SegmentArrival & { rendition: Rendition })[]> {
  return tx
    .selectFrom('stream_segments')
    .select(['rendition', 'stampMs', 'durationMs', 'arrivedAtMs'])
    .where('sittingId', '=', sittingId)
    .where('rendition', '<>', 'test')
    .where('arrivedAtMs', '>', afterMs)
    .where((row) => row(sql<number>`"startsAtMs" - "stampMs"`, '=', offsetMs))
    .orderBy('arrivedAtMs')
    .orderBy('seq')
    .execute()
}

/** Moves the segments that an offset has placed. */
export async function shiftSegments(
  tx: Executor,
  sittingId: number,
  { offsetMs, byMs }: { offsetMs: number; byMs: number },
): Promise<void> {
  await tx
    .updateTable('stream_segments')
    .set((row) => ({ startsAtMs: row('startsAtMs', '+', byMs) }))
    .where('sittingId', '=', sittingId)
    .where('rendition', '<>', 'test')
    .where((row) => row(sql<number>`"startsAtMs" - "stampMs"`, '=', offsetMs))
    .execute()
}

/** Deletes a rendition's segments: a test begins anew. */
export async function deleteSegments(tx: Executor, sittingId: number, rendition: Rendition): Promise<void> {
  await tx
    .deleteFrom('stream_segments')
    .where('sittingId', '=', sittingId)
    .where('rendition', '=', rendition)
    .execute()
}

/** What nodes know of a stream besides its bytes. */
export interface StreamContent {
  stream: StoredStream | null
  segments: {
    rendition: Rendition
    seq: number
    startsAtMs: number
    durationMs: number
    gaps: number
    initFrom: number
  }[]
}

/** A stream and its segments in their order, without their bytes. */
export async function readContent(db: Executor, sittingId: number): Promise<StreamContent> {
  const { rows } = await sql<{ stream: StoredStream | null; segments: StreamContent['segments'] }>`
    select
      (select to_json(streams) from streams where "sittingId" = ${sittingId}) as stream,
      coalesce((
        select json_agg(json_build_object(
          'rendition', rendition, 'seq', seq, 'startsAtMs', "startsAtMs", 'durationMs', "durationMs", 'gaps', gaps,
          'initFrom', (
            select max("fromSeq") from stream_inits init
            where init."sittingId" = segment."sittingId" and init.rendition = segment.rendition and "fromSeq" <= seq
          )
        ) order by seq)
        from stream_segments segment where "sittingId" = ${sittingId}
      ), '[]') as segments`.execute(db)
  return rows[0] ?? { stream: null, segments: [] }
}

/** The bytes of a segment; null when it isn't stored any more. */
export async function readSegment(
  db: Executor,
  { sittingId, rendition, seq }: Pick<NewSegment, 'sittingId' | 'rendition' | 'seq'>,
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('stream_segments')
    .select('bytes')
    .where('sittingId', '=', sittingId)
    .where('rendition', '=', rendition)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return row?.bytes ?? null
}

/** The first bytes from a segment on; null when they aren't stored any more. */
export async function readInit(
  db: Executor,
  { sittingId, rendition, seq }: Pick<NewSegment, 'sittingId' | 'rendition' | 'seq'>,
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('stream_inits')
    .select('bytes')
    .where('sittingId', '=', sittingId)
    .where('rendition', '=', rendition)
    .where('fromSeq', '=', seq)
    .executeTakeFirst()
  return row?.bytes ?? null
}

/** Deletes segments that arrived before a moment; at most `max`. Returns their number. */
export async function deleteSegmentsBefore(db: Executor, beforeMs: number, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from stream_segments where ctid in (
      select ctid from stream_segments where "arrivedAtMs" < ${beforeMs} limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** A stream without new segments since a moment is off; true if it was on. */
export async function switchOff(db: Executor, sittingId: number, silentSinceMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('streams')
    .set((row) => ({ state: 'off', version: row('version', '+', 1) }))
    .where('sittingId', '=', sittingId)
    .where('state', '=', 'on')
    .where(({ or, eb }) => or([eb('arrivedAtMs', 'is', null), eb('arrivedAtMs', '<', silentSinceMs)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The name of a member. */
export async function nameOf(db: Executor, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst()
  return row?.name ?? null
}

/** Ends the streams in which someone speaks and the keys that they made, and forgets that they did. */
export async function stopStreamsOf(tx: Executor, userId: number): Promise<void> {
  await tx
    .updateTable('streams')
    .set({ keyHash: null, keyUserId: null })
    .where('keyUserId', '=', userId)
    .execute()
  await sql`select end_stream("sittingId") from streams where "teacherId" = ${userId}`.execute(tx)
  await tx
    .updateTable('streams')
    .set({ teacherId: null, deskId: null, testDeskId: null, isStopped: true })
    .where('teacherId', '=', userId)
    .execute()
}

// SQL of cases: reports, claims, decisions, their undo, their erasure and retention.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { DecisionReason } from '#shared/decision-reasons.ts'
import type { DecisionAction } from '../../cases-contract.ts'
import type { ReportReason } from '../../member-contract.ts'

const changedNow = sql<string>`clock_timestamp()`

/** A message that can be reported. */
export interface ReportedMessage {
  id: number
  userId: number
  text: string
  day: string
  sentAt: string
}

/** A message of these days that isn't deleted or held, locked against its deletion; null without it. */
export async function lockMessageShared(
  tx: Executor,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<ReportedMessage | null> {
  const row = await tx
    .selectFrom('chat_messages')
    .select(['id', 'userId', 'message as text', 'sessionDate as day', 'timestamp as sentAt'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('heldAt', 'is', null)
    .where('sessionDate', '>=', from)
    .where('sessionDate', '<=', to)
    .forShare()
    .executeTakeFirst()
  return row ?? null
}

export interface StoredReport {
  id: number
  caseId: number
  reason: ReportReason
  note: string
  createdAt: string
}

/** A member's report of a message; null without one. */
export async function findReport(
  db: Executor,
  { messageId, reporterId }: { messageId: number; reporterId: number },
): Promise<StoredReport | null> {
  const row = await db
    .selectFrom('message_reports')
    .select(['id', 'caseId', 'reason', 'note', 'createdAt'])
    .where('messageId', '=', messageId)
    .where('reporterId', '=', reporterId)
    .executeTakeFirst()
  return row ?? null
}

interface NewReport {
  message: ReportedMessage
  reporterId: number
  reason: ReportReason
  note: string
  now: Date
}

/** Stores a report in the message's open case, which it opens if there is none; null if there is one of the reporter. */
export async function insertReport(
  tx: Executor,
  { message, reporterId, reason, note, now }: NewReport,
): Promise<StoredReport | null> {
  const { id: caseId } = await tx
    .insertInto('moderation_cases')
    .values({ userId: message.userId, messageId: message.id, textThen: message.text, createdAt: now })
    .onConflict((conflict) =>
      conflict.column('messageId').where('decidedAt', 'is', null).doUpdateSet({ changedAt: changedNow }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = await tx
    .insertInto('message_reports')
    .values({ caseId, messageId: message.id, reporterId, reason, note, createdAt: now })
    .onConflict((conflict) => conflict.columns(['messageId', 'reporterId']).doNothing())
    .returning(['id', 'caseId', 'reason', 'note', 'createdAt'])
    .executeTakeFirst()
  return row ?? null
}

/** The ids of those who reported a case. */
export async function listReporters(db: Executor, caseId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('message_reports')
    .select('reporterId')
    .where('caseId', '=', caseId)
    .where('reporterId', 'is not', null)
    .execute()
  return rows.flatMap(({ reporterId }) => reporterId ?? [])
}

/** Whether a report of a case says that someone worries about its member. */
export async function hasWorryingReport(db: Executor, caseId: number): Promise<boolean> {
  const row = await db
    .selectFrom('message_reports')
    .select('id')
    .where('caseId', '=', caseId)
    .where('reason', '=', 'worrying')
    .executeTakeFirst()
  return row !== undefined
}

/** How a reporter's decided reports of the time since `since` went. */
export async function countReportsSince(
  db: Executor,
  reporterIds: readonly number[],
  since: string,
): Promise<{ reporterId: number; reported: number; wrong: number }[]> {
  const rows = await db
    .selectFrom('message_reports')
    .innerJoin('moderation_cases', 'moderation_cases.id', 'message_reports.caseId')
    .select(({ fn }) => [
      'message_reports.reporterId',
      fn.countAll<number>().as('reported'),
      // Nothing to do, or a decision that was undone: the report was wrong.
      fn
        .countAll<number>()
        .filterWhere(({ or, eb }) =>
          or([eb('moderation_cases.action', '=', 'none'), eb('moderation_cases.undoneAt', 'is not', null)]),
        )
        .as('wrong'),
    ])
    .where('message_reports.reporterId', 'in', reporterIds)
    .where('message_reports.createdAt', '>', since)
    .where('moderation_cases.decidedAt', 'is not', null)
    .groupBy('message_reports.reporterId')
    .execute()
  return rows.flatMap(({ reporterId, ...counts }) => (reporterId === null ? [] : [{ reporterId, ...counts }]))
}

/** A case while the transaction locks its row. */
export interface LockedCase {
  id: number
  version: number
  userId: number | null
  messageId: number | null
  claimedBy: number | null
  claimedAt: string | null
  action: DecisionAction | null
  reason: DecisionReason | null
  minutes: number | null
  decidedBy: number | null
  decidedAt: string | null
  undoneAt: string | null
}

const lockedColumns = [
  'id',
  'version',
  'userId',
  'messageId',
  'claimedBy',
  'claimedAt',
  'action',
  'reason',
  'minutes',
  'decidedBy',
  'decidedAt',
  'undoneAt',
] as const

export async function lockCaseForUpdate(tx: Executor, id: number): Promise<LockedCase | null> {
  const row = await tx
    .selectFrom('moderation_cases')
    .select(lockedColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Without a lock: whom a case is about. */
export async function findMemberOfCase(db: Executor, id: number): Promise<{ userId: number | null } | null> {
  const row = await db.selectFrom('moderation_cases').select('userId').where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Null releases it. */
export async function saveClaim(
  tx: Executor,
  id: number,
  claim: { claimedBy: number; claimedAt: Date } | null,
): Promise<void> {
  await tx
    .updateTable('moderation_cases')
    .set({ ...(claim ?? { claimedBy: null, claimedAt: null }), changedAt: changedNow })
    .where('id', '=', id)
    .execute()
}

export interface NewDecision {
  action: DecisionAction
  reason: DecisionReason | null
  sentence: string
  minutes: number | null
  decidedBy: number
  decidedAt: Date
  /** Of a ban: null until an administrator has seen it. */
  seenAt?: Date | null
}

const toColumns = ({ reason, ...decision }: NewDecision) => ({
  ...decision,
  reason: reason && JSON.stringify(reason),
})

/** Decides a locked case. */
export async function saveDecision(tx: Executor, id: number, decision: NewDecision): Promise<void> {
  await tx
    .updateTable('moderation_cases')
    .set({
      ...toColumns(decision),
      version: sql`version + 1`,
      changedAt: changedNow,
      claimedBy: null,
      claimedAt: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Stores a case that was decided without a report; returns its id. */
export async function insertDecidedCase(
  tx: Executor,
  subject: { userId: number; messageId?: number; textThen?: string },
  decision: NewDecision,
): Promise<number> {
  const { id } = await tx
    .insertInto('moderation_cases')
    .values({ ...subject, ...toColumns(decision), createdAt: decision.decidedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The open case of a message, locked; null without one. */
export async function lockOpenCaseOf(tx: Executor, messageId: number): Promise<LockedCase | null> {
  const row = await tx
    .selectFrom('moderation_cases')
    .select(lockedColumns)
    .where('messageId', '=', messageId)
    .where('decidedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function saveUndo(
  tx: Executor,
  id: number,
  undo: { undoneBy: number; undoneAt: Date },
): Promise<void> {
  await tx
    .updateTable('moderation_cases')
    .set({ ...undo, version: sql`version + 1`, changedAt: changedNow })
    .where('id', '=', id)
    .execute()
}

/** The moments at which a moderator decided after `since`, oldest first: bans, or reported cases. */
export async function listDecisionTimes(
  tx: Executor,
  { decidedBy, since, of }: { decidedBy: number; since: string; of: 'bans' | 'reported' },
): Promise<string[]> {
  const decided = tx
    .selectFrom('moderation_cases')
    .select('decidedAt')
    .where('decidedBy', '=', decidedBy)
    .where('decidedAt', '>', since)
    .orderBy('decidedAt')
  const rows = await (
    of === 'bans'
      ? decided.where('action', '=', 'ban')
      : decided.where(({ exists, selectFrom, eb }) =>
          eb.or([
            eb('action', '=', 'mute'),
            exists(
              selectFrom('message_reports')
                .select('message_reports.id')
                .whereRef('message_reports.caseId', '=', 'moderation_cases.id'),
            ),
          ]),
        )
  ).execute()
  return rows.flatMap(({ decidedAt }) => decidedAt ?? [])
}

/** What a moderator decided after `since` and nobody undid, by id. */
export async function listDecisionsToUndo(
  tx: Executor,
  { decidedBy, since }: { decidedBy: number; since: string },
): Promise<{ id: number; userId: number | null }[]> {
  return tx
    .selectFrom('moderation_cases')
    .select(['id', 'userId'])
    .where('decidedBy', '=', decidedBy)
    .where('decidedAt', '>', since)
    .where('undoneAt', 'is', null)
    .where('action', '<>', 'none')
    .orderBy('id')
    .execute()
}

/** A case that changed of late, with what tells two of its states apart. */
export interface ChangedCase {
  id: number
  version: number
  reports: number
  claimedBy: number | null
  claimedAt: string | null
  messageId: number | null
  /** The day of its message's room. */
  day: string | null
  isFolded: boolean
  /** Whether its decision, and so its undo, is one about the message. */
  isAboutMessage: boolean
  /** Who was told something because of it. */
  told: readonly number[]
}

/** The cases that changed within the last `seconds`, by the database's clock. */
export async function listChangedCases(db: Executor, seconds: number): Promise<ChangedCase[]> {
  return db
    .selectFrom('moderation_cases')
    .leftJoin('chat_messages as chat', 'chat.id', 'moderation_cases.messageId')
    .select([
      'moderation_cases.id',
      'version',
      'claimedBy',
      'claimedAt',
      'messageId',
      'chat.sessionDate as day',
      sql<boolean>`coalesce(chat."foldedAt" is not null, false)`.as('isFolded'),
      sql<boolean>`coalesce(action in ('remove', 'mute', 'ban'), false)`.as('isAboutMessage'),
      sql<number>`(select count(*) from message_reports where "caseId" = moderation_cases.id)`.as('reports'),
      sql<number[]>`array(
        select "userId" from moderation_messages where "caseId" = moderation_cases.id order by "userId"
      )`.as('told'),
    ])
    .where('changedAt', '>', sql<string>`clock_timestamp() - make_interval(secs => ${seconds})`)
    .orderBy('moderation_cases.id')
    .execute()
}

/** Deletes up to `max` cases that were decided before a moment, with all that belongs to them; returns the number. */
export async function deleteOldCases(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from moderation_cases where id in (
      select id from moderation_cases where "decidedAt" < ${before}::timestamptz limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Marks a ban as seen; returns whether there is one. */
export async function markBanSeen(db: Executor, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('moderation_cases')
    .set(({ fn, val }) => ({ seenAt: fn.coalesce('seenAt', val(now)) }))
    .where('id', '=', id)
    .where('action', '=', 'ban')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Erases a member from cases: the kept text of what they said, and the notes of their reports. Open cases about them are
 * deleted. Decisions stay, without their name (MOD-20).
 */
export async function eraseCasesOf(tx: Executor, userId: number): Promise<void> {
  await tx
    .updateTable('message_reports')
    .set({ reporterId: null, note: '' })
    .where('reporterId', '=', userId)
    .execute()
  await tx
    .deleteFrom('moderation_cases')
    .where('userId', '=', userId)
    .where('decidedAt', 'is', null)
    .execute()
  await tx
    .updateTable('moderation_cases')
    .set({ userId: null, textThen: '', sentence: '', changedAt: changedNow })
    .where('userId', '=', userId)
    .execute()
  await tx
    .updateTable('moderation_cases')
    .set({ claimedBy: null, claimedAt: null })
    .where('claimedBy', '=', userId)
    .execute()
}

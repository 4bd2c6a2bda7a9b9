// SQL of the day's meditation, and of members' time in it.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { timestampToMs } from '#shared/day.ts'
import type { DailyMeditation, SessionRecord } from '../contract.ts'
import type { MemberClock, OpenSession } from '../session-time.ts'

/** The active meditation of a day, or null without one. */
export async function meditationOf(db: Executor, day: string): Promise<DailyMeditation | null> {
  const row = await db
    .selectFrom('schedules')
    .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
    .select([
      'schedules.date',
      'schedules.scheduledTime',
      'template.title',
      'template.description',
      'template.videoUrl',
      'template.thumbnailUrl',
      'template.captionsUrl',
      'template.instructor',
      'template.instructorTitle',
      'template.duration',
      'template.difficulty',
      'template.sessionSteps',
    ])
    .where('schedules.date', '=', day)
    .where('schedules.isActive', '=', true)
    .executeTakeFirst()
  return row ?? null
}

/** The template of a day with its length in minutes, or null without a meditation. */
export async function scheduledTemplate(
  db: Executor,
  day: string,
): Promise<{ date: string; templateId: number; duration: number } | null> {
  const row = await db
    .selectFrom('schedules')
    .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
    .select(['schedules.date', 'schedules.templateId', 'template.duration'])
    .where('schedules.date', '=', day)
    .where('schedules.isActive', '=', true)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Locks the member's clock until the transaction ends, and creates it at `now` if missing. Every operation on the
 * member's time takes this lock first, so that they run one at a time (I06).
 */
export async function lockClockForUpdate(tx: Executor, userId: number, now: Date): Promise<MemberClock> {
  const row = await tx
    .insertInto('meditation_clocks')
    .values({ userId, lastCreditAt: now, lastCallAt: now })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet((set) => ({ openVisits: set.ref('meditation_clocks.openVisits') })),
    )
    .returning(['lastCreditAt', 'lastCallAt', 'openVisits'])
    .executeTakeFirstOrThrow()
  return {
    lastCreditMs: timestampToMs(row.lastCreditAt),
    lastCallMs: timestampToMs(row.lastCallAt),
    openVisits: row.openVisits,
  }
}

/** Saves the clock that {@link lockClockForUpdate} returned. */
export async function saveClock(tx: Executor, userId: number, clock: MemberClock): Promise<void> {
  await tx.updateTable('meditation_clocks').set(clockRow(clock)).where('userId', '=', userId).execute()
}

function clockRow({ lastCreditMs, lastCallMs, openVisits }: MemberClock) {
  return { lastCreditAt: new Date(lastCreditMs), lastCallAt: new Date(lastCallMs), openVisits }
}

const columns = [
  'id',
  'userId',
  'sessionDate',
  'startTime',
  'endTime',
  'duration',
  'templateId',
  'completed',
  'createdAt',
] as const

/**
 * Closes the member's open session of a day if its last credit is older than `before`; it gets no further credit.
 */
export async function closeIdleSession(
  tx: Executor,
  { userId, day, before }: { userId: number; day: string; before: string },
): Promise<void> {
  await tx
    .updateTable('meditation_sessions')
    .set({ isOpen: false })
    .where('userId', '=', userId)
    .where('sessionDate', '=', day)
    .where('isOpen', '=', true)
    .where('endTime', '<', before)
    .execute()
}

interface NewSession {
  userId: number
  sessionDate: string
  templateId: number
  startTime: Date
}

/** Opens a session, or returns the one already open for that day with `isNew` false (I07). */
export async function openMeditationSession(
  tx: Executor,
  { userId, sessionDate, templateId, startTime }: NewSession,
): Promise<{ record: SessionRecord; isNew: boolean }> {
  const { isNew, ...record } = await tx
    .insertInto('meditation_sessions')
    .values({ userId, sessionDate, templateId, startTime, endTime: startTime, createdAt: startTime })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'sessionDate'])
        // A literal: PostgreSQL matches the partial index by its condition, which a parameter would hide.
        .where(sql.ref('isOpen'), '=', sql.lit(true))
        .doUpdateSet((set) => ({ isOpen: set.ref('meditation_sessions.isOpen') })),
    )
    .returning(columns)
    // xmax is 0 in a row that this statement inserted, and not in one that it updated.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  return { record, isNew }
}

/** Sessions, each with the length of its meditation in minutes. */
function selectSessions(db: Executor) {
  return db
    .selectFrom('meditation_sessions')
    .innerJoin('meditation_templates as template', 'template.id', 'meditation_sessions.templateId')
    .select(columns.map((column) => `meditation_sessions.${column}` as const))
    .select(['meditation_sessions.isOpen', 'template.duration as durationMinutes'])
}

/** A member's own session, open or ended, or null. */
export async function sessionOf(
  db: Executor,
  userId: number,
  id: number,
): Promise<{ record: SessionRecord; isOpen: boolean; durationMinutes: number } | null> {
  const row = await selectSessions(db)
    .where('meditation_sessions.id', '=', id)
    .where('meditation_sessions.userId', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { isOpen, durationMinutes, ...record } = row
  return { record, isOpen, durationMinutes }
}

/** Those of the sessions that are open, by id. */
export async function openSessionsOf(
  db: Executor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, OpenSession>> {
  const rows = await selectSessions(db)
    .where('meditation_sessions.id', 'in', ids)
    .where('meditation_sessions.isOpen', '=', true)
    .execute()
  return new Map(
    rows.map(({ isOpen: _, durationMinutes, ...record }) => [record.id, { record, durationMinutes }]),
  )
}

/** Saves a credit together with the clock; a completed session stays completed (I08). */
export async function saveCredit(
  tx: Executor,
  { id, userId, duration, completed, endTime }: SessionRecord,
  clock: MemberClock,
): Promise<void> {
  await tx
    .with('updatedClock', (db) =>
      db.updateTable('meditation_clocks').set(clockRow(clock)).where('userId', '=', userId),
    )
    .updateTable('meditation_sessions')
    .set({ duration, endTime, completed: sql<boolean>`completed or ${completed}` })
    .where('id', '=', id)
    .execute()
}

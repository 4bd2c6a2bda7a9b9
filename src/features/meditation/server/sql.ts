// SQL of members' time in the day's meditation.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { epochMs } from '#server/db/epoch-ms.ts'
import { isNotBanned } from '#server/db/standing-ban.ts'
import { localizedColumn } from '#server/db/translated-columns.ts'
import { timestampToMs } from '#shared/day.ts'
import type { VisitRecord } from '../contract.ts'
import type { BatchCreditResult, MemberClock, OpenVisit } from '../visit-time.ts'

/**
 * Locks the member's clock until the transaction ends, and creates it at `now` if missing. Every operation on the
 * member's time takes this lock first, so that they run one at a time (I06).
 */
export async function lockClockForUpdate(tx: Executor, userId: number, now: Date): Promise<MemberClock> {
  const row = await tx
    .insertInto('meditation_clocks')
    .values({ userId, lastCreditAt: now, lastCallAt: now })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet((set) => ({ openPages: set.ref('meditation_clocks.openPages') })),
    )
    .returning(['lastCreditAt', 'lastCallAt', 'openPages'])
    .executeTakeFirstOrThrow()
  return {
    lastCreditMs: timestampToMs(row.lastCreditAt),
    lastCallMs: timestampToMs(row.lastCallAt),
    openPages: row.openPages,
  }
}

/** Saves the clock that {@link lockClockForUpdate} returned. */
export async function saveClock(tx: Executor, userId: number, clock: MemberClock): Promise<void> {
  await tx.updateTable('meditation_clocks').set(clockRow(clock)).where('userId', '=', userId).execute()
}

function clockRow({ lastCreditMs, lastCallMs, openPages }: MemberClock) {
  return { lastCreditAt: new Date(lastCreditMs), lastCallAt: new Date(lastCallMs), openPages }
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
 * Closes the member's open visit of a day if its last credit is older than `before`, or if its template is another one. It
 * also closes one if the doors of a sitting have opened since its last credit. So no visit spans a sitting that its
 * member missed (MED-51). A closed one gets no further credit.
 */
export async function closePastVisit(
  tx: Executor,
  {
    userId,
    day,
    before,
    templateId,
    roomNow,
  }: { userId: number; day: string; before: string; templateId: number; roomNow: string },
): Promise<void> {
  await tx
    .updateTable('meditation_sessions')
    .set({ isOpen: false })
    .where('userId', '=', userId)
    .where('sessionDate', '=', day)
    .where('isOpen', '=', true)
    .where((visit) =>
      visit.or([
        visit('endTime', '<', before),
        visit('templateId', '<>', templateId),
        visit.exists(
          visit
            .selectFrom('sittings')
            .select('sittings.id')
            .where('roomDay', '=', day)
            .where('cancelledAt', 'is', null)
            .where('doorsAt', '<=', roomNow)
            .whereRef('doorsAt', '>', 'meditation_sessions.endTime'),
        ),
      ]),
    )
    .execute()
}

interface NewVisit {
  userId: number
  sessionDate: string
  templateId: number
  startTime: Date
}

/** Opens a visit, or returns the one already open for that day with `isNew` false (I07). */
export async function openVisit(
  tx: Executor,
  { userId, sessionDate, templateId, startTime }: NewVisit,
): Promise<{ record: VisitRecord; isNew: boolean }> {
  // A page that opens counts as visible: its first report comes later.
  const times = { startTime, endTime: startTime, createdAt: startTime, visibleAt: startTime }
  const { isNew, ...record } = await tx
    .insertInto('meditation_sessions')
    .values({ userId, sessionDate, templateId, ...times })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'sessionDate'])
        // A literal: PostgreSQL matches the partial index by its condition, which a parameter would hide.
        .where(sql.ref('isOpen'), '=', sql.lit(true))
        .doUpdateSet({ visibleAt: startTime }),
    )
    .returning(columns)
    // xmax is 0 in a row that this statement inserted, and not in one that it updated.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  return { record, isNew }
}

/** Visits, each with the length of its meditation. */
function selectVisits(db: Executor) {
  return db
    .selectFrom('meditation_sessions')
    .innerJoin('meditation_templates as template', 'template.id', 'meditation_sessions.templateId')
    .select(columns.map((column) => `meditation_sessions.${column}` as const))
    .select(['meditation_sessions.isOpen', 'template.duration as durationMinutes', 'template.mediaSeconds'])
}

/** A member's own visit, open or ended, or null. */
export async function visitOf(
  db: Executor,
  userId: number,
  id: number,
): Promise<(OpenVisit & { isOpen: boolean }) | null> {
  const row = await selectVisits(db)
    .where('meditation_sessions.id', '=', id)
    .where('meditation_sessions.userId', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { isOpen, durationMinutes, mediaSeconds, ...record } = row
  return { record, isOpen, durationMinutes, mediaSeconds }
}

/** Those of the visits that are open, by id. */
export async function openVisitsOf(
  db: Executor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, OpenVisit>> {
  const rows = await selectVisits(db)
    .where('meditation_sessions.id', 'in', ids)
    .where('meditation_sessions.isOpen', '=', true)
    .execute()
  return new Map(
    rows.map(({ isOpen: _, durationMinutes, mediaSeconds, ...record }) => [
      record.id,
      { record, durationMinutes, mediaSeconds },
    ]),
  )
}

/**
 * Saves a credit together with the clock, and with when the visit was visible, if it is; a completed visit stays
 * completed (I08).
 */
export async function saveCredit(
  tx: Executor,
  { id, userId, duration, completed, endTime }: VisitRecord,
  { clock, visibleAt }: { clock: MemberClock; visibleAt: Date | null },
): Promise<void> {
  await tx
    .with('updatedClock', (db) =>
      db.updateTable('meditation_clocks').set(clockRow(clock)).where('userId', '=', userId),
    )
    .updateTable('meditation_sessions')
    .set({ duration, endTime, completed: sql<boolean>`completed or ${completed}` })
    .$if(visibleAt !== null, (update) => update.set({ visibleAt }))
    .where('id', '=', id)
    .execute()
}

/** A past visit; `seconds` is its duration. */
export interface PastVisit {
  userId: number
  sessionDate: string
  templateId: number
  startTime: Date
  seconds: number
  completed: boolean
  isSample: boolean
}

/** A member's seconds per day with a visit, oldest first; sample visits count. */
export function selectSecondsByDay(
  db: Executor,
  userId: number,
): Promise<{ sessionDate: string; duration: number }[]> {
  return db
    .selectFrom('meditation_sessions')
    .select(['sessionDate', ({ fn }) => fn.sum<number>('duration').as('duration')])
    .where('userId', '=', userId)
    .groupBy('sessionDate')
    .orderBy('sessionDate')
    .execute()
}

/** The days with a visit of at least `secondsMin`, in order. */
export async function selectDaysSat(db: Executor, userId: number, secondsMin: number): Promise<string[]> {
  const rows = await db
    .selectFrom('meditation_sessions')
    .select('sessionDate')
    .distinct()
    .where('userId', '=', userId)
    .where('duration', '>=', secondsMin)
    .orderBy('sessionDate')
    .execute()
  return rows.map(({ sessionDate }) => sessionDate)
}

/** From when to when a member was in the room, in epoch milliseconds, without sample visits. */
export function selectVisitTimes(db: Executor, userId: number) {
  return db
    .selectFrom('meditation_sessions')
    .select(['sessionDate', 'duration'])
    .select([epochMs('startTime').as('fromMs'), epochMs('endTime').as('untilMs')])
    .where('userId', '=', userId)
    .where('isSample', '=', false)
    .execute()
}

/** Returns which of the days have visits of the member. */
export async function selectDaysWithVisits(
  db: Executor,
  userId: number,
  days: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('meditation_sessions')
    .select('sessionDate')
    .distinct()
    .where('userId', '=', userId)
    .where('sessionDate', 'in', days)
    .execute()
  return rows.map(({ sessionDate }) => sessionDate)
}

/** How many visits the member completed, and the end of the first. Sample visits are never completed. */
export async function selectCompleted(
  db: Executor,
  userId: number,
): Promise<{ count: number; firstEndedAt: string | null }> {
  return db
    .selectFrom('meditation_sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(({ fn }) => fn.min<string | null>('endTime').as('firstEndedAt'))
    .where('userId', '=', userId)
    .where('completed', '=', true)
    .executeTakeFirstOrThrow()
}

export async function insertPastVisits(tx: Executor, visits: readonly PastVisit[]): Promise<void> {
  if (visits.length === 0) return
  await tx
    .insertInto('meditation_sessions')
    .values(
      visits.map(({ seconds, startTime, ...visit }) => {
        const endTime = new Date(startTime.getTime() + seconds * 1_000)
        return { ...visit, duration: seconds, startTime, endTime, createdAt: startTime, isOpen: false }
      }),
    )
    .execute()
}

export async function deleteSampleVisits(tx: Executor, userId: number): Promise<void> {
  await tx
    .deleteFrom('meditation_sessions')
    .where('userId', '=', userId)
    .where('isSample', '=', true)
    .execute()
}

/** Deletes a member's visits and their clock. */
export async function deleteVisits(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('meditation_sessions').where('userId', '=', userId).execute()
  await tx.deleteFrom('meditation_clocks').where('userId', '=', userId).execute()
}

/** Locks the oldest template until the transaction ends; null if there is none. */
export async function lockAnyTemplateForKeyShare(tx: Executor): Promise<number | null> {
  const row = await tx
    .selectFrom('meditation_templates')
    .select('id')
    .orderBy('id')
    .limit(1)
    .modifyEnd(sql`for key share`)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Every visit with its meditation, newest first; `duration` is in seconds. */
export function selectVisitsForExport(db: Executor, userId: number, max: number) {
  return db
    .selectFrom('meditation_sessions as visit')
    .innerJoin('meditation_templates as template', 'template.id', 'visit.templateId')
    .select(['visit.id', 'sessionDate', 'startTime', 'endTime', 'visit.duration'])
    .select([localizedColumn('template', 'title').as('title'), 'completed', 'visit.isSample'])
    .where('userId', '=', userId)
    .orderBy('sessionDate', 'desc')
    .orderBy('visit.id', 'desc')
    .limit(max)
    .execute()
}

/**
 * Locks the clocks of the members who may report now, and returns them by member id. Clocks and members stay locked
 * until the transaction ends (I06, I11). Skips locked rows; a missing member is banned, erased, without a clock, or
 * locked by another transaction.
 */
export async function lockClocksSkipLocked(
  tx: Executor,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, MemberClock>> {
  const rows = await tx
    .selectFrom('meditation_clocks as clock')
    .innerJoin('users', 'users.id', 'clock.userId')
    .select(['clock.userId', 'clock.lastCreditAt', 'clock.lastCallAt', 'clock.openPages'])
    .where('clock.userId', 'in', userIds)
    .where(isNotBanned())
    .where('users.deletedAt', 'is', null)
    .orderBy('clock.userId')
    .modifyEnd(sql`for key share of users skip locked for no key update of clock skip locked`)
    .execute()
  return new Map(
    rows.map(({ userId, lastCreditAt, lastCallAt, openPages }) => [
      userId,
      { lastCreditMs: timestampToMs(lastCreditAt), lastCallMs: timestampToMs(lastCallAt), openPages },
    ]),
  )
}

/** Saves credited visits, and which are visible now, with their members' clocks; none of them completes a visit. */
export async function saveCredits(
  tx: Executor,
  { records: credited, clocks, visibleIds }: Omit<BatchCreditResult, 'results'>,
  now: Date,
): Promise<void> {
  const times = [...clocks.values()]
  const records = [...credited.values()]
  await sql`
    with updated_clocks as (
      update meditation_clocks
      set "lastCreditAt" = input.credited, "lastCallAt" = input.called, "openPages" = input.pages
      from unnest(
        ${[...clocks.keys()]}::integer[],
        ${times.map(({ lastCreditMs }) => new Date(lastCreditMs))}::timestamptz[],
        ${times.map(({ lastCallMs }) => new Date(lastCallMs))}::timestamptz[],
        ${times.map(({ openPages }) => openPages)}::integer[]
      ) as input (member, credited, called, pages)
      where "userId" = member
    )
    update meditation_sessions
    set duration = input.seconds, "endTime" = input.ended, "visibleAt" = coalesce(input.visible, "visibleAt")
    from unnest(
      ${records.map(({ id }) => id)}::integer[],
      ${records.map(({ duration }) => duration)}::integer[],
      ${records.map(({ endTime }) => endTime)}::timestamptz[],
      ${records.map(({ id }) => (visibleIds.has(id) ? now : null))}::timestamptz[]
    ) as input (visit, seconds, ended, visible)
    where id = visit`.execute(tx)
}

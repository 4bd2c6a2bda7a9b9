// SQL of batched time reports.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { timestampToMs } from '#shared/day.ts'
import type { SessionRecord } from '../contract.ts'
import type { MemberClock } from '../session-time.ts'

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
    .select(['clock.userId', 'clock.lastCreditAt', 'clock.lastCallAt', 'clock.openVisits'])
    .where('clock.userId', 'in', userIds)
    .where('users.isBanned', '=', false)
    .where('users.deletedAt', 'is', null)
    .orderBy('clock.userId')
    .modifyEnd(sql`for key share of users skip locked for no key update of clock skip locked`)
    .execute()
  return new Map(
    rows.map(({ userId, lastCreditAt, lastCallAt, openVisits }) => [
      userId,
      { lastCreditMs: timestampToMs(lastCreditAt), lastCallMs: timestampToMs(lastCallAt), openVisits },
    ]),
  )
}

/** Saves credited sessions together with their members' clocks; none of them completes a session. */
export async function saveCredits(
  tx: Executor,
  records: readonly SessionRecord[],
  clocks: ReadonlyMap<number, MemberClock>,
): Promise<void> {
  const times = [...clocks.values()]
  await sql`
    with updated_clocks as (
      update meditation_clocks
      set "lastCreditAt" = input.credited, "lastCallAt" = input.called, "openVisits" = input.visits
      from unnest(
        ${[...clocks.keys()]}::integer[],
        ${times.map(({ lastCreditMs }) => new Date(lastCreditMs))}::timestamptz[],
        ${times.map(({ lastCallMs }) => new Date(lastCallMs))}::timestamptz[],
        ${times.map(({ openVisits }) => openVisits)}::integer[]
      ) as input (member, credited, called, visits)
      where "userId" = member
    )
    update meditation_sessions
    set duration = input.seconds, "endTime" = input.ended
    from unnest(
      ${records.map(({ id }) => id)}::integer[],
      ${records.map(({ duration }) => duration)}::integer[],
      ${records.map(({ endTime }) => endTime)}::timestamptz[]
    ) as input (session, seconds, ended)
    where id = session`.execute(tx)
}

// SQL of who is a known member.
import { sql, type RawBuilder } from 'kysely'
import { hasConfirmedEmail } from '#features/auth/server/service.ts'
import type { Config } from '#server/config/config.ts'
import type { Executor } from '#server/db/database.ts'

/**
 * SQL condition: on the community day `day` the member `userId` (a number, or a qualified column) is a known member. They
 * have completed a meditation on an earlier day and, where an address can be confirmed, confirmed it (PULSE-15). Accounts
 * are free, so only known members count where an aggregate or a shared limit depends on the number of people.
 */
export function isKnownMember(
  config: Pick<Config, 'smtpUrl' | 'firebase'>,
  userId: RawBuilder<number>,
  day: string,
): RawBuilder<boolean> {
  const hasCompleted = sql<boolean>`exists (select from meditation_sessions known
    where known."userId" = ${userId} and known.completed and known."sessionDate" < ${day}::date)`
  // Without SMTP_URL, mails go to a folder of the server, and only Firebase sends its own.
  if (config.smtpUrl === null && config.firebase === null) return hasCompleted
  return sql<boolean>`(${hasCompleted} and ${hasConfirmedEmail(userId)})`
}

/**
 * Whether one member is known on a day, by {@link isKnownMember}; two index lookups. A known member stays known, except
 * for a change of address, so a connection can keep the result until the next day.
 */
export async function findIsKnownMember(
  db: Executor,
  config: Pick<Config, 'smtpUrl' | 'firebase'>,
  member: { userId: number; day: string },
): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select ${isKnownMember(config, sql`${member.userId}::integer`, member.day)} as "isKnown"`.execute(db)
  return rows[0]?.isKnown === true
}

/**
 * Those of the members who were in a day's room at a moment, as their pages reported, and are known on that day. Pages
 * report every 30 s.
 */
export async function listKnownMembersPresent(
  db: Executor,
  config: Pick<Config, 'smtpUrl' | 'firebase'>,
  { userIds, day, at }: { userIds: readonly number[]; day: string; at: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users
    where id = any(${[...userIds]}::integer[]) and "deletedAt" is null
      and ${isKnownMember(config, sql`users.id`, day)}
      and exists (
        select from meditation_sessions visit
        where visit."userId" = users.id and visit."sessionDate" = ${day}::date and not visit."isSample"
          and visit."startTime" <= ${at}::timestamptz and visit."endTime" + interval '1 minute' >= ${at}::timestamptz
      )`.execute(db)
  return rows.map(({ id }) => id)
}

// SQL of members in lists: search, sorting, keyset pages, and totals over all members.
import { sql, type RawBuilder } from 'kysely'
import { lacksConfirmedEmail } from '#features/auth/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { isBannedNow } from '#server/db/standing-ban.ts'
import { shownMemberName } from '#shared/former-member.ts'
import type { DownloadedMember, Member, MemberRole, MemberSort } from '../../contract.ts'
import type { MemberMatch } from '../../member-match.ts'

export interface MemberQuery extends MemberMatch {
  sort: MemberSort
  order: 'asc' | 'desc'
}

interface Slice {
  offset: number
  limit: number
}

// PostgreSQL sorts this many rows in a millisecond or two.
const sortedInMemoryMax = 5_000

const sortKeys: Readonly<Record<MemberSort, RawBuilder<unknown>>> = {
  name: sql`keys.name`,
  timeSpent: sql`times.minutes`,
  referredBy: sql`keys.referrer`,
  referralCount: sql`keys."referralCount"`,
}

/** The table with the sort key. Without a search it needs no join, so that a page is a single index scan. */
function sourceTables({ words, sort }: MemberQuery): RawBuilder<unknown> {
  const isTime = sort === 'timeSpent'
  if (words.length === 0) return isTime ? sql`member_times times` : sql`member_keys keys`
  return isTime ? sql`member_keys keys join member_times times using ("userId")` : sql`member_keys keys`
}

/** SQL condition on `keys` and on the column "userId". */
function matches({ words, filter }: MemberMatch): RawBuilder<unknown> {
  const conditions = words.map((word) => sql<boolean>`keys.words like containing(${word})`)
  const filters = filterConditions(filter)
  if (filters.length > 0)
    conditions.push(sql`exists (select from users listed where listed.id = "userId"
      and ${sql.join(filters, sql` and `)})`)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** SQL conditions on a row `listed` of `users`; none without a filter. A further filter is one more. */
function filterConditions({
  role,
  email,
  mayHost,
  unseenSince,
  inviteBatch,
}: MemberMatch['filter']): RawBuilder<boolean>[] {
  return [
    ...(role === undefined ? [] : [hasListedRole[role]]),
    ...(email === undefined ? [] : [lacksConfirmedEmail(sql`listed."firebaseUid"`)]),
    ...(mayHost === undefined ? [] : [sql<boolean>`listed."mayHost"`]),
    ...(unseenSince === undefined ? [] : [isUnseenSince(unseenSince)]),
    ...(inviteBatch === undefined ? [] : [hasJoinedBy(inviteBatch)]),
  ]
}

// Plain conditions, whose number of rows PostgreSQL can estimate: by it a hash join or many index scans are chosen.
const hasListedRole: Readonly<Record<MemberRole, RawBuilder<boolean>>> = {
  admin: sql`listed."isAdmin"`,
  'garden-angel': sql`listed."isGardenAngel" and not listed."isAdmin"`,
  user: sql`not listed."isGardenAngel" and not listed."isAdmin"`,
}

/** The role as the list names it (USR-06). */
const listedRole = sql<MemberRole>`case when listed."isAdmin" then 'admin'
  when listed."isGardenAngel" then 'garden-angel' else 'user' end`

/** No newcomer, and neither signed in, nor used a session, nor was in the room since. */
function isUnseenSince(since: string): RawBuilder<boolean> {
  return sql<boolean>`listed."createdAt" < ${since}::timestamptz
    and (listed."lastLogin" is null or listed."lastLogin" < ${since}::timestamptz)
    and not exists (select from sessions
      where uid = listed."firebaseUid" and "lastUsedAt" >= ${since}::timestamptz)
    and not exists (select from meditation_clocks clock
      where clock."userId" = listed.id and clock."lastCallAt" >= ${since}::timestamptz)`
}

function hasJoinedBy(inviteBatch: number): RawBuilder<boolean> {
  return sql<boolean>`exists (select from invite_recipients recipient
    where recipient."joinedId" = listed.id and recipient."batchId" = ${inviteBatch})`
}

const hasFilter = ({ filter }: MemberMatch) => filterConditions(filter).length > 0

/** Members without a key come last in both directions, so a scan from the end meets them first. */
function orderBy({ sort, order }: MemberQuery, key: RawBuilder<unknown>, isFromEnd: boolean) {
  const direction = sql.raw((order === 'asc') === isFromEnd ? 'desc' : 'asc')
  const nulls = sort === 'referredBy' ? sql.raw(isFromEnd ? ' nulls first' : ' nulls last') : sql``
  return sql`${key} ${direction}${nulls}, "userId" ${direction}`
}

/** The total and the ids of one slice, scanned from the nearer end. */
export async function findMembers(
  db: Executor,
  query: MemberQuery,
  { offset, limit }: Slice,
): Promise<{ total: number; ids: number[] }> {
  if (hasFilter(query)) return findFiltered(db, query, { offset, limit })
  const total = await countMatches(db, query)
  const size = Math.min(limit, total - offset)
  if (size <= 0) return { total, ids: [] }
  const isFromEnd = offset > total / 2
  const part = sql`limit ${size} offset ${isFromEnd ? total - offset - size : offset}`
  const { rows } = await (query.words.length > 0 && total <= sortedInMemoryMax
    ? sortMatches(db, query, isFromEnd, part)
    : scanSortIndex(db, query, isFromEnd, part))
  const ids = rows.map(({ userId }) => userId)
  return { total, ids: isFromEnd ? ids.toReversed() : ids }
}

/**
 * Finds a slice and the total in one scan: no index has what the filter asks for. PostgreSQL scans and sorts tens of
 * thousands of members in some hundredths of a second.
 */
async function findFiltered(
  db: Executor,
  query: MemberQuery,
  { offset, limit }: Slice,
): Promise<{ total: number; ids: number[] }> {
  const times = query.sort === 'timeSpent' ? sql`join member_times times using ("userId")` : sql``
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with found as materialized (
      select "userId", ${sortKeys[query.sort]} as key from member_keys keys ${times} where ${matches(query)}
    )
    select (select count(*) from found) as total,
      array(select "userId" from found order by ${orderBy(query, sql`key`, false)}
        limit ${limit} offset ${offset}) as ids`.execute(db)
  return rows[0] ?? { total: 0, ids: [] }
}

async function countMatches(db: Executor, match: MemberMatch): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from member_keys keys where ${matches(match)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Scans the sort index and filters out non-matches; PostgreSQL may choose to sort when that is cheaper. */
function scanSortIndex(db: Executor, query: MemberQuery, isFromEnd: boolean, part: RawBuilder<unknown>) {
  if (query.words.length > 0 && query.sort === 'timeSpent') return scanTimeIndex(db, query, isFromEnd, part)
  return sql<{ userId: number }>`
    select "userId" from ${sourceTables(query)} where ${matches(query)}
    order by ${orderBy(query, sortKeys[query.sort], isFromEnd)} ${part}`.execute(db)
}

/**
 * Scans the time index with the matches materialized: matching each row's words on the way takes twice as long.
 * `is true` keeps PostgreSQL from choosing a join, which would need a sort.
 */
function scanTimeIndex(db: Executor, query: MemberQuery, isFromEnd: boolean, part: RawBuilder<unknown>) {
  return sql<{ userId: number }>`
    with found as materialized (
      select "userId" from member_keys keys where ${matches(query)}
    )
    select "userId" from member_times times where ("userId" in (select "userId" from found)) is true
    order by ${orderBy(query, sortKeys.timeSpent, isFromEnd)} ${part}`.execute(db)
}

/** Finds the few matches first, by the word index: an index scan in sort order would reach them late. */
function sortMatches(db: Executor, query: MemberQuery, isFromEnd: boolean, part: RawBuilder<unknown>) {
  const minutes = sql`(select minutes from member_times times where times."userId" = keys."userId")`
  const key = query.sort === 'timeSpent' ? minutes : sortKeys[query.sort]
  return sql<{ userId: number }>`
    with found as materialized (
      select "userId", ${key} as key from member_keys keys where ${matches(query)}
    )
    select "userId" from found order by ${orderBy(query, sql`key`, isFromEnd)} ${part}`.execute(db)
}

/** The number of matches before a member; null when the member isn't a match. */
export async function countMembersBefore(
  db: Executor,
  query: MemberQuery,
  userId: number,
): Promise<number | null> {
  const key = sortKeys[query.sort]
  const found = sql`from ${sourceTables(query)} where ${matches(query)}`
  const ownKey = await sql<{ key: string | number | null }>`
    select ${key} as key ${found} and "userId" = ${userId}`.execute(db)
  const [ownRow] = ownKey.rows
  if (!ownRow) return null
  const sign = sql.raw(query.order === 'asc' ? '<' : '>')
  // Comparisons with a null key are never true, and rows without a key sort last.
  const precedes =
    ownRow.key === null
      ? sql`(${key} is not null or "userId" ${sign} ${userId})`
      : sql`(${key}, "userId") ${sign} (${ownRow.key}, ${userId}::integer)`
  const { rows } = await sql<{ before: number }>`select count(*) as before ${found} and ${precedes}`.execute(
    db,
  )
  return rows[0]?.before ?? 0
}

/** A member without what concerns their sign-in. */
export type ListedMember = Omit<Member, 'signInEmail' | 'emailChange' | 'resetLink'>

/** Members in the order of `ids`, without deleted ones. */
export async function findMembersByIds(db: Executor, ids: readonly number[]): Promise<ListedMember[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('referrals')
          .innerJoin('users as referrer', 'referrer.id', 'referrals.referrerId')
          .select(['referrer.id as referredBy', 'referrer.name as referrerName'])
          .whereRef('referrals.referredId', '=', 'users.id')
          .where('referrals.status', 'in', ['pending', 'completed'])
          // At most one exists (I04).
          .limit(1)
          .as('referral'),
      (join) => join.onTrue(),
    )
    .select(['users.id', 'users.name', 'users.email', 'users.profilePicture', 'users.isAdmin'])
    .select([
      'users.isGardenAngel',
      'users.mayHost',
      isBannedNow().as('isBanned'),
      'users.bannedAt',
      'users.bannedReason',
      'users.bannedUntil',
    ])
    .select(['users.lastLogin', 'users.lastLoginIp', 'users.profileCompleted', 'users.createdAt'])
    .select(['users.quantumLovePoints', 'referral.referredBy', 'referral.referrerName'])
    .select(({ selectFrom }) => [
      selectFrom('referral_codes').select('code').whereRef('userId', '=', 'users.id').as('referralCode'),
      selectFrom('member_keys')
        .select('referralCount')
        .whereRef('userId', '=', 'users.id')
        .$asScalar()
        .$notNull()
        .as('referralCount'),
      selectFrom('member_times')
        .select('minutes')
        .whereRef('userId', '=', 'users.id')
        .$asScalar()
        .$notNull()
        .as('totalTimeSpent'),
    ])
    .where('users.deletedAt', 'is', null)
    .where('users.id', '=', sql<number>`any(${ids})`)
    .execute()
  const byId = new Map(
    rows.map(({ referrerName, ...row }) => [
      row.id,
      { ...row, referrerName: referrerName === null ? null : shownMemberName(referrerName) },
    ]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Up to `max` members who match, by name, with their facts for a download. */
export async function listMembersForDownload(
  db: Executor,
  match: MemberMatch,
  max: number,
): Promise<DownloadedMember[]> {
  const { rows } = await sql<DownloadedMember>`
    select listed.name, listed.email, ${listedRole} as role, listed."mayHost",
      listed."createdAt", times.minutes as "totalTimeSpent",
      greatest(listed."lastLogin", used.at,
        (select "lastCallAt" from meditation_clocks where "userId" = listed.id)) as "lastSeenAt"
    from member_keys keys
      join member_times times using ("userId")
      join users listed on listed.id = "userId"
      left join (select uid, max("lastUsedAt") as at from sessions group by uid) used
        on used.uid = listed."firebaseUid"
    where ${matches(match)}
    order by keys.name, listed.id limit ${max}`.execute(db)
  return rows
}

interface Totals {
  members: number
  /** Seconds of all sessions. */
  seconds: number
  /** Adjustments in minutes. */
  adjusted: number
}

export function sumMemberTotals(db: Executor): Promise<Totals> {
  return db
    .selectFrom('member_times')
    .select(({ fn }) => [
      fn.countAll<number>().as('members'),
      sql<number>`coalesce(sum(seconds), 0)`.as('seconds'),
      sql<number>`coalesce(sum(adjusted), 0)`.as('adjusted'),
    ])
    .executeTakeFirstOrThrow()
}

/** The number of days with a session, by one index lookup per day. */
export async function countDaysWithSessions(db: Executor): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    with recursive days as (
      (select "sessionDate" from meditation_sessions where not "isSample" order by 1 limit 1)
      union all
      select (
        select later."sessionDate" from meditation_sessions later
        where not later."isSample" and later."sessionDate" > days."sessionDate" order by 1 limit 1
      ) from days where days."sessionDate" is not null
    )
    select count("sessionDate") as days from days`.execute(db)
  return rows[0]?.days ?? 0
}

/** The seconds of all sessions since `day`, inclusive. */
export async function sumSecondsSince(db: Executor, day: string): Promise<number> {
  const { seconds } = await db
    .selectFrom('meditation_sessions')
    .select(sql<number>`coalesce(sum(duration), 0)`.as('seconds'))
    .where('isSample', '=', sql.lit(false))
    .where('sessionDate', '>=', day)
    .executeTakeFirstOrThrow()
  return seconds
}

/** Seconds and members with time of each day since `day` that has any. */
export function listDaysSince(
  db: Executor,
  day: string,
): Promise<{ date: string; seconds: number; members: number }[]> {
  return db
    .selectFrom('meditation_sessions')
    .select([
      'sessionDate as date',
      sql<number>`sum(duration)`.as('seconds'),
      sql<number>`count(distinct "userId")`.as('members'),
    ])
    .where('isSample', '=', sql.lit(false))
    .where('sessionDate', '>=', day)
    .where('duration', '>', 0)
    .groupBy('sessionDate')
    .execute()
}

/** Members with the most minutes, descending; without members who have none. */
export function listTopMembers(
  db: Executor,
  limit: number,
): Promise<{ id: number; name: string; totalTimeSpent: number }[]> {
  return db
    .selectFrom('member_times as times')
    .innerJoin('users', 'users.id', 'times.userId')
    .select(['users.id', 'users.name', 'times.minutes as totalTimeSpent'])
    .where('times.minutes', '>', 0)
    .orderBy('times.minutes', 'desc')
    .orderBy('times.userId', 'desc')
    .limit(limit)
    .execute()
}

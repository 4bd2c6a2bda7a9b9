// SQL of help: requests with their texts, their queue, and their export, erasure and retention.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { HelpDetails, HelpKind, HelpMessage, HelpRequest, OwnHelpRequest } from '../contract.ts'

interface NewHelp {
  scheduleId: number
  day: string
  userId: number
  kind: HelpKind
  /** Empty for none. */
  text: string
  details: HelpDetails | null
  now: Date
}

/** Opens a member's request in a sitting, or adds to it and opens it again (HELP-02). Returns whether it's new. */
export async function addHelp(db: Executor, help: NewHelp): Promise<boolean> {
  const { scheduleId, day, userId, kind, text, details, now } = help
  const { rows } = await sql<{ isNew: boolean }>`
    with request as (
      insert into help_requests ("scheduleId", day, "userId", kind, details, "createdAt")
      values (${scheduleId}, ${day}, ${userId}, ${kind}, ${details === null ? null : JSON.stringify(details)}, ${now})
      on conflict ("scheduleId", "userId") do update set
        kind = excluded.kind, "closedAt" = null, details = coalesce(excluded.details, help_requests.details)
      returning id, xmax = 0 as "isNew"
    ), message as (
      insert into help_messages ("requestId", "isAnswer", text, "createdAt")
      select id, false, ${text}::text, ${now}::timestamptz from request where ${text}::text <> ''
    )
    select "isNew" from request`.execute(db)
  return rows[0]?.isNew ?? false
}

const messagesOf = (request: string) => sql<HelpMessage[]>`
  coalesce((
    select json_agg(json_build_object(
      'text', text, 'isAnswer', "isAnswer",
      'createdAt', to_char("createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) order by id)
    from help_messages where "requestId" = ${sql.ref(request)}
  ), '[]')`

/** A member's own request in a sitting; null without one. */
export async function ownRequest(
  db: Executor,
  { scheduleId, userId }: { scheduleId: number; userId: number },
): Promise<OwnHelpRequest | null> {
  const row = await db
    .selectFrom('help_requests as request')
    .leftJoin('users as helper', 'helper.id', 'request.takenBy')
    .select(['request.kind', 'request.closedAt', 'helper.name as helper'])
    .select(messagesOf('request.id').as('messages'))
    .where('request.scheduleId', '=', scheduleId)
    .where('request.userId', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { kind, closedAt, helper, messages } = row
  return { kind, helper, isClosed: closedAt !== null, messages }
}

/** The open requests of a sitting, oldest first. */
export async function openRequests(db: Executor, scheduleId: number): Promise<HelpRequest[]> {
  const rows = await db
    .selectFrom('help_requests as request')
    .innerJoin('users as member', 'member.id', 'request.userId')
    .leftJoin('users as helper', 'helper.id', 'request.takenBy')
    .select(['request.id', 'request.kind', 'request.createdAt', 'request.takenBy'])
    .select(sql<HelpDetails | null>`request.details`.as('details'))
    .select(['member.id as memberId', 'member.name', 'member.profilePicture', 'helper.name as helper'])
    .select(messagesOf('request.id').as('messages'))
    .where('request.scheduleId', '=', scheduleId)
    .where('request.closedAt', 'is', null)
    .orderBy('request.id')
    .execute()
  return rows.map(({ memberId, name, profilePicture, helper, takenBy, ...request }) => ({
    ...request,
    member: { id: memberId, name, profilePicture },
    takenBy: takenBy === null || helper === null ? null : { id: takenBy, name: helper },
  }))
}

/** Whom a request is of, and the day of its room. */
export interface HandledRequest {
  userId: number
  day: string
}

/** Takes a request that nobody else has; null if another moderator has it. */
export async function takeRequest(
  tx: Executor,
  { id, moderatorId, now }: { id: number; moderatorId: number; now: Date },
): Promise<HandledRequest | null> {
  const row = await tx
    .updateTable('help_requests')
    .set(({ ref, fn, val }) => ({
      takenBy: moderatorId,
      takenAt: fn.coalesce(ref('takenAt'), val(now)),
    }))
    .where('id', '=', id)
    .where((where) => where.or([where('takenBy', 'is', null), where('takenBy', '=', moderatorId)]))
    .returning(['userId', 'day'])
    .executeTakeFirst()
  return row ?? null
}

export async function hasRequest(tx: Executor, id: number): Promise<boolean> {
  const row = await tx.selectFrom('help_requests').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function addAnswer(
  tx: Executor,
  { id, text, now }: { id: number; text: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('help_messages')
    .values({ requestId: id, isAnswer: true, text, createdAt: now })
    .execute()
}

export async function closeRequest(tx: Executor, id: number, now: Date): Promise<void> {
  await tx.updateTable('help_requests').set({ closedAt: now }).where('id', '=', id).execute()
}

/** The ids of those who can answer. */
export async function moderatorIds(db: Executor): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where((where) => where.or([where('isAdmin', '=', true), where('isGardenAngel', '=', true)]))
    .where('isBanned', '=', false)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes up to `max` requests of days before `day`; returns how many (HELP-07). */
export async function deleteOldRequests(db: Executor, day: string, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from help_requests where id in (select id from help_requests where day < ${day}::date limit ${max})
      returning 1
    )
    select count(*) from gone`.execute(db)
  return rows[0]?.count ?? 0
}

export async function deleteRequestsOf(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('help_requests').where('userId', '=', userId).execute()
}

/** A member's requests for their export: the newest `max`. */
export async function exportRequests(tx: Executor, userId: number, max: number) {
  return tx
    .selectFrom('help_requests as request')
    .select(['request.day', 'request.kind', 'request.createdAt', 'request.closedAt'])
    .select(sql<HelpDetails | null>`request.details`.as('details'))
    .select(messagesOf('request.id').as('messages'))
    .where('request.userId', '=', userId)
    .orderBy('request.id', 'desc')
    .limit(max)
    .execute()
}

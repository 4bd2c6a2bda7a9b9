// SQL of help: requests with their texts, their queue, and their export, erasure and retention.
import { sql } from 'kysely'
import { holderOfSitting } from '#features/sittings/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { isBannedNow, isNotBanned } from '#server/db/standing-ban.ts'
import { timestampToMs } from '#shared/day.ts'
import { shownMemberName } from '#shared/former-member.ts'
import { can, personaOf } from '#shared/roles.ts'
import type { HelpDetails, HelpKind, HelpMessage, HelpRequest, OwnHelpRequest } from '../contract.ts'

interface NewHelp {
  sittingId: number
  userId: number
  kind: HelpKind
  /** Empty for none. */
  text: string
  details: HelpDetails | null
  now: Date
}

interface AddedHelp {
  isNew: boolean
  /** Who holds the sitting sees it, or saw it until now. */
  isOfHost: boolean
}

/** Opens a member's request in a sitting, or adds to it and opens it again (HELP-02). */
export async function addHelp(db: Executor, help: NewHelp): Promise<AddedHelp> {
  const { sittingId, userId, kind, text, details, now } = help
  const { rows } = await sql<AddedHelp>`
    with before as (
      select "isTechnicalOnly" from help_requests where "sittingId" = ${sittingId} and "userId" = ${userId}
    ), request as (
      insert into help_requests ("sittingId", "userId", kind, "isTechnicalOnly", details, "createdAt", "askedAt")
      values (${sittingId}, ${userId}, ${kind}, ${kind === 'technical'},
        ${details === null ? null : JSON.stringify(details)}, ${now}, ${now})
      on conflict ("sittingId", "userId") do update set
        kind = excluded.kind, "isTechnicalOnly" = help_requests."isTechnicalOnly" and excluded."isTechnicalOnly", "closedAt" = null, "askedAt" = excluded."askedAt", details = coalesce(excluded.details, help_requests.details)
      returning id, xmax = 0 as "isNew", "isTechnicalOnly"
    ), message as (
      insert into help_messages ("requestId", "isReply", text, "createdAt")
      select id, false, ${text}::text, ${now}::timestamptz from request where ${text}::text <> ''
    )
    select "isNew", "isTechnicalOnly" or coalesce((select "isTechnicalOnly" from before), false) as "isOfHost"
    from request`.execute(db)
  return rows[0] ?? { isNew: false, isOfHost: false }
}

const messagesOf = (request: string) => sql<HelpMessage[]>`
  coalesce((
    select json_agg(json_build_object(
      'text', text, 'isReply', "isReply",
      'createdAt', to_char("createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) order by id)
    from help_messages where "requestId" = ${sql.ref(request)}
  ), '[]')`

/** Who has a request, a moderator or the sitting's host, and when they last acted. */
export interface RequestHolder {
  id: number
  name: string
  mayHelp: boolean
  actedAtMs: number
}

const holderColumns = [
  'helper.id as helperId',
  'helper.name as helper',
  'helper.isAdmin',
  'helper.isGardenAngel',
  isBannedNow('helper').as('isBanned'),
  'request.takenAt',
  'request.isTechnicalOnly',
  holderOfSitting(sql.ref('request.sittingId')).as('hostId'),
] as const

interface HolderRow {
  helperId: number | null
  helper: string | null
  isAdmin: boolean | null
  isGardenAngel: boolean | null
  isBanned: boolean | null
  takenAt: string | null
  isTechnicalOnly: boolean
  hostId: number | null
}

function holderOf({
  helperId,
  helper,
  isBanned,
  takenAt,
  isTechnicalOnly,
  hostId,
  ...roles
}: HolderRow): RequestHolder | null {
  if (helperId === null || helper === null || takenAt === null) return null
  const persona = personaOf({
    isAdmin: roles.isAdmin === true,
    isGardenAngel: roles.isGardenAngel === true,
    isBanned: isBanned === true,
    profileCompleted: true,
  })
  const mayHelp = can(persona, 'chat.moderate') || (isTechnicalOnly && helperId === hostId)
  return { id: helperId, name: shownMemberName(helper), mayHelp, actedAtMs: timestampToMs(takenAt) }
}

/** A member's own request. */
export type StoredRequest = Omit<OwnHelpRequest, 'helper' | 'hasHelperLeft'> & {
  holder: RequestHolder | null
}

/** A member's own request in a sitting; null without one. */
export async function ownRequest(
  db: Executor,
  { sittingId, userId }: { sittingId: number; userId: number },
): Promise<StoredRequest | null> {
  const row = await db
    .selectFrom('help_requests as request')
    .leftJoin('users as helper', 'helper.id', 'request.takenBy')
    .select(['request.kind', 'request.closedAt', 'request.askedAt', ...holderColumns])
    .select(messagesOf('request.id').as('messages'))
    .where('request.sittingId', '=', sittingId)
    .where('request.userId', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { kind, closedAt, askedAt, messages } = row
  return { kind, isClosed: closedAt !== null, askedAt, messages, holder: holderOf(row) }
}

/** A request in the queue. */
type StoredHelp = Omit<HelpRequest, 'takenBy' | 'mayBeTaken' | 'mayBeTakenAt'> & {
  askedAt: string
  holder: RequestHolder | null
}

/** The open requests of a sitting, oldest first; for its host those that were never about anything but technique. */
export async function openRequests(
  db: Executor,
  sittingId: number,
  { isForHost }: { isForHost: boolean },
): Promise<StoredHelp[]> {
  const rows = await db
    .selectFrom('help_requests as request')
    .innerJoin('users as member', 'member.id', 'request.userId')
    .leftJoin('users as helper', 'helper.id', 'request.takenBy')
    .select(['request.id', 'request.kind', 'request.createdAt', 'request.askedAt', ...holderColumns])
    .select(sql<HelpDetails | null>`request.details`.as('details'))
    .select(['member.id as memberId', 'member.name', 'member.profilePicture'])
    .select(messagesOf('request.id').as('messages'))
    .where('request.sittingId', '=', sittingId)
    .where('request.closedAt', 'is', null)
    .$if(isForHost, (requests) => requests.where('request.isTechnicalOnly', '=', true))
    .orderBy('request.id')
    .execute()
  return rows.map(
    ({ id, kind, createdAt, askedAt, details, messages, memberId, name, profilePicture, ...holder }) => ({
      id,
      kind,
      createdAt,
      askedAt,
      details,
      messages,
      member: { id: memberId, name, profilePicture },
      holder: holderOf(holder),
    }),
  )
}

/** A request's member, its sitting and the day of its room, and who has it. */
export interface LockedRequest extends Pick<StoredRequest, 'kind' | 'askedAt' | 'messages'> {
  userId: number
  sittingId: number
  day: string
  holder: RequestHolder | null
  isTechnicalOnly: boolean
  /** Who holds the sitting and isn't muted. */
  hostId: number | null
}

/** Locks a request; null without it. */
export async function lockRequestForUpdate(tx: Executor, id: number): Promise<LockedRequest | null> {
  await tx.selectFrom('help_requests').select('id').where('id', '=', id).forUpdate().execute()
  // A separate statement: after waiting for the lock, a join would still read the previous moderator.
  const row = await tx
    .selectFrom('help_requests as request')
    .innerJoin('sittings', 'sittings.id', 'request.sittingId')
    .leftJoin('users as helper', 'helper.id', 'request.takenBy')
    .select(['request.userId', 'request.sittingId', 'roomDay as day'])
    .select(['request.kind', 'request.askedAt', ...holderColumns])
    .select(messagesOf('request.id').as('messages'))
    .where('request.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { userId, sittingId, day, kind, askedAt, messages, isTechnicalOnly, hostId } = row
  const holder = holderOf(row)
  return { userId, sittingId, day, kind, askedAt, messages, isTechnicalOnly, hostId, holder }
}

/** Records the moderator of a locked request, and that they acted now. */
export async function saveHolder(
  tx: Executor,
  { id, moderatorId, now }: { id: number; moderatorId: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('help_requests')
    .set({ takenBy: moderatorId, takenAt: now })
    .where('id', '=', id)
    .execute()
}

export async function addReply(
  tx: Executor,
  { id, text, now }: { id: number; text: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('help_messages')
    .values({ requestId: id, isReply: true, text, createdAt: now })
    .execute()
}

export async function closeRequest(tx: Executor, id: number, now: Date): Promise<void> {
  await tx.updateTable('help_requests').set({ closedAt: now }).where('id', '=', id).execute()
}

/** The ids of those who can reply. */
export async function moderatorIds(db: Executor): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where((where) => where.or([where('isAdmin', '=', true), where('isGardenAngel', '=', true)]))
    .where(isNotBanned())
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes up to `max` requests of days before `day`; returns how many (HELP-07). */
export async function deleteOldRequests(db: Executor, day: string, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from help_requests where id in (
      select request.id from help_requests request join sittings on sittings.id = "sittingId"
      where "roomDay" < ${day}::date limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function deleteRequestsOf(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('help_requests').where('userId', '=', userId).execute()
}

/** A member's requests for their export: the newest `max`. */
export async function exportRequests(tx: Executor, userId: number, max: number) {
  return tx
    .selectFrom('help_requests as request')
    .innerJoin('sittings', 'sittings.id', 'request.sittingId')
    .select(['roomDay as day', 'request.kind', 'request.createdAt', 'request.closedAt'])
    .select(sql<HelpDetails | null>`request.details`.as('details'))
    .select(messagesOf('request.id').as('messages'))
    .where('request.userId', '=', userId)
    .orderBy('request.id', 'desc')
    .limit(max)
    .execute()
}

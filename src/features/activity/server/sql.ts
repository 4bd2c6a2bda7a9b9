// SQL of the activity log: insert, read, and erase personal data.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { shownMemberName } from '#shared/former-member.ts'
import type { NamedUser } from '../contract.ts'
import type { RecordedActivity } from '../format-activity.ts'
import type { ActivityKind } from '../kinds.ts'

/** Targets whose id is a member's: their name is read from `users`, and an erasure clears their details (I24). */
const memberTargetTypes = ['user', 'referral'] as const

export interface ActivityInput {
  /** Null for the server's operator. */
  actorId: number | null
  kind: ActivityKind
  /** Absent without a target. */
  targetId?: number | null
  /** The target's name; absent for a user, whose current name is read from `users`. */
  label?: string | null
  /** The changed fields with their old values; absent for a new target. */
  before?: object | null
  /** The changed fields with their new values; absent for a deleted target. */
  after?: object | null
  createdAt: Date
}

export async function insertActivity(tx: Executor, { kind, ...entry }: ActivityInput): Promise<void> {
  await tx
    .insertInto('activities')
    .values({
      ...entry,
      action: kind.action,
      targetType: kind.target.type,
      before: entry.before && JSON.stringify(entry.before),
      after: entry.after && JSON.stringify(entry.after),
    })
    .execute()
}

export interface ActivityQuery {
  action?: string | undefined
  actorId?: number | undefined
  targetType?: string | undefined
  targetId?: number | undefined
  /** Only entries with an id below this one. */
  before?: number | undefined
  limit: number
}

/** The newest matching entries, newest first. */
export async function latestActivities(db: Executor, filter: ActivityQuery): Promise<RecordedActivity[]> {
  let query = db
    .selectFrom('activities')
    .leftJoin('users as actor', 'actor.id', 'activities.actorId')
    .leftJoin('users as targetUser', (join) =>
      join
        .onRef('targetUser.id', '=', 'activities.targetId')
        .on('activities.targetType', 'in', memberTargetTypes),
    )
    .select(['activities.id', 'action', 'actorId', 'actor.name as actorName', 'targetType', 'targetId'])
    .select(['before', 'after', 'activities.createdAt'])
    .select('targetUser.id as targetUserId')
    .select(sql<string | null>`coalesce("targetUser".name, label)`.as('targetName'))
    .orderBy('activities.id', 'desc')
    .limit(filter.limit)
  if (filter.action !== undefined) query = query.where('action', '=', filter.action)
  if (filter.actorId !== undefined) query = query.where('actorId', '=', filter.actorId)
  if (filter.targetType !== undefined) query = query.where('targetType', '=', filter.targetType)
  if (filter.targetId !== undefined) query = query.where('targetId', '=', filter.targetId)
  if (filter.before !== undefined) query = query.where('activities.id', '<', filter.before)
  const rows = await query.execute()
  return rows.map(({ id, action, before, after, createdAt, ...row }) => ({
    id,
    action,
    actor: row.actorId === null ? null : { id: row.actorId, name: shownMemberName(row.actorName ?? '') },
    target: {
      type: row.targetType,
      id: row.targetId,
      name: row.targetUserId === null ? row.targetName : shownMemberName(row.targetName ?? ''),
    },
    isOnMember: row.targetUserId !== null,
    before,
    after,
    createdAt,
  }))
}

export async function usersByIds(db: Executor, userIds: readonly number[]): Promise<NamedUser[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', userIds)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name }) => ({ id, name: shownMemberName(name) }))
}

/**
 * The users who made at least one change, by name. A loose index scan: its cost grows with the number of actors,
 * not with the number of entries.
 */
export async function listActors(db: Executor): Promise<NamedUser[]> {
  const { rows } = await sql<NamedUser>`
    with recursive actors as (
      (select "actorId" as id from activities order by "actorId" limit 1)
      union all
      select (select min("actorId") from activities where "actorId" > actors.id) from actors
      where actors.id is not null
    )
    select users.id, users.name from actors join users on users.id = actors.id
    order by users.name, users.id`.execute(db)
  return rows.map(({ id, name }) => ({ id, name: shownMemberName(name) }))
}

/** Erases the label and fields of all entries about a user; the entries themselves stay. */
export async function eraseActivityDetails(tx: Executor, userId: number): Promise<void> {
  await tx
    .updateTable('activities')
    .set({ label: null, before: null, after: null })
    .where('targetType', 'in', memberTargetTypes)
    .where('targetId', '=', userId)
    .execute()
}

/**
 * Changes made to a member, newest first. The export omits the actor and, for a referral, the values that concern
 * the other person.
 */
export function exportActivitiesAbout(db: Executor, userId: number, max: number) {
  return db
    .selectFrom('activities')
    .select(['action', 'targetType', ownState('before'), ownState('after'), 'createdAt'])
    .where('targetType', 'in', memberTargetTypes)
    .where('targetId', '=', userId)
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

/** A member's actions as administrator or garden angel, newest first. The export omits the targets. */
export function exportActivitiesBy(db: Executor, userId: number, max: number) {
  return db
    .selectFrom('activities')
    .select(['action', 'targetType', 'createdAt'])
    .where('actorId', '=', userId)
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

function ownState(column: 'before' | 'after') {
  return sql<Record<string, unknown> | null>`case when "targetType" = 'user' then ${sql.ref(column)} end`.as(
    column,
  )
}

/**
 * Erases the details of up to `max` entries about people and addresses older than `before`. Returns their number.
 */
export async function eraseOldActivityDetails(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update activities set label = null, before = null, after = null where id in (
      select id from activities
      where "targetType" in ('user', 'referral', 'ip-ban')
        and (label is not null or before is not null or after is not null)
        and "createdAt" < ${before}::timestamptz
      order by "createdAt" limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

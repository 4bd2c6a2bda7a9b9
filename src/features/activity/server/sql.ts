// The SQL of who did what: lines are added, read, and emptied of a person who is erased.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'
import type { Action, Activity, NamedPerson, TargetType } from '../contract.ts'

export interface ActivityInput {
  /** Null for the operator of the server. */
  actorId: number | null
  action: Action
  targetType: TargetType
  targetId: number | null
  /** What it is called; null for a person, whose name is read at their row. */
  label: string | null
  /** The fields that change, as they were and as they are; null where there was, or is, nothing. */
  before: object | null
  after: object | null
  createdAt: Date
}

/** Adds a line. */
export async function insertActivity(tx: Executor, change: ActivityInput): Promise<void> {
  await tx
    .insertInto('activities')
    .values({
      ...change,
      before: change.before && JSON.stringify(change.before),
      after: change.after && JSON.stringify(change.after),
    })
    .execute()
}

export interface ActivityQuery {
  action?: Action | undefined
  actorId?: number | undefined
  targetType?: TargetType | undefined
  targetId?: number | undefined
  /** Lines before this one. */
  before?: number | undefined
  limit: number
}

/** The newest lines that fit, the newest first. */
export async function latestActivities(db: Executor, filter: ActivityQuery): Promise<Activity[]> {
  let query = db
    .selectFrom('activities')
    .leftJoin('users as actor', 'actor.id', 'activities.actorId')
    .leftJoin('users as person', (join) =>
      join
        .onRef('person.id', '=', 'activities.targetId')
        .on('activities.targetType', 'in', ['user', 'referral']),
    )
    .select(['activities.id', 'action', 'actorId', 'actor.name as actorName', 'targetType', 'targetId'])
    .select(['before', 'after', 'activities.createdAt'])
    .select(sql<string | null>`coalesce(person.name, label)`.as('targetName'))
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
    actor: row.actorId === null ? null : { id: row.actorId, name: row.actorName ?? '' },
    target: { type: row.targetType, id: row.targetId, name: row.targetName },
    before,
    after,
    createdAt,
  }))
}

/** People by their ids. */
export async function namedPeople(db: Executor, userIds: readonly number[]): Promise<NamedPerson[]> {
  if (userIds.length === 0) return []
  return db.selectFrom('users').select(['id', 'name']).where('id', 'in', userIds).orderBy('id').execute()
}

/** Everybody who has done something, by name: from one to the next in the index, however many lines there are. */
export async function listActors(db: Executor): Promise<NamedPerson[]> {
  const { rows } = await sql<NamedPerson>`
    with recursive actors as (
      (select "actorId" as id from activities order by "actorId" limit 1)
      union all
      select (select min("actorId") from activities where "actorId" > actors.id) from actors
      where actors.id is not null
    )
    select users.id, users.name from actors join users on users.id = actors.id
    order by users.name, users.id`.execute(db)
  return rows
}

/** Takes out of all lines what they hold of a person; that something was done stays. */
export async function eraseActivityDetails(tx: Executor, userId: number): Promise<void> {
  await tx
    .updateTable('activities')
    .set({ label: null, before: null, after: null })
    .where('targetType', 'in', ['user', 'referral'])
    .where('targetId', '=', userId)
    .execute()
}

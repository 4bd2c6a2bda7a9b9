// SQL of a member's activity entries, for their data export.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/**
 * Changes made to a member, newest first. The export omits the actor and, for a referral, the values that concern
 * the other person.
 */
export function exportActivitiesAbout(db: Executor, userId: number, max: number) {
  return db
    .selectFrom('activities')
    .select(['action', 'targetType', ownState('before'), ownState('after'), 'createdAt'])
    .where('targetType', 'in', ['user', 'referral'])
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

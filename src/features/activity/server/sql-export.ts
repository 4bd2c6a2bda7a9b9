// The SQL of what stands in the activity about a member and by them, for themselves.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'

/**
 * What was changed of a member, the newest first. By whom isn't theirs to know, nor, of a referral, what stands of the
 * other.
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

/** What a member did as an administrator or garden angel, the newest first. To whom isn't theirs to take along. */
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

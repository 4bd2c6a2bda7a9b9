// Activity log route.
import { appError } from '#server/app-error.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { translate } from '#shared/i18n/t.ts'
import { activityCalls, noSuchEntries, type ActivityGroup } from '../contract.ts'
import { fieldChangesOf, referencedUserIds, sentenceOf } from '../format-activity.ts'
import type { ActivityKind } from '../kinds.ts'
import { listActors, latestActivities, usersByIds, type ActivityQuery } from './sql.ts'

const defaultLimit = 50

export function createActivityRoutes(activityKinds: readonly ActivityKind[]): Routes {
  const kinds = new Map(activityKinds.map((kind) => [kind.action, kind]))
  return defineRoutes(activityCalls, {
    activity: async ({ calendar, clock, database }, { query: { limit = defaultLimit, ...filter } }) => {
      assertDeclared(filter, activityKinds)
      // Reads one entry more than the page, to learn whether more exist.
      const found = await latestActivities(database.query, { ...filter, limit: limit + 1 })
      const recorded = found.slice(0, limit)
      const people = await usersByIds(database.query, referencedUserIds(recorded, kinds))
      const context = { kinds, people, zone: calendar.days().zoneAt(clock.now()) }
      return {
        activities: recorded.map((entry) => ({
          ...entry,
          sentence: sentenceOf(entry, context),
          changes: fieldChangesOf(entry, context),
        })),
        hasMore: found.length > limit,
        groups: groupKinds(activityKinds),
        actors: await listActors(database.query),
      }
    },
  })
}

/** Throws `invalid` for an action or a target type that no feature declares. */
function assertDeclared(
  filter: Pick<ActivityQuery, 'action' | 'targetType'>,
  kinds: readonly ActivityKind[],
): void {
  const declared = {
    action: kinds.map(({ action }) => action),
    targetType: kinds.map(({ target }) => target.type),
  }
  const issues = (['action', 'targetType'] as const)
    .filter((field) => filter[field] !== undefined && !declared[field].includes(filter[field]))
    .map((field) => ({ path: field, message: noSuchEntries() }))
  if (issues.length > 0) throw appError('invalid', { issues })
}

/** The kinds by target, in their order. */
function groupKinds(kinds: readonly ActivityKind[]): ActivityGroup[] {
  const targets = new Map(kinds.map(({ target }) => [target.type, target]))
  return [...targets.values()].map(({ type, label }) => ({
    targetType: type,
    label: translate(label),
    actions: kinds
      .filter(({ target }) => target.type === type)
      .map(({ action, label: actionLabel }) => ({ action, label: translate(actionLabel) })),
  }))
}

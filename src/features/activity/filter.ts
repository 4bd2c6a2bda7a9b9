// Activity filter: by kind, actor and target.
import type { ActivityGroup, NamedUser } from './contract.ts'

export interface ActivityFilter {
  /** All actions on one target type. */
  group: string | null
  action: string | null
  actor: NamedUser | null
  target: { type: string; id: number; name: string } | null
}

export const noFilter: ActivityFilter = { group: null, action: null, actor: null, target: null }

export function isFiltered(filter: ActivityFilter): boolean {
  return Object.values(filter).some((part) => part !== null)
}

/** Applies a choice of kind: a group of actions, one action, or '' for all. Also clears the target filter. */
export function withKind(
  filter: ActivityFilter,
  kind: string,
  groups: readonly ActivityGroup[],
): ActivityFilter {
  const isGroup = groups.some(({ targetType }) => targetType === kind)
  const isAction = groups.some(({ actions }) => actions.some(({ action }) => action === kind))
  return { ...filter, group: isGroup ? kind : null, action: isAction ? kind : null, target: null }
}

/** The choice that the select shows for a filter. */
export function kindOfFilter({ group, action }: ActivityFilter): string {
  return action ?? group ?? ''
}

/** Query parameters of the API call; `before` is the id of the entry that ends the previous page. */
export function toActivityQuery({ group, action, actor, target }: ActivityFilter, before: number | null) {
  const type = target?.type ?? group
  return {
    ...(action === null ? {} : { action }),
    ...(actor === null ? {} : { actorId: String(actor.id) }),
    ...(type === null ? {} : { targetType: type }),
    ...(target === null ? {} : { targetId: String(target.id) }),
    ...(before === null ? {} : { before: String(before) }),
  }
}

/** The target filter for an entry; null for a target type outside the groups or a target without a name. */
export function targetFilterOf(
  { type, id, name }: { type: string; id: number | null; name: string | null },
  groups: readonly ActivityGroup[],
): ActivityFilter['target'] {
  const isKnown = groups.some(({ targetType }) => targetType === type)
  return isKnown && id !== null && name !== null ? { type, id, name } : null
}

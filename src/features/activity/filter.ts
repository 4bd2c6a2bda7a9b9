// Activity filter: by kind, actor and target.
import { actions, targetTypes, type Action, type NamedUser, type TargetType } from './contract.ts'

export interface ActivityFilter {
  /** All actions on one target type. */
  group: TargetType | null
  action: Action | null
  actor: NamedUser | null
  target: { type: TargetType; id: number; name: string } | null
}

export const noFilter: ActivityFilter = { group: null, action: null, actor: null, target: null }

export function isFiltered(filter: ActivityFilter): boolean {
  return Object.values(filter).some((part) => part !== null)
}

/** Applies a choice of kind: a group of actions, one action, or '' for all. Also clears the target filter. */
export function withKind(filter: ActivityFilter, kind: string): ActivityFilter {
  const group = targetTypes.find((type) => type === kind) ?? null
  const action = actions.find((known) => known === kind) ?? null
  return { ...filter, group, action, target: null }
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

/** The target filter for an entry; null for an unknown target type or a target without a name. */
export function targetFilterOf(target: {
  type: string
  id: number | null
  name: string | null
}): ActivityFilter['target'] {
  const type = targetTypes.find((known) => known === target.type)
  if (!type || target.id === null || target.name === null) return null
  return { type, id: target.id, name: target.name }
}

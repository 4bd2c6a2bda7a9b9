// Which lines of the activity are shown: by kind, by who did it, and by whom or what it was done to.
import { actions, targetTypes, type Action, type NamedPerson, type TargetType } from './contract.ts'

export interface ActivityFilter {
  group: TargetType | null
  action: Action | null
  actor: NamedPerson | null
  about: { type: TargetType; id: number; name: string } | null
}

export const noFilter: ActivityFilter = { group: null, action: null, actor: null, about: null }

/** Whether anything is left out. */
export function isFiltered(filter: ActivityFilter): boolean {
  return Object.values(filter).some((part) => part !== null)
}

/** A choice of kind: a group of actions, one action, or '' for all. What it was done to goes with the group. */
export function withKind(filter: ActivityFilter, kind: string): ActivityFilter {
  const group = targetTypes.find((type) => type === kind) ?? null
  const action = actions.find((known) => known === kind) ?? null
  return { ...filter, group, action, about: null }
}

/** The choice that a filter stands for. */
export function kindOfFilter({ group, action }: ActivityFilter): string {
  return action ?? group ?? ''
}

/** The query of the call, from the line before which the page begins. */
export function toActivityQuery({ group, action, actor, about }: ActivityFilter, before: number | null) {
  const type = about?.type ?? group
  return {
    ...(action === null ? {} : { action }),
    ...(actor === null ? {} : { actorId: String(actor.id) }),
    ...(type === null ? {} : { targetType: type }),
    ...(about === null ? {} : { targetId: String(about.id) }),
    ...(before === null ? {} : { before: String(before) }),
  }
}

/** What a line is about, for the filter; null for a kind that this page doesn't know or a thing without a name. */
export function targetFilterOf(target: {
  type: string
  id: number | null
  name: string | null
}): ActivityFilter['about'] {
  const type = targetTypes.find((known) => known === target.type)
  if (!type || target.id === null || target.name === null) return null
  return { type, id: target.id, name: target.name }
}

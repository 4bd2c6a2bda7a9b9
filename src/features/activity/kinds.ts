// Activity kinds: a feature declares the entries of the activity log that it records.
import { message, type Message } from '#shared/i18n/t.ts'
import type { NamedUser } from './contract.ts'

/** The subject of entries. A type that names people also belongs into the lists of `server/sql.ts`, for erasure. */
export interface ActivityTarget {
  /** As stored. */
  readonly type: string
  /** The label of its group in the filter. */
  readonly label: Message
  /** The target's name for its viewer, by the label and the change of an entry. Without it the label is the name. */
  readonly nameOf?: (label: string | null, diff: ActivityDiff) => string | null
}

/** A member, on whom several features record. */
export const memberTarget: ActivityTarget = { type: 'user', label: message('Members') }

/** Changed fields with their values. */
export type ChangedFields = Readonly<Record<string, unknown>> | null

export interface ActivityDiff {
  /** Null for a new target. */
  readonly before: ChangedFields
  /** Null for a deleted target. */
  readonly after: ChangedFields
}

/** How a changed field is shown. Without one, its name becomes its label, and its value is formatted by its type. */
export interface ActivityField {
  readonly label?: Message
  /** A number of minutes, or the id of a member, who is shown by name. */
  readonly format?: 'minutes' | 'member'
  /** Labels of stored values. */
  readonly values?: Readonly<Record<string, Message>>
  /** How an item of a list is shown. */
  readonly formatItem?: (item: string) => string
  /** For an id without meaning for a viewer, or a part of the sentence. */
  readonly isHidden?: true
}

/** The names in a sentence. */
export interface SentenceNames {
  readonly actor: string
  readonly target: string
}

export interface SentenceInput extends ActivityDiff {
  /** Finds ids of fields with the format `member`. */
  findMember(id: unknown): NamedUser | null
}

interface KindDeclaration {
  /** Its label in the filter. */
  readonly label: Message
  /** The whole sentence: '{actor} banned {target}'. */
  readonly sentence: (names: SentenceNames, input: SentenceInput) => string
  /** The member whom the sentence names in place of the target. */
  readonly namedMember?: (input: SentenceInput) => NamedUser | null
}

export interface ActivityKind extends KindDeclaration {
  /** The stored name, such as 'template.create'. */
  readonly action: string
  readonly target: ActivityTarget
  readonly fields: Readonly<Record<string, ActivityField>>
}

/** Declares the kinds of entries on a target; their names are unique in the app. */
export function defineActivities<const Kinds extends Readonly<Record<string, KindDeclaration>>>({
  target,
  fields = {},
  kinds,
}: {
  target: ActivityTarget
  /** The recorded fields that need more than their name. */
  fields?: ActivityKind['fields']
  kinds: Kinds
}): { readonly [Name in keyof Kinds & string]: ActivityKind } {
  const complete = Object.entries(kinds).map(([name, kind]) => [
    name,
    { ...kind, action: `${target.type}.${name}`, target, fields },
  ])
  return Object.fromEntries(complete) as { readonly [Name in keyof Kinds & string]: ActivityKind }
}

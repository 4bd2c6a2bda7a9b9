// Unsaved changes of the settings' form, over the settings as the page last read them (COM-01).
import * as z from 'zod/mini'
import { mapTranslations } from '#shared/i18n/translations.ts'
import type { CommunitySettings } from './contract.ts'
import {
  communitySettingNames,
  communitySettings,
  isSettingName,
  partOf,
  type SettingName,
} from './settings.ts'

export type FieldValues = Partial<Pick<CommunitySettings, SettingName>>

/** As typed where a declaration says so: a number that is being typed may be none. */
const typed: object = Object.fromEntries(
  Object.entries(communitySettings).flatMap(([name, setting]) =>
    'typed' in setting ? [[name, setting.typed]] : [],
  ),
)
const valuesSchema = z.exactPartial(z.object(Object.assign(partOf('stored'), typed)))

export const settingsDraftSchema = z.object({
  /** The fields that differ from what was read. */
  typed: valuesSchema,
  /** The same fields before, to notice a change by another administrator. */
  before: valuesSchema,
})

/** Holds no version: values are sent with that of the settings that the page shows. */
export interface SettingsDraft {
  readonly typed: FieldValues
  readonly before: FieldValues
}

export const noDraft: SettingsDraft = { typed: {}, before: {} }

/** The settings with the typed fields, as the form shows them. */
export function shownSettings(read: CommunitySettings, { typed }: SettingsDraft): CommunitySettings {
  return { ...read, ...typed }
}

/** Sets fields of the form. One that is again as read isn't typed any more. */
export function withTyped(draft: SettingsDraft, read: CommunitySettings, values: FieldValues): SettingsDraft {
  const isAsRead = (each: SettingsDraft) => (field: SettingName) =>
    isSameValue(field, each.typed[field], read[field])
  const { typed, before } = without(draft, isAsRead(draft))
  const next = { typed: { ...typed, ...values }, before: { ...pick(read, fieldsOf(values)), ...before } }
  return without(next, isAsRead(next))
}

/** The typed fields that another administrator changed to something else meanwhile. */
export function conflictsOf(read: CommunitySettings, { typed, before }: SettingsDraft): SettingName[] {
  return fieldsOf(typed).filter(
    (field) =>
      !isSameValue(field, read[field], before[field]) && !isSameValue(field, read[field], typed[field]),
  )
}

/** Decides a conflict: the typed value stays to be saved, or the other administrator's is taken. */
export function decide(
  draft: SettingsDraft,
  read: CommunitySettings,
  { field, isOwn }: { field: SettingName; isOwn: boolean },
): SettingsDraft {
  if (!isOwn) return without(draft, (each) => each === field)
  return { ...draft, before: { ...draft.before, ...pick(read, [field]) } }
}

/** After this page changed fields, and read them again: fields typed since are over that, without a conflict. */
export function afterOwnChange(
  draft: SettingsDraft,
  changed: FieldValues,
  read: CommunitySettings,
): SettingsDraft {
  const { typed, before } = without(
    draft,
    (field) => field in changed && isSameValue(field, draft.typed[field], changed[field]),
  )
  const newer = fieldsOf(typed).filter((field) => field in changed)
  return { typed, before: { ...before, ...pick(read, newer) } }
}

/** The fields of the form that differ between two reads, as in the later one. */
export function fieldsChangedBetween(earlier: CommunitySettings, later: CommunitySettings): FieldValues {
  return pick(
    later,
    communitySettingNames.filter((field) => !isSameValue(field, earlier[field], later[field])),
  )
}

function fieldsOf(values: object): SettingName[] {
  return Object.keys(values).filter((name) => isSettingName(name))
}

/** Whether two values of a field are the same; a translation without a text counts as none. */
export function isSameValue<Name extends SettingName>(
  name: Name,
  one: FieldValues[Name],
  other: FieldValues[Name],
): boolean {
  return JSON.stringify(comparable(name, one)) === JSON.stringify(comparable(name, other))
}

function comparable(name: SettingName, value: unknown): unknown {
  if (name !== 'translations' || value === undefined) return value
  return mapTranslations(value as CommunitySettings['translations'], (content) =>
    content.welcome === '' && content.careText === '' ? undefined : content,
  )
}

function pick(settings: CommunitySettings, fields: readonly string[]): FieldValues {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => fields.includes(name)))
}

function without({ typed, before }: SettingsDraft, isGone: (field: SettingName) => boolean): SettingsDraft {
  const remaining = (values: FieldValues): FieldValues =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isSettingName(name) && !isGone(name)))
  return { typed: remaining(typed), before: remaining(before) }
}

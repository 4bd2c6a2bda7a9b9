// Parts of the settings: which fields changed after a version, and whether a part was read before (COM-01).
import { message } from '#shared/i18n/t.ts'
import { communitySettings } from './settings.ts'

/** What a change can name: the settings, and what saves by itself. In the order of the screen. */
export const settingsFields = {
  logo: { label: message('Logo') },
  zone: { label: message('Time zone') },
  ...communitySettings,
}
export type SettingsField = keyof typeof settingsFields
export const settingsFieldNames = Object.keys(settingsFields) as SettingsField[]

/** A change of one of these is judged by the others, so they count as one field. */
const judgedTogether: readonly SettingsField[] = ['severalADay', 'zone', 'joining']

/** By field: the version of its last change; a missing one counts as 0. */
export type FieldVersions = Readonly<Record<string, number>>

/** The fields that changed after a version. */
export function fieldsChangedAfter(fieldVersions: FieldVersions, version: number): SettingsField[] {
  return settingsFieldNames.filter((field) => (fieldVersions[field] ?? 0) > version)
}

/** Whether a part with these fields is older than one of the changed ones. */
export function isPartStale(part: readonly SettingsField[], changed: readonly SettingsField[]): boolean {
  const judged = part.some((field) => judgedTogether.includes(field)) ? [...part, ...judgedTogether] : part
  return changed.some((field) => judged.includes(field))
}

// Changes of the settings: each in one transaction with its activity entry (I23), and undone for a day.
import { isDeepStrictEqual } from 'node:util'
import type { ActivityKind } from '#features/activity/kinds.ts'
import { changedFields, findLastActors, recordAdminActivity } from '#features/activity/server/service.ts'
import { assertCapability, type AdminContext } from '#features/members/server/service.ts'
import { appError, type AppError } from '#server/app-error.ts'
import {
  findLastChange,
  lockSettingsForUpdate,
  updateSettings,
  type StoredSettings,
  type LastChange,
  type SettingsInput,
} from '#server/community/sql.ts'
import type { Executor } from '#server/db/database.ts'
import { timestampToMs } from '#shared/day.ts'
import { formatList } from '#shared/i18n/format-list.ts'
import { languageNames } from '#shared/i18n/language-names.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { communityActivities } from '../activities.ts'
import { communityErrors } from '../errors.ts'
import {
  fieldsChangedAfter,
  isPartStale,
  settingsFieldNames,
  settingsFields,
  type SettingsField,
} from '../field-versions.ts'
import { severalScheduledMessage, undoMs } from '../rules.ts'
import { communitySettings } from '../settings.ts'

/**
 * Locks the settings for a change by an administrator. Throws `changed_meanwhile` if one of the part's fields changed
 * after its version. A part without a version is never stale.
 */
export async function lockSettingsAsAdmin(
  tx: Executor,
  admin: AdminContext,
  { version, fields }: { version: number | undefined; fields: readonly SettingsField[] },
): Promise<StoredSettings> {
  await assertCapability(tx, admin.adminId, 'community.administer')
  const settings = await lockSettingsForUpdate(tx)
  if (version === undefined) return settings
  const changed = fieldsChangedAfter(settings.fieldVersions, version)
  if (isPartStale(fields, changed)) throw await changedMeanwhileError(tx, admin, changed)
  return settings
}

/** The 409 that says who changed what; the caller adds the current settings. */
async function changedMeanwhileError(
  tx: Executor,
  { adminId }: AdminContext,
  changed: readonly SettingsField[],
): Promise<AppError> {
  const actors = await findLastActors(tx, communityActivities.update.target.type, changed)
  const actorIds = new Set(changed.map((field) => actors.get(field)?.id))
  const sentences = [...actorIds].map((actorId) => {
    const own = changed.filter((field) => actors.get(field)?.id === actorId)
    const fields = formatList(own.map((field) => translate(settingsFields[field].label)))
    if (actorId === adminId) return t('You changed this elsewhere: {fields}.', { fields })
    const name = own.map((field) => actors.get(field)?.name)[0] ?? t('The operator')
    return t('{name} changed this meanwhile: {fields}.', { name, fields })
  })
  return appError('changed_meanwhile', { message: sentences.join(' ') })
}

/**
 * Saves the fields of locked settings that differ; `others` changed elsewhere in the same transaction. Returns whether
 * any field did.
 */
export async function saveSettings(
  tx: Executor,
  admin: AdminContext,
  settings: StoredSettings,
  input: Partial<SettingsInput>,
  others: readonly SettingsField[] = [],
): Promise<boolean> {
  const previous = differingFields(settings, input)
  if (Object.keys(previous).length === 0) return false
  const changed = [...namedFields(previous), ...others]
  await recordChange(tx, admin, { kind: communityActivities.update, settings, input })
  await updateSettings(tx, input, { changed, undo: { previous, changedAt: admin.now } })
  return true
}

/** The fields that an input names; the logo is stored by its id. */
export function namedFields(input: Partial<SettingsInput>): SettingsField[] {
  return settingsFieldNames.filter((field) => (field === 'logo' ? 'logoId' : field) in input)
}

/**
 * Gives the only schedule of each date from a day on the first slot. Returns the dates that have several, in order.
 */
export type ResetSlots = (tx: Executor, fromDay: string) => Promise<string[]>

interface ComingDays {
  resetSlots: ResetSlots
  today: string
}

/**
 * Throws `several_scheduled` if the change would leave a coming date with several schedules without the setting for them
 * (PLAN-09). Writers of schedules lock the settings for share, so none is missed.
 */
export async function assertSeveralADay(
  tx: Executor,
  settings: StoredSettings,
  input: Partial<SettingsInput>,
  { resetSlots, today }: ComingDays,
): Promise<void> {
  if (!settings.severalADay || input.severalADay !== false) return
  const dates = await resetSlots(tx, today)
  if (dates.length === 0) return
  const message = severalScheduledMessage(dates)
  throw appError(communityErrors.several_scheduled, {
    message,
    parameters: { dates },
    issues: [{ path: 'severalADay', message }],
  })
}

/** Restores the fields of the last change. Throws `changed_meanwhile`, `nothing_to_undo` or `several_scheduled`. */
export async function undoLastChange(
  tx: Executor,
  admin: AdminContext,
  version: number,
  days: ComingDays,
): Promise<void> {
  const settings = await lockSettingsAsAdmin(tx, admin, { version, fields: settingsFieldNames })
  const change = await findLastChange(tx)
  if (undoUntil(change, admin.now.getTime()) === null || !change)
    throw appError(communityErrors.nothing_to_undo)
  await assertSeveralADay(tx, settings, change.previous, days)
  await recordChange(tx, admin, { kind: communityActivities.undo, settings, input: change.previous })
  await updateSettings(tx, change.previous, { changed: namedFields(change.previous), undo: null })
}

/** Until when the last change can be undone, or null. */
export function undoUntil(change: Pick<LastChange, 'changedAt'> | null, nowMs: number): string | null {
  if (!change) return null
  const untilMs = timestampToMs(change.changedAt) + undoMs
  return untilMs > nowMs ? new Date(untilMs).toISOString() : null
}

/** The stored values of the fields that the input changes. */
function differingFields(settings: StoredSettings, input: Partial<SettingsInput>): Partial<SettingsInput> {
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      const stored = settings[name as keyof SettingsInput]
      return isDeepStrictEqual(stored, value) ? [] : [[name, stored]]
    }),
  )
}

async function recordChange(
  tx: Executor,
  admin: AdminContext,
  { kind, settings, input }: { kind: ActivityKind; settings: StoredSettings; input: Partial<SettingsInput> },
): Promise<void> {
  const changed = changedFields(auditFieldsOf(settings), auditFieldsOf({ ...settings, ...input }))
  await recordAdminActivity(tx, admin, { ...changed, kind })
}

/** The fields as the activity log shows them: lists and parts as lines. */
function auditFieldsOf({
  version: _version,
  fieldVersions: _fieldVersions,
  logoId,
  careResources,
  links,
  newSchedules,
  language,
  translations,
  ...fields
}: StoredSettings) {
  return {
    ...fields,
    logo: logoId === null ? null : logoId.slice(0, 8),
    language: languageNames[language],
    translations: communitySettings.translations.lines(translations),
    links: links.map(({ kind, label, url }) => (label === '' ? kind : `${label}, ${url}`)),
    careResources: communitySettings.careResources.lines(careResources),
    newSchedules: Object.entries(newSchedules)
      .map(([name, value]) => `${name} ${value}`)
      .toSorted(),
  }
}

// Template commands of administrators: each change and its activity record commit in one transaction (I23).
import type { ActivityKind } from '#features/activity/kinds.ts'
import { changedFields, recordAdminActivity } from '#features/activity/server/service.ts'
import { assertCapability, type AdminContext } from '#features/members/server/service.ts'
import { flatPlays, withFlatPlays, withPlays } from '#features/sittings/flat-plays.ts'
import type { FlatPlays } from '#features/sittings/plays.ts'
import {
  saveMeetingOfTemplate,
  savePlaysOfTemplate,
  saveTextsOfTemplate,
} from '#features/sittings/server/service.ts'
import { appError, fieldError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import type { CommunityDays } from '#shared/day.ts'
import { translationLines } from '#shared/i18n/translations.ts'
import { templateActivities } from '../activities.ts'
import { blockLines } from '../block-lines.ts'
import type { TemplateChange, TemplateFields } from '../contract.ts'
import { templateErrors } from '../errors.ts'
import { copyTitle, importedFields, missingMeetingsMessage, templateInUseMessage } from '../rules.ts'
import type { Template } from '../template-content.ts'
import { validateTemplates, templateNotFoundError } from './service.ts'
import {
  archiveTemplateRow,
  countWithoutMeeting,
  lockTemplateForNoKeyUpdate,
  insertTemplates,
  scheduledDates,
  templateOf,
  updateTemplateRow,
} from './sql.ts'

export interface TemplatesDeps {
  /** Sets the minutes of silence after the sittings of a template to 0, in its schedules from a day on. */
  clearSilenceMinutes: (
    tx: Executor,
    templateId: number,
    options: { fromDay: string; changedAt: Date },
  ) => Promise<void>
}

export async function createTemplate(
  tx: Executor,
  context: AdminContext,
  fields: TemplateFields,
): Promise<Template> {
  await assertCapability(tx, context.adminId, 'community.administer')
  return insertAndRecord(tx, context, templateActivities.create, fields)
}

/** Inserts a copy of a template (TPL-11). Throws `not_found`. */
export async function duplicateTemplate(tx: Executor, context: AdminContext, id: number): Promise<Template> {
  await assertCapability(tx, context.adminId, 'community.administer')
  const template = await templateOf(tx, id)
  if (!template) throw templateNotFoundError()
  const copy = withFlatPlays({ ...fieldsOf(template), title: copyTitle(template.title) })
  const [fields] = validateTemplates([copy], () => '')
  if (!fields) throw new Error('Template validation returned no fields.')
  return insertAndRecord(tx, context, templateActivities.duplicate, fields)
}

/** Inserts a template with its activity, whose entry also holds `facts`. */
export async function insertAndRecord(
  tx: Executor,
  context: AdminContext,
  kind: ActivityKind,
  fields: TemplateFields,
  facts: object = {},
): Promise<Template> {
  const [id = 0] = await insertTemplates(tx, [{ ...withFlatPlays(fields), createdAt: context.now }])
  const template = await templateOf(tx, id)
  if (!template) throw new Error('The inserted template was not found.')
  await recordTemplateActivity(tx, context, kind, template, {
    after: { ...activitySnapshot(template), ...facts },
  })
  return template
}

/**
 * Updates a template's fields. Throws `not_found`, or `changed_meanwhile` if `version` is stale; without a
 * `version` nothing is compared. If no field changed, version and activity log stay the same. Sittings under way keep
 * what they play (PHASE-21); throws `sittings_overlap` if a longer one makes coming sittings overlap.
 * `roomNowMs` is the room clock's.
 */
export async function updateTemplate(
  tx: Executor,
  context: AdminContext,
  {
    id,
    version,
    change,
    days,
    roomNowMs,
    clearSilenceMinutes,
  }: {
    id: number
    version: number | undefined
    change: TemplateChange
    days: CommunityDays
    roomNowMs: number
  } & TemplatesDeps,
): Promise<Template> {
  await assertCapability(tx, context.adminId, 'community.administer')
  const template = await lockTemplateForNoKeyUpdate(tx, id)
  if (!template) throw templateNotFoundError()
  if (version !== undefined && version !== template.version) throw appError('changed_meanwhile')
  const fields: TemplateFields = withPlays({
    ...change,
    ...keptFields(template, change),
    translations: change.translations ?? template.translations,
    meetingUrl: change.meetingUrl === undefined ? template.meetingUrl : change.meetingUrl,
  })
  const { before, after } = changedFields(flatFields(fieldsOf(template)), flatFields(fields))
  if (Object.keys(after).length === 0) return template
  const today = days.dayOf(roomNowMs)
  if ('kind' in after || 'meetingUrl' in after) await assertMeetingSuffices(tx, id, fields, today)
  const updated = await updateTemplateRow(tx, id, fields, new Date(roomNowMs))
  if (template.plays.kind !== 'silence' && updated.plays.kind === 'silence')
    await clearSilenceMinutes(tx, id, { fromDay: today, changedAt: new Date(roomNowMs) })
  if (Object.keys(flatPlays(updated.plays)).some((name) => name in after))
    await savePlaysOfTemplate(tx, { days, nowMs: roomNowMs }, id, updated.plays)
  if ('meetingUrl' in after) await saveMeetingOfTemplate(tx, { nowMs: roomNowMs }, id, updated.meetingUrl)
  if (['title', 'translations', 'instructor'].some((name) => name in after))
    await saveTextsOfTemplate(tx, roomNowMs, id)
  await recordTemplateActivity(tx, context, templateActivities.update, updated, {
    before: asLogged(before),
    after: asLogged(after),
  })
  return updated
}

/** Throws `invalid` for the link of a live template whose coming days would have none (TEACH-11). */
async function assertMeetingSuffices(
  tx: Executor,
  id: number,
  { plays, meetingUrl }: TemplateFields,
  today: string,
): Promise<void> {
  if (plays.kind !== 'live' || meetingUrl !== null) return
  const count = await countWithoutMeeting(tx, id, today)
  if (count > 0) throw fieldError('meetingUrl', missingMeetingsMessage(count))
}

/** What a change leaves out of its video stays as it was; length and audio only while the address does. */
function keptFields(
  { plays, megabytes }: Template,
  change: TemplateChange,
): Pick<FlatPlays, 'audioUrl' | 'mediaSeconds' | 'keepsTempo'> & Pick<Template, 'megabytes'> {
  const { videoUrl, mediaSeconds, keepsTempo } = change
  const video = plays.kind === 'video' ? plays : null
  const same = video?.videoUrl === videoUrl ? video : null
  const audioUrl = change.audioUrl === undefined ? (same?.audioUrl ?? null) : change.audioUrl
  const measured = same?.audioUrl === audioUrl ? megabytes : null
  return {
    audioUrl,
    megabytes: change.megabytes === undefined ? measured : change.megabytes,
    mediaSeconds: mediaSeconds === undefined ? (same?.mediaSeconds ?? null) : mediaSeconds,
    keepsTempo: keepsTempo ?? video?.keepsTempo ?? false,
  }
}

/** Archives a template (TPL-12). Throws `template_in_use` if it is scheduled for today or later (TPL-13). */
export async function archiveTemplate(
  tx: Executor,
  context: AdminContext,
  { id, today }: { id: number; today: string },
): Promise<void> {
  await assertCapability(tx, context.adminId, 'community.administer')
  const template = await lockTemplateForNoKeyUpdate(tx, id)
  if (!template) throw templateNotFoundError()
  const dates = await scheduledDates(tx, id, today)
  if (dates.length > 0)
    throw appError(templateErrors.template_in_use, {
      message: templateInUseMessage(dates),
      parameters: { dates: [...dates] },
    })
  await archiveTemplateRow(tx, id, context.now)
  await recordTemplateActivity(tx, context, templateActivities.archive, template, {
    before: activitySnapshot(template),
  })
}

/** Inserts all rows, or none if one is invalid; returns the number of rows (TPL-18, TPL-20). */
export async function importTemplates(
  tx: Executor,
  context: AdminContext,
  rows: readonly unknown[],
): Promise<number> {
  await assertCapability(tx, context.adminId, 'community.administer')
  const templates = rows.map((row) => (isObject(row) ? { ...row, ...importedFields() } : row))
  const fields = validateTemplates(templates, (index) => `templates.${index}`)
  const ids = await insertTemplates(
    tx,
    fields.map((template) => ({ ...withFlatPlays(template), createdAt: context.now })),
  )
  await recordAdminActivity(tx, context, {
    kind: templateActivities.import,
    after: { imported: ids.length, ids, titles: fields.map(({ title }) => title) },
  })
  return ids.length
}

/** The fields that the activity log records; the archived row keeps the whole template. */
function activitySnapshot({ title, instructor, duration, difficulty, plays, meetingUrl }: Template) {
  const hasMeeting = meetingUrl !== null
  const fields = { title, instructor, duration, difficulty, ...playedSnapshot(plays) }
  return { ...fields, ...(hasMeeting && { meetingUrl: hasMeeting }) }
}

function playedSnapshot(plays: Template['plays']) {
  switch (plays.kind) {
    case 'video':
      return { videoUrl: plays.videoUrl }
    case 'silence':
      return { kind: plays.kind, blocks: blockLines(plays.blocks) }
    case 'live':
      return { kind: plays.kind }
  }
}

/**
 * Changed fields as the activity log shows them: of the translations, each language with its title. The link to a
 * meeting stays out of the log.
 */
function asLogged({
  translations,
  meetingUrl,
  ...fields
}: Partial<Pick<TemplateFields, 'translations' | 'meetingUrl'>>): object {
  return {
    ...fields,
    ...(translations && { translations: translationLines(translations, ({ title }) => title) }),
    ...(meetingUrl !== undefined && { meetingUrl: meetingUrl !== null }),
  }
}

function recordTemplateActivity(
  tx: Executor,
  context: AdminContext,
  kind: ActivityKind,
  { id, title }: Template,
  changes: { before?: object; after?: object },
): Promise<void> {
  return recordAdminActivity(tx, context, { ...changes, kind, targetId: id, label: title })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** As rows and the activity log have them. */
function flatFields(fields: TemplateFields) {
  const { blocks, ...rest } = withFlatPlays(fields)
  return { ...rest, blocks: blocks && blockLines(blocks) }
}

function fieldsOf({
  id: _id,
  createdAt: _createdAt,
  version: _version,
  ...fields
}: Template): TemplateFields {
  return fields
}

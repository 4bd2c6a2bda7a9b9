// SQL of meditation templates. An archived template is read only through the days that have it.
import { sql, type Insertable } from 'kysely'
import { playsOf, withFlatPlays, withPlays } from '#features/sittings/flat-plays.ts'
import type { FlatPlays, Plays } from '#features/sittings/plays.ts'
import type { Executor } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { localizedColumn } from '#server/db/translated-columns.ts'
import { mapTranslations } from '#shared/i18n/translations.ts'
import type { TemplateFields } from '../contract.ts'
import type { Template, TemplateSummary } from '../template-content.ts'

/** With the flat fields of what it plays. */
export type NewTemplate = Omit<
  Insertable<Tables['meditation_templates']>,
  'id' | 'version' | 'archivedAt' | 'sessionSteps' | 'translations' | 'blocks' | 'megabytes'
> &
  Pick<TemplateFields, 'sessionSteps'> &
  Partial<Pick<TemplateFields, 'translations' | 'megabytes'> & Pick<FlatPlays, 'blocks'>>

const columns = [
  'id',
  'title',
  'duration',
  'instructor',
  'description',
  'difficulty',
  'kind',
  'blocks',
  'videoUrl',
  'thumbnailUrl',
  'captionsUrl',
  'audioUrl',
  'instructorTitle',
  'sessionSteps',
  'translations',
  'mediaSeconds',
  'keepsTempo',
  'liveSource',
  'bellBy',
  'meetingUrl',
  'megabytes',
  'createdAt',
  'version',
] as const

/** Active templates by title, in alphabetical order without case. */
export async function selectActiveTemplates(db: Executor): Promise<Template[]> {
  const rows = await activeTemplates(db).select(columns).execute()
  return rows.map(toTemplate)
}

/** Active templates for a garden angel, limited to the summary fields (GA-07), in the viewer's language. */
export function selectTemplateSummaries(db: Executor): Promise<TemplateSummary[]> {
  return activeTemplates(db)
    .select(['id', 'duration', 'instructor', localizedColumn('meditation_templates', 'title').as('title')])
    .execute()
}

function activeTemplates(db: Executor) {
  return db
    .selectFrom('meditation_templates')
    .where('archivedAt', 'is', null)
    .orderBy(({ fn, ref }) => fn('lower', [ref('title')]))
    .orderBy('id')
}

/** The hosts of all media of templates, except this server; archived templates are a part of past days. */
export async function listMediaHosts(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    select distinct substring(url from '^https://([^/?#]+)') as host
    from meditation_templates, unnest(array["videoUrl", "audioUrl", "thumbnailUrl", "captionsUrl"]
      || array(select captions #>> '{}' from jsonb_path_query(translations, '$.*.captionsUrl') captions)) as url
    where url like 'https://%'
    order by host`.execute(db)
  return rows.map(({ host }) => host.toLowerCase())
}

/** What decides about the days of a template: what it plays, and where it meets. */
export interface LockedTemplate {
  plays: Plays
  meetingUrl: string | null
}

/** Locks a template against changes until the transaction ends; null when it doesn't exist or is archived. */
export async function lockTemplateRowForShare(tx: Executor, id: number): Promise<LockedTemplate | null> {
  const row = await tx
    .selectFrom('meditation_templates')
    .select(['kind', 'blocks', 'videoUrl', 'audioUrl', 'mediaSeconds', 'keepsTempo', 'liveSource', 'bellBy'])
    .select('meetingUrl')
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row ? { plays: playsOf(row), meetingUrl: row.meetingUrl } : null
}

/** Locks a template for a change until the transaction ends, also against scheduling it. Null when there is none. */
export async function lockTemplateForNoKeyUpdate(tx: Executor, id: number): Promise<Template | null> {
  const row = await byId(tx, id).forNoKeyUpdate().executeTakeFirst()
  return row ? toTemplate(row) : null
}

/** Reads a template without a lock. */
export async function templateOf(db: Executor, id: number): Promise<Template | null> {
  const row = await byId(db, id).executeTakeFirst()
  return row ? toTemplate(row) : null
}

function byId(db: Executor, id: number) {
  return db
    .selectFrom('meditation_templates')
    .select(columns)
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof byId>['executeTakeFirstOrThrow']>>

/** jsonb doesn't keep the order of keys, and comparing two states depends on it. */
function toTemplate(row: Row): Template {
  return {
    ...withPlays(row),
    sessionSteps: orderedSteps(row.sessionSteps),
    translations: mapTranslations(row.translations, ({ title, description, steps, captionsUrl }) => ({
      title,
      description,
      steps: orderedSteps(steps),
      captionsUrl,
    })),
  }
}

function orderedSteps(steps: Template['sessionSteps']): Template['sessionSteps'] {
  return steps.map(({ number, title, description }) => ({ number, title, description }))
}

function jsonColumnsOf({
  sessionSteps,
  translations = {},
  blocks = null,
  megabytes = null,
}: Pick<NewTemplate, 'sessionSteps' | 'translations' | 'blocks' | 'megabytes'>) {
  return {
    sessionSteps: JSON.stringify(sessionSteps),
    translations: JSON.stringify(translations),
    blocks: blocks && JSON.stringify(blocks),
    megabytes: megabytes && JSON.stringify(megabytes),
  }
}

/** Inserts templates; returns their ids in the same order. */
export async function insertTemplates(db: Executor, templates: readonly NewTemplate[]): Promise<number[]> {
  const rows = await db
    .insertInto('meditation_templates')
    .values(templates.map((template) => ({ ...template, ...jsonColumnsOf(template) })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Writes all fields and increments the version. `changedAt` is by the room clock. */
export async function updateTemplateRow(
  tx: Executor,
  id: number,
  fields: TemplateFields,
  changedAt: Date,
): Promise<Template> {
  const flat = withFlatPlays(fields)
  const row = await tx
    .updateTable('meditation_templates')
    .set((set) => ({
      ...flat,
      ...jsonColumnsOf(flat),
      changedAt,
      version: set('version', '+', 1),
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toTemplate(row)
}

/** Marks a template as archived. */
export async function archiveTemplateRow(tx: Executor, id: number, now: Date): Promise<void> {
  await tx.updateTable('meditation_templates').set({ archivedAt: now }).where('id', '=', id).execute()
}

/** The dates from `day` on of active schedules with the template. */
export async function scheduledDates(tx: Executor, id: number, day: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('schedules')
    .select('date')
    .where('templateId', '=', id)
    .where('isActive', '=', true)
    .where('date', '>=', day)
    .orderBy('date')
    .execute()
  return rows.map(({ date }) => date)
}

/** How many active schedules of the template from `day` on have no meeting link of their own. */
export async function countWithoutMeeting(tx: Executor, id: number, day: string): Promise<number> {
  const { count } = await tx
    .selectFrom('schedules')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('templateId', '=', id)
    .where('isActive', '=', true)
    .where('date', '>=', day)
    .where('meetingUrl', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

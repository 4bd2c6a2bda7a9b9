// The SQL of meditation templates. An archived one is read only through the days that have it.
import type { Insertable } from 'kysely'
import type { Executor } from '#server/db.ts'
import type { SessionStep, Tables } from '#server/tables.ts'
import type { Template, TemplateFields, TemplateSummary } from '../contract.ts'

export type NewTemplate = Omit<
  Insertable<Tables['meditation_templates']>,
  'id' | 'version' | 'archivedAt' | 'sessionSteps'
> & {
  sessionSteps: readonly SessionStep[]
}

const summaryColumns = ['id', 'title', 'duration', 'instructor'] as const
const columns = [
  ...summaryColumns,
  'description',
  'difficulty',
  'videoUrl',
  'thumbnailUrl',
  'captionsUrl',
  'instructorTitle',
  'sessionSteps',
  'createdAt',
  'version',
] as const

/** Those that can be chosen, by title as people read it, whatever its case. */
export async function selectActiveTemplates(db: Executor): Promise<Template[]> {
  const rows = await activeTemplates(db).select(columns).execute()
  return rows.map(withOrderedSteps)
}

/** The same for somebody who plans nothing: no more than a calendar shows is read (GA-07). */
export function selectTemplateSummaries(db: Executor): Promise<TemplateSummary[]> {
  return activeTemplates(db).select(summaryColumns).execute()
}

function activeTemplates(db: Executor) {
  return db
    .selectFrom('meditation_templates')
    .where('archivedAt', 'is', null)
    .orderBy(({ fn, ref }) => fn('lower', [ref('title')]))
    .orderBy('id')
}

/** Whether a template is there and not archived; it is archived by nobody before the transaction ends. */
export async function lockTemplateRowForKeyShare(tx: Executor, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('meditation_templates')
    .select('id')
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** A template that nobody else changes before the transaction ends; it can be scheduled meanwhile. */
export async function lockTemplateForNoKeyUpdate(tx: Executor, id: number): Promise<Template | null> {
  const row = await byId(tx, id).forNoKeyUpdate().executeTakeFirst()
  return row ? withOrderedSteps(row) : null
}

/** The same, and nobody can schedule it either: whoever is about to is waited for. */
export async function lockTemplateForUpdate(tx: Executor, id: number): Promise<Template | null> {
  const row = await byId(tx, id).forUpdate().executeTakeFirst()
  return row ? withOrderedSteps(row) : null
}

/** A template as it is now. */
export async function templateOf(db: Executor, id: number): Promise<Template | null> {
  const row = await byId(db, id).executeTakeFirst()
  return row ? withOrderedSteps(row) : null
}

function byId(db: Executor, id: number) {
  return db
    .selectFrom('meditation_templates')
    .select(columns)
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
}

/** jsonb forgets the order of the fields of a step, by which two states are compared. */
function withOrderedSteps(row: Template): Template {
  const sessionSteps = row.sessionSteps.map(({ number, title, description }) => ({
    number,
    title,
    description,
  }))
  return { ...row, sessionSteps }
}

/** Adds templates in their order; answers their ids in the same order. */
export async function insertTemplates(db: Executor, templates: readonly NewTemplate[]): Promise<number[]> {
  const rows = await db
    .insertInto('meditation_templates')
    .values(
      templates.map((template) => ({ ...template, sessionSteps: JSON.stringify(template.sessionSteps) })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Writes all fields, and counts the version on. */
export async function updateTemplateRow(tx: Executor, id: number, fields: TemplateFields): Promise<Template> {
  const row = await tx
    .updateTable('meditation_templates')
    .set((set) => ({
      ...fields,
      sessionSteps: JSON.stringify(fields.sessionSteps),
      version: set('version', '+', 1),
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return withOrderedSteps(row)
}

/** Takes a template out of what can be chosen. */
export async function archiveTemplateRow(tx: Executor, id: number, now: Date): Promise<void> {
  await tx.updateTable('meditation_templates').set({ archivedAt: now }).where('id', '=', id).execute()
}

/** The dates, from a day on, of the active schedules that have the template. */
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

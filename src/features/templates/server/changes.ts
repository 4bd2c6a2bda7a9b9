// What administrators do to templates: each change in one transaction, with its line in what was done (I23).
import type { Action } from '#features/activity/contract.ts'
import { changedFields, noteOrder } from '#features/activity/server/service.ts'
import { refuseUnless, type Order } from '#features/users/server/service.ts'
import type { Executor } from '#server/db.ts'
import { refuse } from '#server/refusal.ts'
import { chicagoDay } from '#shared/day.ts'
import type { Template, TemplateFields } from '../contract.ts'
import { copyTitle, importedFields, inUseInWords } from '../rules.ts'
import { checkTemplates, refuseMissing } from './service.ts'
import {
  archiveTemplate,
  holdToArchive,
  holdToChange,
  insertTemplates,
  scheduledDates,
  templateOf,
  writeTemplate,
} from './sql.ts'

/** Adds a template. */
export async function create(tx: Executor, order: Order, fields: TemplateFields): Promise<Template> {
  await refuseUnless(tx, order.adminId, 'community.administer')
  return add(tx, order, 'template.create', fields)
}

/** Adds a copy of a template as it is now (TPL-11); `not_found` when there is none. */
export async function duplicate(tx: Executor, order: Order, id: number): Promise<Template> {
  await refuseUnless(tx, order.adminId, 'community.administer')
  const template = await templateOf(tx, id)
  if (!template) throw refuseMissing()
  const copy = { ...fieldsOf(template), title: copyTitle(template.title) }
  const [fields] = checkTemplates([copy], () => '')
  if (!fields) throw new Error('A checked template is missing.')
  return add(tx, order, 'template.duplicate', fields)
}

async function add(
  tx: Executor,
  order: Order,
  action: 'template.create' | 'template.duplicate',
  fields: TemplateFields,
): Promise<Template> {
  const [id = 0] = await insertTemplates(tx, [{ ...fields, createdAt: order.now }])
  const template = await templateOf(tx, id)
  if (!template) throw new Error('A new template is missing.')
  await note(tx, order, action, template, { before: null, after: outlineOf(template) })
  return template
}

/**
 * Writes the fields of a template; one that was changed since `version` was read is refused with `changed_meanwhile`.
 * What is saved as it was makes no new version and no line.
 */
export async function update(
  tx: Executor,
  order: Order,
  { id, version, fields }: { id: number; version: number | undefined; fields: TemplateFields },
): Promise<Template> {
  await refuseUnless(tx, order.adminId, 'community.administer')
  const template = await holdToChange(tx, id)
  if (!template) throw refuseMissing()
  if (version !== undefined && version !== template.version) throw refuse('changed_meanwhile')
  const { before, after } = changedFields(fieldsOf(template), fields)
  if (Object.keys(after).length === 0) return template
  const written = await writeTemplate(tx, id, fields)
  await note(tx, order, 'template.update', written, { before, after })
  return written
}

/** Archives a template (TPL-12); refused with `template_in_use` while a day of today or later has it (TPL-13). */
export async function archive(tx: Executor, order: Order, id: number): Promise<void> {
  await refuseUnless(tx, order.adminId, 'community.administer')
  const template = await holdToArchive(tx, id)
  if (!template) throw refuseMissing()
  const dates = await scheduledDates(tx, id, chicagoDay(order.now.getTime()))
  if (dates.length > 0) throw refuse('template_in_use', { message: inUseInWords(dates) })
  await archiveTemplate(tx, id, order.now)
  await note(tx, order, 'template.archive', template, { before: outlineOf(template), after: null })
}

/** Adds all rows or, when one of them is bad, none of them; answers how many there are (TPL-18, TPL-20). */
export async function importAll(tx: Executor, order: Order, rows: readonly unknown[]): Promise<number> {
  await refuseUnless(tx, order.adminId, 'community.administer')
  const templates = rows.map((row) => (isObject(row) ? { ...row, ...importedFields } : row))
  const fields = checkTemplates(templates, (index) => `templates.${index}`)
  const ids = await insertTemplates(
    tx,
    fields.map((one) => ({ ...one, createdAt: order.now })),
  )
  await noteOrder(tx, order, {
    action: 'template.import',
    targetType: 'template',
    targetId: null,
    label: ids.length === 1 ? '1 template' : `${ids.length} templates`,
    before: null,
    after: { imported: ids.length, ids, titles: fields.map(({ title }) => title) },
  })
  return ids.length
}

/** A template as a line of activity tells it; the whole of it stays in its row. */
function outlineOf({ title, instructor, duration, difficulty, videoUrl }: Template) {
  return { title, instructor, duration, difficulty, videoUrl }
}

function note(
  tx: Executor,
  order: Order,
  action: Action,
  { id, title }: Template,
  states: { before: object | null; after: object | null },
): Promise<void> {
  return noteOrder(tx, order, { ...states, action, targetType: 'template', targetId: id, label: title })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldsOf({
  id: _id,
  createdAt: _createdAt,
  version: _version,
  ...fields
}: Template): TemplateFields {
  return fields
}

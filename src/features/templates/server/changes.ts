// What administrators do to templates: each change in one transaction, with its line in what was done (I23).
import { changedFields, noteActivity } from '#features/activity/server/service.ts'
import { refuseUnless } from '#features/users/server/service.ts'
import type { Executor } from '#server/db.ts'
import { refuse } from '#server/refusal.ts'
import { chicagoDay } from '#shared/day.ts'
import type { Template, TemplateFields } from '../contract.ts'
import { copyTitle, importedFields } from '../rules.ts'
import { checkTemplates, refuseMissing } from './service.ts'
import {
  archiveTemplate,
  holdToArchive,
  holdToChange,
  insertTemplates,
  isScheduledFrom,
  templateOf,
  writeTemplate,
} from './sql.ts'

/** Who changes something, and when. */
export interface Order {
  adminId: number
  now: Date
}

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
  { adminId, now }: Order,
  action: 'template.create' | 'template.duplicate',
  fields: TemplateFields,
): Promise<Template> {
  const [id = 0] = await insertTemplates(tx, [{ ...fields, createdAt: now }])
  const template = await templateOf(tx, id)
  if (!template) throw new Error('A new template is missing.')
  await noteActivity(tx, {
    actorId: adminId,
    action,
    targetType: 'template',
    targetId: id,
    label: template.title,
    before: null,
    after: fieldsOf(template),
    createdAt: now,
  })
  return template
}

/**
 * Writes the fields of a template; one that was changed since `version` was read is refused with `changed_meanwhile`.
 * What is saved as it was makes no new version and no line.
 */
export async function update(
  tx: Executor,
  { adminId, now }: Order,
  { id, version, fields }: { id: number; version: number | undefined; fields: TemplateFields },
): Promise<Template> {
  await refuseUnless(tx, adminId, 'community.administer')
  const template = await holdToChange(tx, id)
  if (!template) throw refuseMissing()
  if (version !== undefined && version !== template.version) throw refuse('changed_meanwhile')
  const { before, after } = changedFields(fieldsOf(template), fields)
  if (Object.keys(after).length === 0) return template
  const written = await writeTemplate(tx, id, fields)
  await noteActivity(tx, {
    actorId: adminId,
    action: 'template.update',
    targetType: 'template',
    targetId: id,
    label: written.title,
    before,
    after,
    createdAt: now,
  })
  return written
}

/** Archives a template (TPL-12); refused with `template_in_use` while a day of today or later has it (TPL-13). */
export async function archive(tx: Executor, { adminId, now }: Order, id: number): Promise<void> {
  await refuseUnless(tx, adminId, 'community.administer')
  const template = await holdToArchive(tx, id)
  if (!template) throw refuseMissing()
  if (await isScheduledFrom(tx, id, chicagoDay(now.getTime()))) throw refuse('template_in_use')
  await archiveTemplate(tx, id, now)
  await noteActivity(tx, {
    actorId: adminId,
    action: 'template.archive',
    targetType: 'template',
    targetId: id,
    label: template.title,
    before: fieldsOf(template),
    after: null,
    createdAt: now,
  })
}

/** Adds all rows or, when one of them is bad, none of them; answers how many there are (TPL-18, TPL-20). */
export async function importAll(
  tx: Executor,
  { adminId, now }: Order,
  rows: readonly unknown[],
): Promise<number> {
  await refuseUnless(tx, adminId, 'community.administer')
  const templates = rows.map((row) => (isObject(row) ? { ...row, ...importedFields } : row))
  const fields = checkTemplates(templates, (index) => `templates.${index}`)
  const ids = await insertTemplates(
    tx,
    fields.map((one) => ({ ...one, createdAt: now })),
  )
  await noteActivity(tx, {
    actorId: adminId,
    action: 'template.import',
    targetType: 'template',
    targetId: null,
    label: ids.length === 1 ? '1 template' : `${ids.length} templates`,
    before: null,
    after: { imported: ids.length, ids, titles: fields.map(({ title }) => title) },
    createdAt: now,
  })
  return ids.length
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

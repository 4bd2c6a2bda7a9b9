// Template service: what other features call inside their own transactions.
import * as z from 'zod/mini'
import { withFlatPlays, withPlays } from '#features/sittings/flat-plays.ts'
import { appError, type AppError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import type { Issue } from '#shared/error-body.ts'
import { t } from '#shared/i18n/t.ts'
import { templateFieldsSchema, type TemplateFields } from '../contract.ts'
import { insertTemplates, lockTemplateRowForShare, type LockedTemplate } from './sql.ts'

export { listMediaHosts } from './sql.ts'

/**
 * Keeps a template as it is until the transaction ends: sittings copy what it plays (PHASE-21). Throws `not_found` when
 * it doesn't exist or is archived. Call it before a day gets the template, or such a day becomes
 * active again.
 */
export async function lockTemplateForShare(tx: Executor, id: number): Promise<LockedTemplate> {
  const template = await lockTemplateRowForShare(tx, id)
  if (!template) throw templateNotFoundError()
  return template
}

/** The error for a template that doesn't exist or is archived. */
export function templateNotFoundError(): AppError {
  return appError('not_found', { message: t('This template no longer exists.') })
}

/**
 * Inserts templates and returns their ids in the same order. If one is invalid (T29), it inserts none and throws
 * all issues; their paths start with the index, such as '0.videoUrl'.
 */
export async function addTemplates(
  tx: Executor,
  templates: readonly unknown[],
  now: Date,
): Promise<number[]> {
  const fields = validateTemplates(templates, (index) => String(index))
  return insertTemplates(
    tx,
    fields.map((template) => ({ ...withFlatPlays(template), createdAt: now })),
  )
}

/** The fields of a new template. */
export function templateFieldsOf({
  meetingUrl = null,
  ...fields
}: z.output<typeof templateFieldsSchema>): TemplateFields {
  return withPlays({ ...fields, meetingUrl })
}

/** Validates all templates, or throws their issues; `pathOf` returns the path prefix of an index. */
export function validateTemplates(
  templates: readonly unknown[],
  pathOf: (index: number) => string,
): TemplateFields[] {
  const issues: Issue[] = []
  const fields = templates.flatMap((template, index) => {
    const { data, error } = z.safeParse(templateFieldsSchema, template)
    issues.push(...toIssues(error).map((issue) => ({ ...issue, path: joinPath(pathOf(index), issue.path) })))
    return data ? templateFieldsOf(data) : []
  })
  if (issues.length > 0) throw appError('invalid', { issues })
  return fields
}

function toIssues(error: z.core.$ZodError | undefined): Issue[] {
  return (error?.issues ?? []).map((issue) => ({
    path: issue.path.join('.'),
    message: issue.code === 'unrecognized_keys' ? `Unknown: ${issue.keys.join(', ')}.` : issue.message,
  }))
}

function joinPath(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('.')
}

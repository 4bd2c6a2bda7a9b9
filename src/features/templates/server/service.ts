// What other features ask of templates inside their own transactions.
import * as z from 'zod/mini'
import type { Executor } from '#server/db.ts'
import { appError, type AppError } from '#server/app-error.ts'
import type { Issue } from '#shared/error-body.ts'
import { templateFieldsSchema, type TemplateFields } from '../contract.ts'
import { lockTemplateRowForKeyShare, insertTemplates } from './sql.ts'

/**
 * Refuses with `not_found` when there is no such template, or when it is archived, and keeps it from being archived
 * before the caller's transaction ends: whoever makes a day have it, or makes such a day active again, holds it first.
 */
export async function lockTemplateForKeyShare(tx: Executor, id: number): Promise<void> {
  if (!(await lockTemplateRowForKeyShare(tx, id))) throw templateNotFoundError()
}

/** For a template that was never there, or isn't any more. */
export function templateNotFoundError(): AppError {
  return appError('not_found', { message: 'This template isn’t there any more.' })
}

/**
 * Adds templates in their order and answers their ids; with one among them that isn't a template as the form takes it
 * (T29), it adds none and refuses with all that is wrong, each below the place of its template such as '0.videoUrl'.
 */
export async function addTemplates(
  tx: Executor,
  templates: readonly unknown[],
  now: Date,
): Promise<number[]> {
  const fields = validateTemplates(templates, (index) => String(index))
  return insertTemplates(
    tx,
    fields.map((one) => ({ ...one, createdAt: now })),
  )
}

/** The fields of templates, once all of them have passed; `pathOf` names the place of one of them. */
export function validateTemplates(
  templates: readonly unknown[],
  pathOf: (index: number) => string,
): TemplateFields[] {
  const issues: Issue[] = []
  const fields = templates.flatMap((template, index) => {
    const { data, error } = z.safeParse(templateFieldsSchema, template)
    issues.push(...toIssues(error).map((fault) => ({ ...fault, path: joinPath(pathOf(index), fault.path) })))
    return data ?? []
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

// The SQL of meditation templates.
import type { Insertable } from 'kysely'
import type { Executor } from '#server/db.ts'
import type { SessionStep, Tables } from '#server/tables.ts'

export type NewTemplate = Omit<
  Insertable<Tables['meditation_templates']>,
  'id' | 'version' | 'sessionSteps'
> & {
  sessionSteps: readonly SessionStep[]
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

// How templates come into the table, whoever brings them.
import type { Executor } from '#server/db.ts'
import { refuse } from '#server/refusal.ts'
import { templateAddressesSchema } from '../media-address.ts'
import { insertTemplates, type NewTemplate } from './sql.ts'

/**
 * Adds templates in their order and answers their ids; with an address among them that may not be played it adds
 * none and refuses, each issue below the place of its template such as '0.videoUrl' (T29).
 */
export async function addTemplates(db: Executor, templates: readonly NewTemplate[]): Promise<number[]> {
  const addresses = templateAddressesSchema()
  const checked = templates.map((template) => addresses.safeParse(template))
  const issues = checked.flatMap((one, index) =>
    (one.error?.issues ?? []).map(({ path, message }) => ({ path: [index, ...path].join('.'), message })),
  )
  if (issues.length > 0) throw refuse('invalid', { issues })
  return insertTemplates(
    db,
    templates.map((template, index) => ({ ...template, ...checked[index]?.data })),
  )
}

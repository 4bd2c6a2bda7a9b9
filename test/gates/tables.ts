// Tables that repeat by hand what contracts declare. Each feature has its part in its folder `test`; the ground's part
// is beside this file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { filesOfFeatures } from '#test/feature-facts.ts'
import { featureOf } from './all-calls.ts'

/**
 * Reads the parts of a table, such as `matrix.json`. Throws if a part doesn't match the schema, or names the call of
 * another feature.
 */
export function readTables<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  callsIn: (table: z.output<Schema>) => readonly string[],
): z.output<Schema>[] {
  const ground = { feature: 'ground', path: join(import.meta.dirname, name) }
  // The ground comes first: its messages need a small room, and the features' messages fill it.
  return [ground, ...filesOfFeatures(name)].map(({ feature, path }) => {
    const { success, data, error } = z.safeParse(schema, JSON.parse(readFileSync(path, 'utf8')))
    if (!success) throw new Error(`${path}: ${z.prettifyError(error)}`)
    for (const call of callsIn(data))
      if ((featureOf(call) ?? feature) !== feature)
        throw new Error(`${path} names ${call}, a call of the feature ${featureOf(call)}.`)
    return data
  })
}

// Facts about each feature for tests of all features, from its folder `test`.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const features = join(import.meta.dirname, '../src/features')

/** The files of a name, such as `matrix.json`, each with its feature. */
export function filesOfFeatures(name: string): { feature: string; path: string }[] {
  return readdirSync(features)
    .toSorted()
    .map((feature) => ({ feature, path: join(features, feature, 'test', name) }))
    .filter(({ path }) => existsSync(path))
}

/** All exports of the modules of a name, such as `member-data.ts`. */
export async function importOfFeatures<Facts>(name: string): Promise<Facts[]> {
  const modules = filesOfFeatures(name).map(async ({ path }) => {
    const exported = (await import(pathToFileURL(path).href)) as Record<string, Facts>
    return Object.values(exported)
  })
  return (await Promise.all(modules)).flat()
}

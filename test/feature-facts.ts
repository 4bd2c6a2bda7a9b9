// The files of each feature's folder `test`, for tests of all features.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const features = join(import.meta.dirname, '../src/features')

/** The files of a name, such as `proof.ts`, each with its feature. */
export function filesOfFeatures(name: string): { feature: string; path: string }[] {
  return readdirSync(features)
    .toSorted()
    .map((feature) => ({ feature, path: join(features, feature, 'test', name) }))
    .filter(({ path }) => existsSync(path))
}

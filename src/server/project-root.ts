// Where the product lies: as sources, or built below dist/.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

/** The folder with package.json, assets/ and dist/. */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

/** The version of this build. */
export function productVersion(): string {
  const text = readFileSync(join(projectRoot(), 'package.json'), 'utf8')
  return z.parse(z.object({ version: z.string() }), JSON.parse(text)).version
}

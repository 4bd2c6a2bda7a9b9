// The project's root folder, for sources and for the build below dist/.
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

/** The version in package.json, and the commit of the build; null without a repository, and when sources are run. */
export function productBuild(root = projectRoot()): { version: string; commit: string | null } {
  const text = readFileSync(join(root, 'package.json'), 'utf8')
  const { version } = z.parse(z.object({ version: z.string() }), JSON.parse(text))
  const commitFile = join(root, 'dist/commit')
  const isKnown = !import.meta.url.endsWith('.ts') && existsSync(commitFile)
  return { version, commit: isKnown ? readFileSync(commitFile, 'utf8').trim() : null }
}

/** 'Stillwater 1.0.0 (03dfc590)': two builds of one version have different names. */
export function productName({ version, commit } = productBuild()): string {
  return `Stillwater ${version}${commit === null ? '' : ` (${commit.slice(0, 8)})`}`
}

// Paths of the built parts: their files have no names, but the build's manifest has.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { webDir } from './app.ts'

/** The path of the file that a source became, such as 'energy-modal.tsx'; in another language with its folder. */
export function builtPath(source: string, folder = webDir): string {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >
  const found = Object.entries(manifest).find(([name]) => name.split('/').at(-1) === source)
  if (!found) throw new Error(`The build has no part ${source}.`)
  return `/${found[1].file}`
}

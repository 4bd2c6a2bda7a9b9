// Parts of files that follow from declarations: the paths in the proxies' log filters, and the rows of ARCHITECTURE.md.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { secretPages } from '#app/server/secret-pages.ts'
import { readContracts } from '../api/contracts.ts'

export const root = join(import.meta.dirname, '../..')

interface DerivedPart {
  file: string
  /** Matches the part where it is now. */
  present: RegExp
  text: string
}

/** Each file with all of its parts as they follow from today's declarations. Throws if a part isn't found. */
export async function derivedFiles(): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const { file, present, text } of [...(await logFilters()), ...importRows()]) {
    const before = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
    if (!present.test(before)) throw new Error(`${file} has no place for ${text}`)
    texts.set(
      file,
      before.replace(present, () => text),
    )
  }
  return texts
}

/** Calls are cut to /api/ if they are silent (T64), paths up to their secret (T85), and unusual spellings as a whole. */
async function logFilters(): Promise<DerivedPart[]> {
  const { calls } = await readContracts()
  const declared = calls.map(({ call }) => call)
  const silent = withoutLonger(
    declared.filter(({ isSilent }) => isSilent).map(({ path }) => silentPart(path)),
  )
    .map((path) => path.replace('/api/', ''))
    .join('|')
  const secret = [
    ...secretPages,
    ...declared.filter(({ hasSecretPath }) => hasSecretPath).map(({ path }) => path),
  ]
    .map((path) => fixedPart(path).slice(1))
    .toSorted()
    .join('|')
  const unusual = String.raw`[^/]|[^?#]*(?:%|//|/\.\.?/)`
  return [
    {
      file: 'ops/docker/Caddyfile',
      present: /^\t\t\trequest>uri regexp .*$/m,
      text: String.raw`			request>uri regexp "(?i)^(?:${unusual}).*$|^(/api/)(?:${silent})(?:[/?#].*)?$|^(/(?:${secret})/).*$|[?#].*" "$1$2"`,
    },
    {
      file: 'ops/proxy/nginx.conf',
      present: /^\t"~\*\^\/api\/.*$/m,
      text: String.raw`	"~*^/api/(${silent})([/?#]|$)" /api/;`,
    },
    {
      file: 'ops/proxy/nginx.conf',
      present: /^\t"~\*\^\(\?<before>.*$/m,
      text: String.raw`	"~*^(?<before>/(${secret})/)" $before;`,
    },
  ]
}

/** A path up to its first parameter, without the slash before it. */
function fixedPart(path: string): string {
  return path.replace(/\/:.*$/, '')
}

/** A pattern of a path up to its last fixed part: '/api/messages/[^/?#]+/report'. */
function silentPart(path: string): string {
  return path.replace(/(?:\/:\w+)+$/, '').replaceAll(/:\w+/g, '[^/?#]+')
}

/** Sorted, without paths below another one. */
function withoutLonger(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter((path) => !paths.some((other) => path.startsWith(`${other}/`))).toSorted()
}

/** Of features, and of the folders of src/server: each imports only those of the rows above. */
function importRows(): DerivedPart[] {
  return [
    {
      file: 'ARCHITECTURE.md',
      present: /(?<=sees each rule fail\.\n\n```\n)[^`]*(?=```)/,
      text: rowsOf('features-form-a-dag'),
    },
    {
      file: 'ARCHITECTURE.md',
      present: /(?<=nothing else of them imports it:\n\n```\n)[^`]*(?=```)/,
      text: rowsOf('server-folders-form-a-dag'),
    },
  ]
}

function rowsOf(rule: string): string {
  const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
    forbidden: { name: string; from: { path?: string } }[]
  }
  const rows = forbidden
    .filter(({ name }) => name === rule)
    .map(({ from }) => /\(([^)]*)\)/.exec(from.path ?? '')?.[1]?.split('|') ?? [])
    .map((names) => names.filter((name) => !name.includes('.')).join('   '))
  return rows
    .filter((row) => row !== '')
    .map((row) => `${row}\n`)
    .join('')
}

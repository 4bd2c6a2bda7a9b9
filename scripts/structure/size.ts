// The size of the project: lines by kind, and the existing files that a change touched.
import { execFileSync } from 'node:child_process'
import { isFileOf } from './leaf-feature.ts'
import { readFiles, root } from './source-files.ts'

/** What a command or a library writes. */
const generated = /^(package-lock\.json$|src\/server\/db\/tables\.ts$|src\/shared\/cities\/)/
/** In this order; a file is of the first kind that fits. */
const kinds: readonly [kind: string, fits: (path: string) => boolean][] = [
  ['generated', (path) => generated.test(path)],
  ['documents', (path) => path.endsWith('.md')],
  [
    'tests',
    (path) => /^(test|e2e)\/|\.test\.tsx?$|^src\/features\/[^/]+\/test\/|^playwright\.|^vitest\./.test(path),
  ],
  ['scripts and configuration', (path) => !/^(src|assets)\//.test(path)],
  ['texts in further languages', (path) => /\/messages\//.test(path)],
  ['migrations', (path) => path.endsWith('.sql')],
  ['product', () => true],
]
const kindOf = (path: string) => kinds.find(([, fits]) => fits(path))?.[0] ?? ''

export interface KindSize {
  kind: string
  files: number
  lines: number
}

/** The lines of all text files that git knows, by kind. */
export function sizeByKind(): KindSize[] {
  const sizes = new Map(kinds.map(([kind]) => [kind, { kind, files: 0, lines: 0 }]))
  for (const { path, text } of readFiles('.')) {
    const size = sizes.get(kindOf(path))
    if (!size) continue
    size.files += 1
    size.lines += text.split('\n').length - 1
  }
  return [...sizes.values()]
}

/**
 * The files that these commits changed by hand, that were there before the first of them, and that aren't of the
 * feature. Each commit is compared with its first parent.
 */
export function filesChanged(feature: string, commits: readonly string[]): { path: string; kind: string }[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\n').filter(Boolean)
  const [first = ''] = git('rev-list', '--no-walk=sorted', '--reverse', ...commits)
  const before = new Set(git('ls-tree', '-r', '--name-only', `${first}^`))
  const changed = new Set(commits.flatMap((commit) => git('diff', '--name-only', `${commit}^`, commit)))
  return [...changed]
    .filter((path) => before.has(path) && !isFileOf(feature, path) && !generated.test(path))
    .map((path) => ({ path, kind: kindOf(path) }))
    .toSorted((a, b) => a.kind.localeCompare(b.kind) || a.path.localeCompare(b.path))
}

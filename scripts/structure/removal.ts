// Takes a leaf feature out of a copy of the project: types, rules and gates of the others must pass without it.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readContracts } from '../api/contracts.ts'
import { filesNaming, messageTypes } from './leaf-feature.ts'
import { readFiles, root } from './source-files.ts'
import { withoutFeature } from './without-feature.ts'

/** Lists that are written by hand a second time on purpose: their entries of the feature go as well. */
const handwritten = ['matrix-live.test.ts', 'matrix-sittings.ts']
const gates = [
  'imports',
  'names',
  'shapes',
  'matrix',
  'matrix-live',
  'canary',
  'api-docs',
  'limits',
  'table-types',
]

/** Returns the commands that failed in the copy, and the files that were changed. */
export async function removeFeature(feature: string): Promise<{ changed: string[]; failed: string[] }> {
  const copy = mkdtempSync(join(tmpdir(), 'stillwater-without-'))
  try {
    const files = readFiles('src', 'e2e', 'test', 'scripts')
    const isOwn = (path: string) =>
      path.startsWith(`src/features/${feature}/`) || new RegExp(`/(\\d{4}-)?${feature}[.-][^/]*$`).test(path)
    const contract = files.find(({ path }) => path === `src/features/${feature}/contract.ts`)
    const { calls } = await readContracts()
    const texts = [
      ...calls.flatMap(({ feature: of, call }) => (of === feature ? [`${call.method} ${call.path}`] : [])),
      ...(contract ? messageTypes(contract) : []),
    ]
    copyProject(copy)
    for (const { path } of files.filter(({ path }) => isOwn(path))) rmSync(join(copy, path))
    const changed = (await filesNaming(feature, files)).filter((path) => /\.tsx?$/.test(path))
    const traces = { folder: `features/${feature}/`, texts }
    for (const path of [...changed, ...handwritten.map((name) => `test/gates/${name}`)]) {
      const file = files.find((each) => each.path === path)
      if (file) writeFileSync(join(copy, path), withoutFeature(file, traces))
    }
    for (const name of ['matrix.json', 'response-keys.json'])
      rewriteJson(join(copy, 'test/gates', name), feature, texts)
    const failed = commands.filter((command) => !succeeds(copy, command)).map((command) => command.join(' '))
    return { changed, failed }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const commands = [
  ['npx', 'tsc', '-b'],
  ['npm', 'run', '--silent', 'arch'],
  ['npm', 'run', '--silent', 'docs:api'],
  ['npm', 'run', '--silent', 'db:types'],
  ['npx', 'tsc', '-b'],
  ['npx', 'vitest', 'run', '--project', 'server', ...gates.map((gate) => `test/gates/${gate}.test.ts`)],
]

function copyProject(copy: string): void {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  for (const path of listed.split('\n').filter(Boolean)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path), { force: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

function succeeds(cwd: string, [program = '', ...args]: readonly string[]): boolean {
  try {
    execFileSync(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: 1e8 })
    return true
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    console.error(`${stdout}\n${stderr}`)
    return false
  }
}

/** Drops the entries about the feature's calls and messages, and the fields of its part of the export. */
function rewriteJson(path: string, feature: string, texts: readonly string[]): void {
  const isOf = (name: string) =>
    texts.some(
      (text) => [text, `event ${text}`].includes(name.split(' of ')[0] ?? '') || name.startsWith(`${text} `),
    )
  const rewritten: unknown = JSON.parse(readFileSync(path, 'utf8'), (key, value: unknown) => {
    if (isOf(key)) return undefined
    if (typeof value === 'string')
      return value
        .split(' ')
        .filter((word) => !word.startsWith(`${feature}.`))
        .join(' ')
    return Array.isArray(value)
      ? value.filter((row) => !isOf(String(row?.call ?? row?.message ?? '')))
      : value
  })
  writeFileSync(path, `${JSON.stringify(rewritten, null, 2)}\n`)
}

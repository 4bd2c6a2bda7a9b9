// Takes a leaf feature out of a copy of the project: types, rules and gates of the others must pass without it.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readContracts } from '../api/contracts.ts'
import { filesNaming, isFileOf, messageTypes } from './leaf-feature.ts'
import { readFiles, root, type SourceFile } from './source-files.ts'
import { filesReading, tableWrites, type TableWrite } from './tables.ts'
import { withoutFeature } from './without-feature.ts'

const gates = [
  'imports',
  'names',
  'shapes',
  'matrix',
  'matrix-live',
  'canary',
  'api-docs',
  'limits',
  'silent',
  'table-types',
]

export interface Removal {
  feature: string
  /** The files that lose something. */
  changed: readonly SourceFile[]
  /** The files that read its tables in SQL as text ('src/a.ts: thanks'), of which a part can't be cut out. */
  readers: readonly string[]
  tables: readonly string[]
}

export async function planRemoval(feature: string): Promise<Removal> {
  const files = readFiles('src', 'e2e', 'test', 'scripts')
  const others = files.filter(({ path }) => !isFileOf(feature, path))
  const contract = files.find(({ path }) => path === `src/features/${feature}/contract.ts`)
  const { calls } = await readContracts()
  const tables = tablesOf(feature, files)
  const texts = [
    ...calls.flatMap(({ feature: of, call }) => (of === feature ? [`${call.method} ${call.path}`] : [])),
    ...(contract ? messageTypes(contract) : []),
  ]
  const naming = new Set(await filesNaming(feature, files))
  const changed = others
    .filter(({ path }) => naming.has(path) && /\.tsx?$/.test(path))
    .flatMap((file) => {
      const text = withoutFeature(file, { feature, texts, tables })
      return text === file.text ? [] : { ...file, text }
    })
  return { feature, changed, readers: filesReading(tables, others), tables }
}

/** Takes the feature out of a copy, and gives the output of each command that fails there, as soon as it ends. */
export function* failuresWithout({ feature, changed, tables }: Removal): Generator<string> {
  const copy = mkdtempSync(join(tmpdir(), 'stillwater-without-'))
  try {
    copyProject(copy, feature)
    // Migrations stay: they may add to tables of other features.
    if (tables.length > 0)
      writeFileSync(join(copy, dropMigration), `drop table ${tables.join(', ')} cascade;\n`)
    for (const { path, text } of changed) writeFileSync(join(copy, path), text)
    for (const command of commands) yield* failuresOf(copy, command)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Those that no other feature writes. */
function tablesOf(feature: string, files: readonly SourceFile[]): string[] {
  const isOwn = ({ path }: TableWrite) => path.startsWith(`src/features/${feature}/`)
  const writes = tableWrites(files.filter(({ path }) => path.startsWith('src/features/')))
  const ofOthers = new Set(writes.filter((write) => !isOwn(write)).map(({ table }) => table))
  return [...new Set(writes.filter(isOwn).map(({ table }) => table))].filter((table) => !ofOthers.has(table))
}

const dropMigration = 'src/server/db/migrations/9999-without.sql'

const commands = [
  ['npm', 'run', '--silent', 'arch'],
  ['npm', 'run', '--silent', 'db:types'],
  ['npx', 'tsc', '-b', '--checkers', '1'],
  ['npx', 'vitest', 'run', '--project', 'server', ...gates.map((gate) => `test/gates/${gate}.test.ts`)],
]

/** Links what git ignores and the commands need. */
function copyProject(copy: string, without: string): void {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  const isLeft = (path: string) => path !== '' && (path.endsWith('.sql') || !isFileOf(without, path))
  for (const path of listed.split('\n').filter(isLeft)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path), { force: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

function* failuresOf(cwd: string, [program = '', ...args]: readonly string[]): Generator<string> {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1e8 })
  if (status !== 0) yield `${program} ${args.join(' ')}\n${stdout}\n${stderr}`
}

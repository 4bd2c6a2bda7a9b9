// Takes a leaf feature out of a copy of the project: types, rules and gates of the others must pass without it.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readContracts } from '../api/contracts.ts'
import { filesNaming, isFileOf, messageTypes } from './leaf-feature.ts'
import { readFiles, root, type SourceFile } from './source-files.ts'
import { tableWrites, type TableWrite } from './tables.ts'
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

/** Returns the files that were changed in the copy, and the output of each command that failed there. */
export async function removeFeature(feature: string): Promise<{ changed: string[]; failures: string[] }> {
  const copy = mkdtempSync(join(tmpdir(), 'stillwater-without-'))
  try {
    const files = readFiles('src', 'e2e', 'test', 'scripts')
    const contract = files.find(({ path }) => path === `src/features/${feature}/contract.ts`)
    const { calls } = await readContracts()
    const tables = tablesOf(feature, files)
    const texts = [
      ...calls.flatMap(({ feature: of, call }) => (of === feature ? [`${call.method} ${call.path}`] : [])),
      ...(contract ? messageTypes(contract) : []),
    ]
    copyProject(copy)
    for (const { path } of files.filter(({ path }) => isFileOf(feature, path) && !path.endsWith('.sql')))
      rmSync(join(copy, path))
    // Migrations stay: they may add to tables of other features.
    if (tables.length > 0)
      writeFileSync(join(copy, dropMigration), `drop table ${tables.join(', ')} cascade;\n`)
    const naming = new Set(await filesNaming(feature, files))
    const traces = { feature, texts, tables }
    const changed: string[] = []
    for (const file of files.filter(({ path }) => naming.has(path) && /\.tsx?$/.test(path))) {
      const left = withoutFeature(file, traces)
      if (left === file.text) continue
      writeFileSync(join(copy, file.path), left)
      changed.push(file.path)
    }
    return { changed, failures: commands.flatMap((command) => failureOf(copy, command) ?? []) }
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
  ['npx', 'tsc', '-b'],
  ['npm', 'run', '--silent', 'arch'],
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

/** What a command printed, if it failed. */
function failureOf(cwd: string, [program = '', ...args]: readonly string[]): string | null {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1e8 })
  return status === 0 ? null : `${program} ${args.join(' ')}\n${stdout}\n${stderr}`
}

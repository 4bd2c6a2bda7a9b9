// Takes a leaf feature out of a copy of the project: types, rules and gates of the others must pass without it.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readContracts } from '../api/contracts.ts'
import { filesNaming, isFileOf, messageTypes } from './leaf-feature.ts'
import { readFiles, root } from './source-files.ts'
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
    const texts = [
      ...calls.flatMap(({ feature: of, call }) => (of === feature ? [`${call.method} ${call.path}`] : [])),
      ...(contract ? messageTypes(contract) : []),
    ]
    copyProject(copy)
    for (const { path } of files.filter(({ path }) => isFileOf(feature, path))) rmSync(join(copy, path))
    const changed = (await filesNaming(feature, files)).filter((path) => /\.tsx?$/.test(path))
    const traces = { folder: `features/${feature}/`, texts }
    for (const path of changed) {
      const file = files.find((each) => each.path === path)
      if (file) writeFileSync(join(copy, path), withoutFeature(file, traces))
    }
    return { changed, failures: commands.flatMap((command) => failureOf(copy, command) ?? []) }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

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

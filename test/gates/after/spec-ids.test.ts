// Gate: every finished requirement, invariant, fault and threat is named in the title of a passed test, or of a test
// that `npm run test:faults` runs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import done from '../done.json' with { type: 'json' }
import { faultTitles, idsIn, passedTitles } from './test-reports.ts'

const idsPerTitle = 3
const idsOf = (page: string) => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs', page), 'utf8')
  return [...text.matchAll(/\*\*([A-Z]+-?\d+)\*\*/g)].map((match) => match[1] ?? '')
}
const numbered = idsOf('requirements.md')
const finished = numbered.filter((id) => done.areas.includes(id.split('-', 1)[0] ?? ''))
/** Invariants, faults and threats. */
const lettered = idsOf('security.md')

test('every finished requirement is named by a passed test', () => {
  const proved = new Set(passedTitles().flatMap(idsIn))
  expect(finished.filter((id) => !proved.has(id))).toEqual([])
})

test('the list of finished areas names existing areas', () => {
  expect(finished.length).toBeGreaterThan(100)
  const areas = new Set(numbered.map((id) => id.split('-', 1)[0]))
  expect(done.areas.filter((area) => !areas.has(area))).toEqual([])
})

test('every invariant, fault and threat is named by a test', () => {
  const of = (letter: string) => lettered.filter((id) => id.startsWith(letter)).length
  expect([of('I'), of('F'), of('T'), lettered.length]).toEqual([28, 25, 61, 114])
  const proved = new Set([...passedTitles(), ...faultTitles()].flatMap(idsIn))
  expect(lettered.filter((id) => !proved.has(id))).toEqual([])
})

test('a title names existing ids, and at most three', () => {
  const titles = [...passedTitles(), ...faultTitles()]
  const specifiedIds = new Set([...numbered, ...lettered])
  const unknown = titles.flatMap(idsIn).filter((id) => !specifiedIds.has(id))
  expect([...new Set(unknown)]).toEqual([])
  expect(titles.filter((title) => idsIn(title).length > idsPerTitle)).toEqual([])
})

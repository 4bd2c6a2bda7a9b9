// Gate: every finished requirement, invariant, fault and threat is named in the title of a test that passed in `npm
// test`. Those in full-only.json have a promise that is in the title of a test that only `npm run test:full` runs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import done from '../done.json' with { type: 'json' }
import fullOnly from '../full-only.json' with { type: 'json' }
import { fullTitles, idsIn, isFullTitle, passedTitles } from './test-reports.ts'

const idsPerTitle = 3
const idsOf = (page: string) => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs', page), 'utf8')
  return [...text.matchAll(/\*\*([A-Z]+-?\d+)\*\*/g)].map((match) => match[1] ?? '')
}
const numbered = idsOf('requirements.md')
const finished = numbered.filter((id) => done.areas.includes(id.split('-', 1)[0] ?? ''))
/** Invariants, faults and threats. */
const lettered = idsOf('security.md')
const proved = new Set(
  passedTitles()
    .filter((title) => !isFullTitle(title))
    .flatMap(idsIn),
)
const excepted = new Set(Object.keys(fullOnly.promises))

test('every finished requirement is named by a passed test', () => {
  expect(finished.filter((id) => !proved.has(id) && !excepted.has(id))).toEqual([])
})

test('every promise that only npm run test:full proves is in the title of one of its tests', () => {
  const titles = fullTitles()
  const unproved = Object.entries(fullOnly.promises).filter(
    ([id, promise]) => !titles.some((title) => idsIn(title).includes(id) && title.includes(promise)),
  )
  expect(unproved).toEqual([])
})

test('the list of finished areas names existing areas', () => {
  expect(finished.length).toBeGreaterThan(100)
  const areas = new Set(numbered.map((id) => id.split('-', 1)[0]))
  expect(done.areas.filter((area) => !areas.has(area))).toEqual([])
})

test('every invariant, fault and threat is named by a test', () => {
  const of = (letter: string) => lettered.filter((id) => id.startsWith(letter)).length
  expect([of('I'), of('F'), of('T'), lettered.length]).toEqual([28, 26, 91, 145])
  expect(lettered.filter((id) => !proved.has(id) && !excepted.has(id))).toEqual([])
})

test('a title names existing ids, and at most three', () => {
  const titles = [...passedTitles(), ...fullTitles()]
  const specifiedIds = new Set([...numbered, ...lettered])
  const unknown = titles.flatMap(idsIn).filter((id) => !specifiedIds.has(id))
  expect([...new Set(unknown)]).toEqual([])
  expect(titles.filter((title) => idsIn(title).length > idsPerTitle)).toEqual([])
})

// Gate: every requirement, invariant, fault and threat is named in the title of a test that passed in `npm test`. Areas with
// the mark '(not proved yet)' are left out. Those in full-only.json have a promise that is in the title of a test that only
// `npm run test:full` runs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import fullOnly from '../full-only.json' with { type: 'json' }
import { fullTitles, idsIn, isFullTitle, passedTitles } from './test-reports.ts'

const idsPerTitle = 3
const read = (page: string) => readFileSync(join(import.meta.dirname, '../../../docs', page), 'utf8')
const idsOf = (text: string) => [...text.matchAll(/\*\*([A-Z]+-?\d+)\*\*/g)].map((match) => match[1] ?? '')
const requirements = read('requirements.md')
const numbered = idsOf(requirements)
const unproved = new Set(
  [...requirements.matchAll(/^## ([A-Z]+) .*\(not proved yet\)$/gm)].map((match) => match[1]),
)
const finished = numbered.filter((id) => !unproved.has(id.split('-', 1)[0]))
/** Invariants, faults and threats. */
const lettered = idsOf(read('security.md'))
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
  const missing = Object.entries(fullOnly.promises).filter(
    ([id, promise]) => !titles.some((title) => idsIn(title).includes(id) && title.includes(promise)),
  )
  expect(missing).toEqual([])
})

test('every id stands for one requirement', () => {
  expect(numbered.filter((id, index) => numbered.indexOf(id) !== index)).toEqual([])
})

test('every id is of the area of its heading', () => {
  expect(finished.length).toBeGreaterThan(100)
  const [, ...areas] = requirements.split(/^## /m)
  const strangers = areas.flatMap((area) =>
    idsOf(area).filter((id) => !area.startsWith(`${id.split('-', 1)[0]} `)),
  )
  expect(strangers).toEqual([])
})

test('every invariant, fault and threat is named by a test', () => {
  const of = (letter: string) => lettered.filter((id) => id.startsWith(letter)).length
  expect([of('I'), of('F'), of('T'), lettered.length]).toEqual([28, 26, 98, 152])
  expect(lettered.filter((id) => !proved.has(id) && !excepted.has(id))).toEqual([])
})

test('a title names existing ids, and at most three', () => {
  const titles = [...passedTitles(), ...fullTitles()]
  const specifiedIds = new Set([...numbered, ...lettered])
  const unknown = titles.flatMap(idsIn).filter((id) => !specifiedIds.has(id))
  expect([...new Set(unknown)]).toEqual([])
  expect(titles.filter((title) => idsIn(title).length > idsPerTitle)).toEqual([])
})

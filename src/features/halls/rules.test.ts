// When a link can be made and how long it works, and the number of people in words.
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#shared/durations.ts'
import { hallTokenOf } from './address.ts'
import { hallTime, isLinkOpen, placesLeft, sittersSentence } from './rules.ts'

const doorsAt = 1_000 * hourMs
const sitting = { doorsAt, endsAt: doorsAt + hourMs, cancelled: false }

test('[HALL-01] a link can be made from an hour before the doors to the end of the sharing', () => {
  expect(hallTime(sitting, doorsAt - hourMs - 1)).toBe('early')
  expect(hallTime(sitting, doorsAt - hourMs)).toBe('open')
  expect(hallTime(sitting, sitting.endsAt - 1)).toBe('open')
  expect(hallTime(sitting, sitting.endsAt)).toBe('late')
  expect(hallTime({ ...sitting, cancelled: true }, doorsAt)).toBe('late')
})

test('[HALL-01] a link works until the end of the sharing, and for a day at most', () => {
  const madeAtMs = doorsAt - hourMs
  expect(isLinkOpen(madeAtMs, sitting, sitting.endsAt - 1)).toBe(true)
  expect(isLinkOpen(madeAtMs, sitting, sitting.endsAt)).toBe(false)
  // Its sitting was moved to next week.
  const moved = { endsAt: sitting.endsAt + 7 * dayMs }
  expect(isLinkOpen(madeAtMs, moved, madeAtMs + dayMs - 1)).toBe(true)
  expect(isLinkOpen(madeAtMs, moved, madeAtMs + dayMs)).toBe(false)
})

test('[HALL-03] the people of all halls of a sitting are 200 together', () => {
  expect(placesLeft(0)).toBe(200)
  expect(placesLeft(188)).toBe(12)
  expect(placesLeft(200)).toBe(0)
})

test('[HALL-03] the sentence counts room and halls together, and says how many of them are in a hall', () => {
  const sits = { isBefore: false }
  expect(sittersSentence({ present: 11, people: 12 }, sits)).toBe('23 sit together, 12 of them in a hall')
  expect(sittersSentence({ present: 11, people: 0 }, sits)).toBe('11 are here')
  expect(sittersSentence({ present: 11, people: 12 }, { isBefore: true })).toBe(
    '23 are here, 12 of them in a hall',
  )
})

test('[HALL-01] an address has a token of 128 bits after its #, or none', () => {
  expect(hallTokenOf('#a-hall-of-twelve-peopl')).toBe('a-hall-of-twelve-peopl')
  for (const fragment of ['', '#', '#a-hall', '#a-hall-of-twelve-people', '#a hall of twelve peopl'])
    expect(hallTokenOf(fragment)).toBeNull()
})

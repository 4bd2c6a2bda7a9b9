import { expect, test } from 'vitest'
import { thanksSentence } from './rules.ts'

test.each([
  [0, false, null],
  [1, false, 'One person said thank you'],
  [215, false, '215 people said thank you'],
  // The press shows before the server has recorded it.
  [0, true, 'You said thank you'],
  [1, true, 'You said thank you'],
  [2, true, 'You and one other said thank you'],
  [215, true, 'You and 214 others said thank you'],
])('[THANK-02] %i thanks, the viewer among them: %s', (count, hasThanked, sentence) => {
  expect(thanksSentence({ count, hasThanked })).toBe(sentence)
})

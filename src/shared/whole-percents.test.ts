// Whole percents: those that are shown together add up to 100.
import { expect, it } from 'vitest'
import { wholePercents } from './whole-percents.ts'

it.each<[number[], number[]]>([
  [
    [4, 3, 1],
    [50, 38, 12],
  ],
  [
    [2, 0, 1],
    [67, 0, 33],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [[7], [100]],
  [
    [0, 0],
    [0, 0],
  ],
])('[TOT-07] %j are %j percent', (counts, percents) => {
  expect(wholePercents(counts)).toEqual(percents)
})

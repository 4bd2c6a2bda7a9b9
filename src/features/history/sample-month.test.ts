// Sample month: it is plausible, and its entries would have been accepted.
import { expect, test } from 'vitest'
import { diaryMaxChars, energyLevelCount } from '#shared/constants.ts'
import { translate } from '#shared/i18n/t.ts'
import { sampleMonth } from './sample-month.ts'

const days = sampleMonth.flatMap((day) => day ?? [])
const entries = days
  .flatMap(({ pre, post }) => [pre, post])
  .flatMap((entry) => entry ?? [])
  .map(({ index, comment }) => ({ index, comment: comment && translate(comment) }))
const moves = days.flatMap(({ pre, post }) => (pre && post ? [post.index - pre.index] : []))

test('[HIST-20] has thirty days with gaps, incomplete days and falls, and mostly rises', () => {
  expect(sampleMonth).toHaveLength(30)
  expect(days.length).toBeLessThan(30)
  expect(days.some(({ pre, post }) => pre !== null && post === null)).toBe(true)
  expect(days.some(({ pre, post }) => pre === null && post !== null)).toBe(true)
  expect(days.every(({ pre, post }) => pre !== null || post !== null)).toBe(true)
  expect(moves.filter((move) => move < 0).length).toBeGreaterThan(1)
  expect(moves.filter((move) => move === 0)).toHaveLength(1)
  expect(moves.filter((move) => move > 0).length).toBeGreaterThan(moves.length / 2)
})

test('[HIST-20] has only valid levels, comments and times', () => {
  for (const { index, comment } of entries) {
    expect(index).toBeGreaterThanOrEqual(0)
    expect(index).toBeLessThan(energyLevelCount)
    expect(comment?.length ?? 1).toBeLessThanOrEqual(diaryMaxChars)
  }
  expect(Math.max(...entries.map(({ comment }) => comment?.length ?? 0))).toBeGreaterThan(400)
  for (const { minutes } of days) expect([minutes >= 8, minutes <= 40]).toEqual([true, true])
})

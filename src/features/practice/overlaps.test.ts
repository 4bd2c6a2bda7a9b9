// Overlaps of sits.
import { expect, test } from 'vitest'
import { timestampToMs } from '#shared/day.ts'
import { findOverlaps, sitSpan, type RecordedTime, type SitTime } from './overlaps.ts'

const day = '2026-11-09'
const startMs = timestampToMs('2026-11-09T06:00:00Z')
const at = (minute: number, minutes: number): SitTime => ({
  day,
  startedAtMs: startMs + minute * 60_000,
  seconds: minutes * 60,
  title: null,
})
const without = (minutes: number, title: string | null = null, extraSeconds = 0): SitTime => ({
  day,
  startedAtMs: null,
  seconds: minutes * 60 + extraSeconds,
  title,
})
const recordedAt = (minute: number, minutes: number): RecordedTime => ({
  day,
  seconds: minutes * 60,
  span: sitSpan(startMs + minute * 60_000, minutes * 60),
})

test('[PORT-10] sits with a start overlap in time, with recorded time and with each other', () => {
  const recorded = [[recordedAt(0, 20), recordedAt(10, 30), recordedAt(100, 5)]]
  expect(
    findOverlaps([at(-10, 10), at(-10, 11), at(39, 5), at(40, 60), at(104, 1), at(105, 1)], recorded),
  ).toEqual([false, true, true, false, true, false])
  // Of the input the earlier one stays, and of two with one start the first.
  expect(findOverlaps([at(10, 20), at(0, 11), at(11, 5), at(0, 5)], [])).toEqual([true, false, false, true])
})

test('[PORT-10] without a start, a sit of the same minutes on the same day is the same one', () => {
  const recorded = [[recordedAt(0, 20), recordedAt(60, 10)], [{ day, seconds: 45 * 60, span: null }]]
  const otherDay = { ...without(20), day: '2026-11-10' }
  expect(findOverlaps([without(20), without(21), otherDay, without(45), at(200, 45)], recorded)).toEqual([
    true,
    false,
    false,
    true,
    true,
  ])
  // As long as the day's whole recorded time, which exports sum up.
  expect(findOverlaps([without(30)], recorded)).toEqual([true])
  // A sit with a start of the same input comes first.
  expect(findOverlaps([without(12), at(0, 12)], [])).toEqual([true, false])
  // The same row twice, and two that differ.
  expect(
    findOverlaps(
      [without(10, 'Day 1'), without(10, 'Day 1'), without(10, 'Day 2'), without(10, 'Day 1', 4)],
      [],
    ),
  ).toEqual([false, true, false, false])
})

// The sky by the time of day, for bells of the evening, the morning and noon.
import { expect, test } from 'vitest'
import { minuteMs } from '../durations.ts'
import { msToNextSky, skyAt } from './sky.ts'

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** The sky once the drift of the quarter hour is over; `clock` and `bell` are of the same day. */
function skyOf(bell: string, clock: string) {
  const sinceBellMinutes = minutesOf(clock) - minutesOf(bell)
  const { sunX, sunHeight, day, night } = skyAt((sinceBellMinutes + 1) * minuteMs, minutesOf(bell))
  const rounded = [sunX * 100, sunHeight, day * 100, night * 100].map(Math.round)
  return rounded.map((value) => value + 0)
}

test.each([
  // bell, clock: the sun’s place in % of the width, its height; day and night in %
  ['19:00', '05:45', [-34, -70, 0, 14]],
  ['19:00', '06:00', [-34, 54, 0, 0]],
  ['19:00', '12:30', [-17, 454, 100, 0]],
  ['19:00', '18:00', [-2, 150, 39, 0]],
  ['19:00', '18:45', [0, 78, 10, 0]],
  ['19:00', '19:00', [0, -70, 0, 0]],
  ['19:00', '20:00', [0, -70, 0, 84]],
  ['19:00', '23:45', [0, -70, 0, 100]],
  ['19:00', '02:00', [-34, -70, 0, 100]],
  ['07:00', '06:45', [0, -70, 0, 11]],
  ['07:00', '07:00', [0, 54, 0, 0]],
  ['07:00', '12:45', [18, 454, 100, 0]],
  ['07:00', '18:15', [34, 81, 11, 0]],
  ['07:00', '19:30', [35, -70, 0, 73]],
  ['12:00', '06:00', [-31, 54, 0, 0]],
  ['12:00', '12:15', [0, 454, 100, 0]],
  ['12:00', '18:30', [0, -70, 0, 0]],
] as const)('[SHELL-40] with a bell at %s, the sky at %s', (bell, clock, sky) => {
  expect(skyOf(bell, clock)).toEqual(sky)
})

test('[SHELL-40] the sun is on the water at an evening’s bell, and under it a minute later', () => {
  const bell = minutesOf('19:00')
  const heightAt = (ms: number) => Math.round(skyAt(ms, bell).sunHeight)
  expect([-1, 0, 30_000, minuteMs].map(heightAt)).toEqual([78, 78, 4, -70])
})

test('[SHELL-40] within a quarter hour nothing moves after the first minute', () => {
  const bell = minutesOf('19:00')
  expect(skyAt(-29 * minuteMs, bell)).toEqual(skyAt(-15 * minuteMs - 1, bell))
  expect(skyAt(-29 * minuteMs, bell)).not.toEqual(skyAt(-14 * minuteMs, bell))
  expect([0, 30_000, minuteMs, 14 * minuteMs, -minuteMs].map(msToNextSky)).toEqual(
    [1, 0.5, 15, 2, 2].map((minutes) => minutes * minuteMs),
  )
})

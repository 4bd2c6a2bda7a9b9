// The hour of a time, for languages whose article depends on it.
import { expect, it } from 'vitest'
import { timesWithHour, withHours } from './hour-of-time.ts'

it('[LANG-02] a text names the times whose hour it needs, each once', () => {
  expect(timesWithHour('{timeHour, plural, one {a la} other {a las}} {time}')).toEqual(['time'])
  expect(timesWithHour('{hour, plural, one {# hora} other {# horas}} {time}')).toEqual([])
})

it.each([
  ['1:00', 1],
  ['0:30', 0],
  ['13:00', 13],
  ['19:00 en Berlín', 19],
])('[LANG-02] %s has the hour %d', (time, hour) => {
  expect(withHours(['time'], (args) => args)({ time, name: 'Ana' })).toEqual({
    time,
    name: 'Ana',
    timeHour: hour,
  })
})

import { renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Phase } from '#features/sittings/phases.ts'
import { useLayoutPhase } from './use-layout-phase.ts'

afterEach(() => localStorage.clear())

const up = { isDown: false, isDark: false }
const dimming = { isDown: true, isDark: false }
const dark = { isDown: true, isDark: true }

type Moment = [phase: Phase, lights: typeof up]

/** What a page shows at moments one after the other. */
function shownAt(moments: readonly Moment[], { hasSat = false } = {}): string[] {
  const [first] = moments
  const { result, rerender } = renderHook(
    ([phase, lights]: Moment) => useLayoutPhase(phase, lights, hasSat),
    {
      initialProps: first!,
    },
  )
  return moments.map((moment) => {
    rerender(moment)
    return result.current
  })
}

test.for<[string, Moment[], string[]]>([
  [
    'who sits keeps the doors until it is dark, and finds the sharing when the light comes back',
    [
      ['gather', up],
      ['bell', dimming],
      ['bell', dark],
      ['meditation', dark],
      ['sharing', up],
      ['open', up],
    ],
    ['doors', 'doors', 'cleared', 'cleared', 'cleared', 'open'],
  ],
  [
    'with the lights on, or without a seat, it follows the phases',
    [
      ['doors', up],
      ['bell', up],
      ['meditation', up],
      ['sharing', up],
      ['open', up],
    ],
    ['doors', 'sitting', 'sitting', 'sharing', 'open'],
  ],
  [
    'who joins late keeps what is there until it is dark',
    [
      ['meditation', up],
      ['meditation', dimming],
      ['meditation', dark],
    ],
    ['sitting', 'sitting', 'cleared'],
  ],
  [
    'who raises the lights has the places of the sitting again, also at its end',
    [
      ['bell', dimming],
      ['meditation', dark],
      ['meditation', up],
      ['sharing', up],
    ],
    ['cleared', 'cleared', 'sitting', 'sharing'],
  ],
  [
    'a reload amid the sitting has no place of the doors',
    [
      ['meditation', dimming],
      ['meditation', dark],
    ],
    ['cleared', 'cleared'],
  ],
])('[LIGHT-01] %s', ([, moments, shown]) => {
  expect(shownAt(moments)).toEqual(shown)
})

test('[LIGHT-01] a reload in the sharing is laid out as it was before it', () => {
  expect(shownAt([['sharing', up]], { hasSat: true })).toEqual(['cleared'])
  localStorage.setItem('lights', 'keep')
  expect(shownAt([['sharing', up]], { hasSat: true })).toEqual(['sharing'])
})

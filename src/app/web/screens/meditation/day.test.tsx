import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { useSatMeditation, useSatToday } from './day.ts'

const morning = { scheduleId: 1, title: 'Morning' }
const evening = { scheduleId: 2, title: 'Evening' }
const openAllDay = { scheduleId: 3, title: 'At any time' }
const sittingOf = ({ scheduleId }: typeof morning) => ({ id: scheduleId * 10, scheduleId }) as Sitting

/** The page's title, where the evening is next. */
function shownTitle(ofMoment: typeof morning, sat: typeof morning | null) {
  const others = [morning, evening, openAllDay]
  const meditation = {
    ...ofMoment,
    sitting: sittingOf(evening),
    sittings: [],
    others,
  } as never as DailyMeditation
  const { result } = renderHook(() => useSatMeditation(meditation, sat && sittingOf(sat)))
  expect(result.current.sitting).toBe(meditation.sitting)
  return result.current.title
}

test.for([
  ['nothing yet', evening, null, 'Evening'],
  ['the morning', evening, morning, 'Morning'],
  ['the morning, and the day has one without a bell', openAllDay, morning, 'At any time'],
  ['one that is no longer planned', evening, { scheduleId: 4, title: 'Noon' }, 'Evening'],
] as const)('[MED-49] until the next doors the page is of what was sat: %s', ([, ofMoment, sat, title]) => {
  expect(shownTitle(ofMoment, sat)).toBe(title)
})

test('[MED-49] the day after lies over the stage again once a sitting has begun since the video played', () => {
  const satSitting = sittingOf(morning)
  const options = { hasSat: true, satSitting, isAhead: false, isMeditating: false, isPlaying: false }
  const { result, rerender } = renderHook(
    (changes: Partial<typeof options>) =>
      useSatToday(
        { scheduleId: 1, sitting: satSitting },
        { ...options, ...changes, prepareEnding: () => undefined },
      ),
    { initialProps: {} },
  )
  expect(result.current).toBe('over')
  rerender({ isPlaying: true })
  rerender({})
  expect(result.current).toBe('after')
  rerender({ hasSat: false, isMeditating: true })
  rerender({})
  expect(result.current).toBe('over')
})

// Places that data takes: which are held when, and how a press frees them.
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useHeldLine, useHeldPlace } from './use-held-place.ts'
import { setHeldPlaces, setMeditating } from './visit-state.ts'

afterEach(() =>
  act(() => {
    setHeldPlaces(null)
    setMeditating(false)
  }),
)

function follow() {
  const shown = renderHook(
    (value: string | null) => {
      const { line, isUnseen } = useHeldLine(value)
      return { part: useHeldPlace(value)[0], line, isUnseen }
    },
    { initialProps: null as string | null },
  )
  return { give: (value: string | null) => shown.rerender(value), now: () => shown.result.current }
}

test('[LIGHT-01] around a bell nothing takes a place, and nothing gives one up; between them the lines below the bar', () => {
  const { give, now } = follow()
  give('one')
  expect(now()).toEqual({ part: 'one', line: 'one', isUnseen: false })
  act(() => setHeldPlaces('all'))
  give(null)
  expect(now()).toEqual({ part: 'one', line: 'one', isUnseen: false })
  act(() => setMeditating(true))
  act(() => setHeldPlaces('lines'))
  give('two')
  expect(now()).toEqual({ part: 'two', line: 'one', isUnseen: true })
  act(() => setHeldPlaces('all'))
  give('three')
  act(() => setMeditating(false))
  expect(now()).toEqual({ part: 'two', line: 'one', isUnseen: false })
  act(() => setHeldPlaces(null))
  expect(now()).toEqual({ part: 'three', line: 'three', isUnseen: false })
})

test('[LIGHT-01] what its member presses may move; the next time it is held again', () => {
  const { result, rerender } = renderHook((value: number) => useHeldPlace(value), { initialProps: 0 })
  const press = () => act(() => result.current[1]())
  press()
  act(() => setHeldPlaces('all'))
  rerender(1)
  expect(result.current[0]).toBe(0)
  press()
  expect(result.current[0]).toBe(1)
  rerender(2)
  expect(result.current[0]).toBe(2)
  act(() => setHeldPlaces(null))
  act(() => setHeldPlaces('all'))
  rerender(3)
  expect(result.current[0]).toBe(2)
})

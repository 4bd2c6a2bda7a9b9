// The sittings in which the member sat on this device.
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { recordSat, useSatSittings } from './sat-sittings.ts'

it('[MED-49] each is known with the number of the others, the newest sixteen of them', () => {
  const { result } = renderHook(() => useSatSittings())
  expect(result.current.size).toBe(0)
  act(() => recordSat(11, null))
  act(() => recordSat(12, 15))
  act(() => recordSat(12, null))
  act(() => recordSat(12, 3))
  expect([...result.current]).toEqual([
    [12, 15],
    [11, null],
  ])
  act(() => recordSat(11, 0))
  expect(result.current.get(11)).toBe(0)
  act(() => {
    for (let id = 20; id < 36; id++) recordSat(id, 1)
  })
  expect(result.current.size).toBe(16)
  expect(result.current.has(11)).toBe(false)
})

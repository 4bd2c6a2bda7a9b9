// Who may join the picture of a sharing, and until when they have.
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { UnderWay } from '#features/sittings/web/data/sitting-state.ts'
import type { StreamState } from '#features/streams/live-messages.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { useJoinPicture } from './join-picture.ts'

afterEach(cleanup)

interface Room {
  phase: 'meditation' | 'sharing'
  sittingId?: number
  inSharing?: boolean
  isSeated?: boolean
  state?: StreamState
}

function inputOf({ phase, sittingId = 1, inSharing = true, isSeated = false, state = 'on' }: Room) {
  const isSharing = phase === 'sharing'
  const sitting = sittingSharingAt(0, { id: sittingId })
  const underWay: UnderWay = { sitting, phase, isArriving: false, isMeditating: !isSharing, isSharing }
  const message = { type: 'stream-changed', sittingId, version: 2, offsetMs: 0, leadMs: 8_000 } as const
  return {
    underWay,
    address: { url: '/live/1/picture.m3u8', soundUrl: null, bellBy: 'clock', inSharing } as const,
    streams: new Map([[sittingId, { ...message, state }]]),
    isSeated,
  }
}

test.each<[string, Room, boolean]>([
  ['in the sharing', { phase: 'sharing' }, true],
  ['in the meditation, where a seat leads to it', { phase: 'meditation' }, false],
  ['with a seat, which has it', { phase: 'sharing', isSeated: true }, false],
  ['where the picture doesn’t stay', { phase: 'sharing', inSharing: false }, false],
  ['while no one speaks', { phase: 'sharing', state: 'off' }, false],
  ['after its end', { phase: 'sharing', state: 'ended' }, false],
])('[STREAM-23] %s', (_, room, isOffered) => {
  const { result } = renderHook(() => useJoinPicture(inputOf(room)))
  expect(result.current.join !== null).toBe(isOffered)
})

test('[STREAM-23] joined once, it stays so through a line that drops, until the next sitting', () => {
  const { result, rerender } = renderHook((room: Room) => useJoinPicture(inputOf(room)), {
    initialProps: { phase: 'sharing' },
  })
  expect(result.current.hasJoined).toBe(false)
  act(() => result.current.join?.())
  expect(result.current).toEqual({ hasJoined: true, join: null })
  rerender({ phase: 'sharing', state: 'off' })
  expect(result.current).toEqual({ hasJoined: true, join: null })
  rerender({ phase: 'sharing', sittingId: 2 })
  expect(result.current.hasJoined).toBe(false)
})

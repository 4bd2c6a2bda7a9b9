// Day rooms: the limits of a room.
import { expect, test } from 'vitest'
import type { Sitting } from '#features/sittings/sitting.ts'
import { allGuards } from '#server/http/guards.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { createDayRooms } from './day-rooms.ts'

test('[QUIET-03] the chat is paused for messages that arrive from the bell until the sharing', async () => {
  const startsAt = 1_000_000
  const sitting: Sitting = {
    id: 1,
    scheduleId: 1,
    day: '2026-11-21',
    version: 1,
    doorsAt: startsAt - 60_000,
    gatherAt: startsAt - 10_000,
    startsAt,
    videoAt: startsAt + 8_000,
    sharingAt: startsAt + 600_000,
    endsAt: startsAt + 900_000,
    mediaSeconds: 592,
    keepsTempo: false,
    cancelled: false,
    cancelNote: null,
  }
  const { admission } = createDayRooms({
    platform: {} as never,
    rollover: { openUntilMs: async () => Number.POSITIVE_INFINITY, joined: () => {} },
    isOpen: async () => true,
    sittingOf: async () => sitting,
    enabledGuards: allGuards,
  })
  const pausedUntilMs = async (atMs: number) => (await admission(roomOfDay('2026-11-21'), atMs)).pausedUntilMs
  const { sharingAt } = sitting
  expect(await Promise.all([startsAt - 1, startsAt, sharingAt - 1, sharingAt].map(pausedUntilMs))).toEqual([
    null,
    sharingAt,
    sharingAt,
    null,
  ])
})

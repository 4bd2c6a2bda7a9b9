// Day rooms: each day has one room on the live channel, which is open in its window (LIVE-17, LIVE-21).
import { findIsKnownMember } from '#features/meditation/server/service.ts'
import { chatPausedUntilMs } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { Platform } from '#server/context.ts'
import type { GuardName } from '#server/http/guards.ts'
import type { RoomsPolicy } from '#server/live/rooms-policy.ts'
import { dayOfRoom, roomOfDay } from '#shared/live/room-key.ts'
import { joinMessages, type JoinMessage } from '../contract.ts'
import type { Rollover } from './rollover.ts'

export interface DayRoomsOptions {
  platform: Pick<Platform, 'config' | 'database'>
  rollover: Pick<Rollover, 'openUntilMs' | 'joined'>
  /** Whether a date's room is open (LIVE-21). */
  isOpen(date: string): Promise<boolean>
  /** The sitting that a day's room shows at a moment of the room clock; null without one. */
  sittingOf(day: string, atMs: number): Promise<Sitting | null>
  enabledGuards: ReadonlySet<GuardName>
}

export function createDayRooms({
  platform: { config, database },
  rollover,
  isOpen,
  sittingOf,
  enabledGuards,
}: DayRoomsOptions): RoomsPolicy {
  return {
    joinMessages,
    roomOf: async ({ userId, sessionDate }: JoinMessage, user) => {
      if (userId !== user.id && enabledGuards.has('identity')) return { error: 'identity_mismatch' }
      return (await isOpen(sessionDate)) ? { room: roomOfDay(sessionDate) } : { error: 'bad_date' }
    },
    admission: async (room, receivedAtMs) => {
      const day = dayOfRoom(room)
      return {
        openUntilMs: await rollover.openUntilMs(day),
        pausedUntilMs: chatPausedUntilMs(await sittingOf(day, receivedAtMs), receivedAtMs),
      }
    },
    isKnownMember: (room, userId) =>
      findIsKnownMember(database.query, config, { userId, day: dayOfRoom(room) }),
    onJoined: (room, send) => rollover.joined(dayOfRoom(room), send),
  }
}

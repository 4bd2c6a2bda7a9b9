// Live limits: how often a member may send frames and messages, and how often a room takes them.
import type { Clock } from '#server/clock.ts'
import type { BucketSize, RateLimiter } from '#server/http/rate-limit.ts'
import type { MessageLimits } from '#shared/live/message-specs.ts'
import { can } from '#shared/roles.ts'
import { roomOf, type LiveConnection } from './connection.ts'
import type { KnownSenders } from './known-senders.ts'

export type RateLimitVerdict =
  | { kind: 'pass' }
  /** `scope` is set when the room's allowance is used up: its member may try again without a strike. */
  | { kind: 'rejected' | 'flooding'; retryAfterMs: number; scope?: 'room' }

export interface LiveLimits {
  /** Counts a received frame, whatever its contents. */
  frame(connection: LiveConnection): RateLimitVerdict
  /** Counts a parsed message by its type; without limits, it counts as a join. */
  message(connection: LiveConnection, type: string, limits: MessageLimits | null): RateLimitVerdict
}

const frames: BucketSize = { perMinute: 120, burst: 120 }
const joins: BucketSize = { perMinute: 20, burst: 20 }
/** Limits per user, for the channel's reference documentation. */
export const userRateLimits = { frames, joins } as const
/** How often a user may exceed a limit before the server closes their channel. */
const strikes: BucketSize = { perMinute: 4, burst: 4 }

const pass: RateLimitVerdict = { kind: 'pass' }

/** Addresses in LIMITS_EXEMPT are not limited. */
export function createLiveLimits(clock: Clock, limiter: RateLimiter, known: KnownSenders): LiveLimits {
  /** By message type and user. */
  const pausedUntilMs = new Map<string, number>()

  const strike = ({ user }: LiveConnection, retryAfterMs: number): RateLimitVerdict => {
    const kind = limiter.take(`live-strike:${user.id}`, strikes) > 0 ? 'flooding' : 'rejected'
    return { kind, retryAfterMs }
  }
  const limitBy = (connection: LiveConnection, key: string, size: BucketSize): RateLimitVerdict => {
    const retryAfterMs = limiter.take(key, size)
    return retryAfterMs === 0 ? pass : strike(connection, retryAfterMs)
  }
  const pause = (key: string, floodPauseMs: number) => {
    const nowMs = clock.now()
    for (const [other, untilMs] of pausedUntilMs) if (untilMs <= nowMs) pausedUntilMs.delete(other)
    pausedUntilMs.set(key, nowMs + floodPauseMs)
  }
  const limitMessage = (
    connection: LiveConnection,
    type: string,
    { perUser, doubledFor, floodPauseMs, perRoom }: MessageLimits,
  ): RateLimitVerdict => {
    const { user, persona } = connection
    const room = roomOf(connection)
    const key = `live-message:${type}:${user.id}`
    const remainingPauseMs = (pausedUntilMs.get(key) ?? 0) - clock.now()
    if (remainingPauseMs > 0) return strike(connection, remainingPauseMs)
    const factor = can(persona, doubledFor) ? 2 : 1
    const size = { perMinute: perUser.perMinute * factor, burst: perUser.burst * factor }
    if (limiter.take(key, size) > 0) {
      pause(key, floodPauseMs)
      return strike(connection, floodPauseMs)
    }
    const retryAfterMs =
      room === null ? 0 : takeFromRoom(connection, `${type}:${room}`, { doubledFor, perRoom })
    return retryAfterMs === 0 ? pass : { kind: 'rejected', retryAfterMs, scope: 'room' }
  }
  const takeFromRoom = (
    connection: LiveConnection,
    room: string,
    { doubledFor, perRoom }: Pick<MessageLimits, 'doubledFor' | 'perRoom'>,
  ): number => {
    const { perMinute, burst, reserved } = perRoom
    const hasReserved = reserved === 0 || can(connection.persona, doubledFor) || known.isKnown(connection)
    const share = 1 - reserved
    const open = { perMinute: perMinute * share, burst: burst * share }
    const openAfterMs = hasReserved ? 0 : limiter.take(`live-room-open:${room}`, open)
    return openAfterMs === 0 ? limiter.take(`live-room:${room}`, { perMinute, burst }) : openAfterMs
  }

  return {
    frame: (connection) =>
      connection.exempt ? pass : limitBy(connection, `live-frame:${connection.user.id}`, frames),
    message: (connection, type, limits) => {
      if (connection.exempt) return pass
      if (limits !== null) return limitMessage(connection, type, limits)
      return limitBy(connection, `live-join:${connection.user.id}`, joins)
    },
  }
}

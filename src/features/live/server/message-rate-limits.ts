// Rate limits of the live channel: per user across all their sockets, for frames, joins and chat.
import { chatBurst, chatMuteMs, chatRefillMs } from '#shared/constants.ts'
import { can } from '#shared/roles.ts'
import type { Clock } from '#server/clock.ts'
import type { BucketSize, RateLimiter } from '#server/http/rate-limit.ts'
import type { ClientMessageType } from '../contract.ts'
import type { LiveConnection } from './connection.ts'

export type RateLimitVerdict = { kind: 'pass' } | { kind: 'rejected' | 'flooding'; retryAfterMs: number }

export interface LiveLimits {
  /** Counts a received frame, whatever its contents. */
  frame(connection: LiveConnection): RateLimitVerdict
  /** Counts a parsed message by its type. */
  message(connection: LiveConnection, type: ClientMessageType): RateLimitVerdict
}

const minuteMs = 60_000
const frames: BucketSize = { perMinute: 120, burst: 120 }
const joins: BucketSize = { perMinute: 20, burst: 20 }
const chat: BucketSize = { perMinute: minuteMs / chatRefillMs, burst: chatBurst }
/** Limits per user, for the channel's reference documentation. */
export const userRateLimits = { frames, joins, chat } as const
const moderatorChat: BucketSize = { perMinute: chat.perMinute * 2, burst: chat.burst * 2 }
/** Limit per room, so that a busy chat stays readable. */
const roomChat: BucketSize = { perMinute: 1_200, burst: 100 }
/** How often a user may exceed a limit before the server closes their channel. */
const strikes: BucketSize = { perMinute: 4, burst: 4 }

const pass: RateLimitVerdict = { kind: 'pass' }

/** Addresses in LIMITS_EXEMPT are not limited. */
export function createLiveLimits(clock: Clock, limiter: RateLimiter): LiveLimits {
  const mutedUntilMs = new Map<number, number>()

  const strike = ({ user }: LiveConnection, retryAfterMs: number): RateLimitVerdict => {
    const kind = limiter.take(`live-strike:${user.id}`, strikes) > 0 ? 'flooding' : 'rejected'
    return { kind, retryAfterMs }
  }
  const limitBy = (connection: LiveConnection, key: string, size: BucketSize): RateLimitVerdict => {
    const retryAfterMs = limiter.take(key, size)
    return retryAfterMs === 0 ? pass : strike(connection, retryAfterMs)
  }
  const mute = (userId: number) => {
    const nowMs = clock.now()
    for (const [other, untilMs] of mutedUntilMs) if (untilMs <= nowMs) mutedUntilMs.delete(other)
    mutedUntilMs.set(userId, nowMs + chatMuteMs)
  }
  const limitChat = (connection: LiveConnection): RateLimitVerdict => {
    const { user, persona, day } = connection
    const remainingMuteMs = (mutedUntilMs.get(user.id) ?? 0) - clock.now()
    if (remainingMuteMs > 0) return strike(connection, remainingMuteMs)
    const size = can(persona, 'chat.moderate') ? moderatorChat : chat
    if (limiter.take(`live-chat:${user.id}`, size) > 0) {
      mute(user.id)
      return strike(connection, chatMuteMs)
    }
    const retryAfterMs = day === null ? 0 : limiter.take(`live-room:${day}`, roomChat)
    return retryAfterMs === 0 ? pass : { kind: 'rejected', retryAfterMs }
  }

  return {
    frame: (connection) =>
      connection.exempt ? pass : limitBy(connection, `live-frame:${connection.user.id}`, frames),
    message: (connection, type) => {
      if (connection.exempt) return pass
      if (type === 'chat-message') return limitChat(connection)
      return limitBy(connection, `live-join:${connection.user.id}`, joins)
    },
  }
}

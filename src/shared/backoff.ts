// Retry backoff: the delay before the next attempt.
import { chatReconnectJitter, chatReconnectMaxMs, chatReconnectMs } from './constants.ts'

/**
 * Milliseconds before attempt `attempt` (from 0): exponential backoff from 2 s, capped at 30 s. Each delay has 50%
 * jitter, so that a room full of clients doesn't reconnect at once (LIVE-10). `random` lies in [0, 1).
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  const baseMs = Math.min(chatReconnectMs * 2 ** attempt, chatReconnectMaxMs)
  const minMs = baseMs * (1 - chatReconnectJitter)
  const maxMs = Math.min(baseMs * (1 + chatReconnectJitter), chatReconnectMaxMs)
  return Math.round(minMs + (maxMs - minMs) * random)
}

// Slow mode as one member's page has it: when they may write again, by their newest message and the server's refusals.
import { timestampToMs } from '#shared/day.ts'
import type { ChatMessage } from '../../contract.ts'
import type { Reader } from '../../rules.ts'
import { noSlowMode, slowModeOf, type SlowMode } from '../../writing-limits.ts'

interface SlowModeWaitOptions {
  reader: () => Reader
  /** The server's clock, in epoch milliseconds. */
  clock: () => number
  onChange: () => void
}

export interface SlowModeWait {
  /** The same object until it changes. */
  current(): SlowMode
  /** Whether a message would come too soon. */
  forbidsNow(): boolean
  /** Whether the next message would come too soon while one of the member's is on its way. */
  forbidsMore(): boolean
  /** A room's slow mode, or its change: 0 for none. */
  setSeconds(seconds: number): void
  /** Takes the times of the member's own messages, from any of their pages. */
  record(messages: readonly Pick<ChatMessage, 'user' | 'timestamp'>[]): void
  /** The server refused a message. */
  refuseUntil(untilMs: number): void
}

export function createSlowModeWait({ reader, clock, onChange }: SlowModeWaitOptions): SlowModeWait {
  let slowMode = noSlowMode
  let lastOwnMs: number | null = null
  let refusedUntilMs = 0
  const update = (seconds: number) => {
    const { mayModerate } = reader()
    const next = slowModeOf({ seconds, lastOwnMs, refusedUntilMs, mayModerate })
    if (next.seconds === slowMode.seconds && next.untilMs === slowMode.untilMs) return
    slowMode = next
    onChange()
  }
  return {
    current: () => slowMode,
    forbidsNow: () => clock() < slowMode.untilMs,
    forbidsMore: () => slowMode.seconds > 0 && !reader().mayModerate,
    setSeconds: (seconds) => {
      refusedUntilMs = 0
      update(seconds)
    },
    record: (messages) => {
      const { userId } = reader()
      const times = messages.flatMap(({ user, timestamp }) =>
        user.id === userId ? [timestampToMs(timestamp)] : [],
      )
      if (times.length === 0) return
      lastOwnMs = Math.max(lastOwnMs ?? 0, ...times)
      update(slowMode.seconds)
    },
    refuseUntil: (untilMs) => {
      refusedUntilMs = untilMs
      update(slowMode.seconds)
    },
  }
}

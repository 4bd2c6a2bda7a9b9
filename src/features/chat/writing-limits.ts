// Writing limits: a mute, and slow mode's wait between two messages of a member; the server judges both.

/** A mute in force (MOD-10). */
export interface OwnMute {
  /** Epoch milliseconds by the server's clock. */
  readonly untilMs: number
  /** In the member's language; empty without one. */
  readonly reason: string
}

export interface SlowMode {
  /** Between two messages of a member; 0 for none. */
  readonly seconds: number
  /** When the member may write again, in epoch milliseconds by the server's clock; 0 for now, and for moderators. */
  readonly untilMs: number
}

export const noSlowMode: SlowMode = { seconds: 0, untilMs: 0 }

/** The page's clock and the database's differ by less. */
const clockMarginMs = 250

interface SlowModeInput {
  seconds: number
  /** The time of the member's newest message; null without one. */
  lastOwnMs: number | null
  /** What the server said when it last refused a message; 0 without. */
  refusedUntilMs: number
  mayModerate: boolean
}

/** Moderators may write all the same (MOD-13). */
export function slowModeOf({ seconds, lastOwnMs, refusedUntilMs, mayModerate }: SlowModeInput): SlowMode {
  if (mayModerate) return { seconds, untilMs: 0 }
  const ownUntilMs = seconds === 0 || lastOwnMs === null ? 0 : lastOwnMs + seconds * 1_000 + clockMarginMs
  return { seconds, untilMs: Math.max(ownUntilMs, refusedUntilMs) }
}

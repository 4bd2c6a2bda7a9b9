// Options of the live socket, and their browser defaults.
import type { LiveCloseReason } from '../live-client.ts'

export interface LiveSocketOptions {
  userId: number
  /** The day whose room is joined first; null for a page without a room, which only receives account events. */
  sessionDate: string | null
  /** Called for every attempt. */
  url: () => string
  /**
   * Called after repeated rejections, which browsers don't explain: the reason if the close is permanent, else
   * null.
   */
  fetchCloseReason: () => Promise<LiveCloseReason | null>
  openSocket?: (url: string) => WebSocket
  /** Runs `run` after `ms`; returns the cancel function. */
  after?: (ms: number, run: () => void) => () => void
  random?: () => number
  hasFocus?: () => boolean
}

/** The browser's implementations; tests pass their own. */
export const browserDefaults = {
  openSocket: (url: string) => new WebSocket(url),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
  hasFocus: () => document.hasFocus(),
}

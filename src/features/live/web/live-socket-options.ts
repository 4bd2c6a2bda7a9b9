// What a live channel is told and given, and what a browser gives it.
import type { LiveCloseReason } from '../live-client.ts'

export interface LiveSocketOptions {
  userId: number
  /** The day whose room is joined at first; null for a page without a room, which only hears of its member. */
  sessionDate: string | null
  /** Asked at every attempt. */
  url: () => string
  /** Asked after repeated refusals, which a browser doesn't explain: why the channel stays shut, if for good. */
  askWhy: () => Promise<LiveCloseReason | null>
  openSocket?: (url: string) => WebSocket
  /** Runs something `ms` later; the answer calls it off. */
  after?: (ms: number, run: () => void) => () => void
  random?: () => number
  hasFocus?: () => boolean
}

/** The real ones; a test gives its own. */
export const browserDefaults = {
  openSocket: (url: string) => new WebSocket(url),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
  hasFocus: () => document.hasFocus(),
}

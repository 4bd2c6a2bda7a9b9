// A live feed: what loads a stream into a media element, by hls.js or by the browser itself.
import type { StampJump } from '../../live-messages.ts'
import type { DatedSegment } from '../../segment-dates.ts'

export interface LiveFeed {
  /** Those that can be played; empty until they are known. */
  segments: () => readonly DatedSegment[]
  /** How many segments have arrived. */
  arrivedParts: () => number
  /** Requests nothing more; what has arrived plays on. */
  stopLoading: () => void
  startLoading: () => void
  /** Empties the element. */
  detach: () => void
}

export interface LiveFeedOptions {
  url: string
  /** How far the group is behind the teacher. */
  leadMs: number
  /** The last jump of the encoder's clock; null without one. */
  jump: () => StampJump | null
  /** Called once it is known whether its segments have stamps, and when that changes (STREAM-17). */
  onStamps: (isStamped: boolean) => void
  /** It can't go on; the feed is detached by its owner. */
  onFailure: (error: unknown) => void
}

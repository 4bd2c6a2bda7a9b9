// How long the live channel waits for what; tests give their own.
import { heartbeatMs, likesTickMs, presenceGraceMs, presenceTickMs } from '#shared/constants.ts'

export interface LiveTimings {
  /** Least time between two presence frames of a room. */
  presenceTickMs: number
  /** Least time between two readings of a room's changed like counts. */
  likesTickMs: number
  /** How long a member whose socket vanished still counts. */
  presenceGraceMs: number
  /** Between two pings of one socket; after two unanswered ones it is cut. */
  heartbeatMs: number
  /** Over which time the sockets are closed when the server stops. */
  closeSpreadMs: number
  /** How long a socket may take to answer that closing. */
  closeAnswerMs: number
}

export const liveTimings: LiveTimings = {
  presenceTickMs,
  likesTickMs,
  presenceGraceMs,
  heartbeatMs,
  closeSpreadMs: 4_000,
  closeAnswerMs: 1_000,
}

// How long the live channel waits for what; tests give their own.
import { heartbeatMs, likesTickMs, presenceGraceMs, presenceTickMs } from '#shared/constants.ts'

export interface LiveTimings {
  /** Least time between two presence frames of a room. */
  presenceTickMs: number
  /** Least time between two tellings of a node to the others of who came and went. */
  exchangeTickMs: number
  /** Least time between two readings of a room's changed like counts. */
  likesTickMs: number
  /** Before a repair is tried again that failed; it doubles with each further failure. */
  repairRetryMs: number
  /** After which a write has been committed or undone whose answer was lost: longer than a statement may take. */
  outcomeMs: number
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
  exchangeTickMs: 50,
  likesTickMs,
  repairRetryMs: 250,
  outcomeMs: 6_000,
  presenceGraceMs,
  heartbeatMs,
  closeSpreadMs: 4_000,
  closeAnswerMs: 1_000,
}

// Timings of the live channel; tests override them.
import { heartbeatMs, presenceGraceMs, presenceTickMs } from '#shared/constants.ts'

export interface LiveTimings {
  /** Minimum time between two presence frames of a room. */
  presenceTickMs: number
  /** Minimum time between two presence publications of a node to the others. */
  replicationTickMs: number
  /**
   * After this time a write whose response was lost is committed or rolled back: longer than the statement timeout.
   */
  uncertainCommitMs: number
  /** Grace period: how long a member whose socket vanished still counts. */
  presenceGraceMs: number
  /** Interval between two pings of a socket; after two missed pongs the server cuts it. */
  heartbeatMs: number
  /** Period over which the server closes its sockets at shutdown. */
  closeSpreadMs: number
  /** How long a socket may take to respond to the close. */
  closeTimeoutMs: number
}

export const liveTimings: LiveTimings = {
  presenceTickMs,
  replicationTickMs: 50,
  uncertainCommitMs: 6_000,
  presenceGraceMs,
  heartbeatMs,
  closeSpreadMs: 4_000,
  closeTimeoutMs: 1_000,
}

// Process counters: plain numbers, cheap to increment; /metrics reads them.

/** All are monotonic, except those whose name ends in Now. */
export const counters = {
  framesSent: 0,
  /** Sockets closed for too much unread data, or for a missing response. */
  socketsCutSlow: 0,
  socketsCut: 0,
  databaseErrors: 0,
  databaseConnectionsLost: 0,
  poolWaits: 0,
  poolWaitSeconds: 0,
  busGaps: 0,
  busChanges: 0,
  busLagSecondsNow: 0,
  hostChanges: 0,
  mailsSent: 0,
  mailsFailed: 0,
  mailsPendingNow: 0,
  bulkMailsPendingNow: 0,
  semaphoreWaitingNow: 0,
  scheduledJobRuns: 0,
  scheduledJobFailures: 0,
  logLinesLost: 0,
}

/** Closed sockets by close code. */
export const socketClosesByCode = new Map<number, number>()

/** Errors by their code. */
export const errorsByCode = new Map<string, number>()

export function incrementCount<Key>(counted: Map<Key, number>, key: Key): void {
  counted.set(key, (counted.get(key) ?? 0) + 1)
}

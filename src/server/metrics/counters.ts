// What this process has done since it began, in plain numbers that cost nothing to count; /metrics reads them.

/** All of them only grow, but for those whose name ends in Now. */
export const counters = {
  framesSent: 0,
  /** Sockets that were cut: with too much unread, or without an answer. */
  socketsCutSlow: 0,
  socketsCut: 0,
  messagesStored: 0,
  secondsCredited: 0,
  databaseErrors: 0,
  databaseConnectionsLost: 0,
  poolWaits: 0,
  poolWaitSeconds: 0,
  busGaps: 0,
  busChanges: 0,
  busLagSecondsNow: 0,
  mailsSent: 0,
  mailsFailed: 0,
  mailsUnderWayNow: 0,
  turnsWaitingNow: 0,
  upkeepRuns: 0,
  upkeepFailures: 0,
  logLinesLost: 0,
}

/** How often sockets were closed, by the code of the closing. */
export const socketClosesByCode = new Map<number, number>()

/** How often something was refused, by the code of the refusal. */
export const errorsByCode = new Map<string, number>()

export function incrementCount<Key>(counted: Map<Key, number>, key: Key): void {
  counted.set(key, (counted.get(key) ?? 0) + 1)
}

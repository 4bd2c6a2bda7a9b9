// Members' reports of their time as they come in: a whole room's come at the same moment, and are credited together.
import { createBatcher } from '#server/batcher.ts'
import type { Platform } from '#server/context.ts'
import { counters } from '#server/metrics/counters.ts'
import { isDatabaseUnavailable } from '#server/db.ts'
import type { SessionRecord } from '../contract.ts'
import { creditReportBatch, type SessionTimeReport } from '../session-time.ts'
import { creditTime } from './sessions.ts'
import { openSessionsOf } from './sql.ts'
import { lockClocksSkipLocked, saveCredits } from './sql-reports.ts'

type Deps = Pick<Platform, 'database' | 'clock' | 'log'>

const reportBatchMax = 64
const reportQueueMax = 1_024
const restMs = 20

/** Credits a report as {@link creditTime} does, together with those that come at the same moment. */
export type SubmitTimeReport = (spent: SessionTimeReport) => Promise<SessionRecord>

/** Makes the place at which a node's reports come in. */
export function createReportBatcher(means: Deps): SubmitTimeReport {
  let hasFailed = false
  return createBatcher({
    max: reportBatchMax,
    waitingMax: reportQueueMax,
    restMs,
    together: async (reports) => {
      const answers = await creditReportsTogether(means, reports)
      hasFailed = false
      return answers
    },
    alone: (spent) => creditTime(means, spent),
    failed: (error) => {
      if (isDatabaseUnavailable(error)) return
      if (!hasFailed) means.log.error({ err: error }, 'Reports failed together.')
      hasFailed = true
    },
  })
}

/**
 * Credits what of the reports is ordinary in one transaction, and waits for nobody in it. The others are answered with
 * null: what refuses, pays or waits goes alone.
 */
async function creditReportsTogether(
  { database, clock }: Deps,
  reports: readonly SessionTimeReport[],
): Promise<(SessionRecord | null)[]> {
  let seconds = 0
  const answers = await database.transaction(async (tx) => {
    seconds = 0
    const clocks = await lockClocksSkipLocked(tx, [...new Set(reports.map(({ userId }) => userId))])
    // Read now that they are held: nothing that was credited lies after it.
    const nowMs = clock.now()
    const sessions = await openSessionsOf(tx, [...new Set(reports.map(({ sessionId }) => sessionId))])
    const credited = creditReportBatch({ clocks, sessions }, reports, nowMs)
    if (credited.records.size > 0) await saveCredits(tx, [...credited.records.values()], credited.clocks)
    for (const [id, { duration }] of credited.records) {
      seconds += duration - (sessions.get(id)?.record.duration ?? duration)
    }
    return credited.answers
  })
  counters.secondsCredited += seconds
  return answers
}

// Report batcher: credits simultaneous time reports together, since a whole room reports at the same moment.
import { createBatcher } from '#server/async/batcher.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import type { VisitRecord } from '../contract.ts'
import { creditReportBatch, type VisitTimeReport } from '../visit-time.ts'
import { openVisitsOf, lockClocksSkipLocked, saveCredits } from './sql.ts'
import { creditTime, meditationCounters } from './visits.ts'

type Deps = Pick<Platform, 'database' | 'clock' | 'log'>

const reportBatchMax = 64
const reportQueueMax = 1_024
const pauseMs = 20

/** Credits a report like {@link creditTime}, batched with others that arrive at the same moment. */
export type SubmitTimeReport = (report: VisitTimeReport) => Promise<VisitRecord>

export function createReportBatcher(deps: Deps): SubmitTimeReport {
  let hasFailed = false
  return createBatcher({
    max: reportBatchMax,
    waitingMax: reportQueueMax,
    pauseMs,
    runBatch: async (reports) => {
      const results = await creditReportsTogether(deps, reports)
      hasFailed = false
      return results
    },
    runSingle: (report) => creditTime(deps, report),
    onBatchFailed: (error) => {
      if (isDatabaseUnavailable(error)) return
      if (!hasFailed)
        deps.log.error({ err: error }, 'A batch of time reports failed; crediting them one by one.')
      hasFailed = true
    },
  })
}

/**
 * Credits the ordinary reports in one transaction that waits for no lock. Returns null for reports that fail, earn
 * a reward or need a locked row; those are credited one by one.
 */
async function creditReportsTogether(
  { database, clock }: Deps,
  reports: readonly VisitTimeReport[],
): Promise<(VisitRecord | null)[]> {
  let seconds = 0
  const results = await database.transaction(async (tx) => {
    seconds = 0
    const clocks = await lockClocksSkipLocked(tx, [...new Set(reports.map(({ userId }) => userId))])
    // Read after the locks, so that no credit lies later than `nowMs`.
    const nowMs = clock.now()
    const visits = await openVisitsOf(tx, [...new Set(reports.map(({ visitId }) => visitId))])
    const credited = creditReportBatch({ clocks, visits }, reports, nowMs)
    if (credited.records.size > 0) await saveCredits(tx, credited, new Date(nowMs))
    for (const [id, { duration }] of credited.records) {
      seconds += duration - (visits.get(id)?.record.duration ?? duration)
    }
    return credited.results
  })
  meditationCounters.secondsCredited += seconds
  return results
}

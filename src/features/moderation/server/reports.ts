// Reports: a member reports a message, which opens a case; enough known members fold it (MOD-01, MOD-14).
import { setFolded } from '#features/chat/server/service.ts'
import { listKnownMembersPresent } from '#features/meditation/server/service.ts'
import { assertNotBanned } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { addDays, msToTimestamp } from '#shared/day.ts'
import { dayMs } from '#shared/durations.ts'
import { moderationErrors } from '../errors.ts'
import type { ReportReason } from '../member-contract.ts'
import { countsForFolding, foldingReports, reporterAgeDays, reporterDays } from '../rules.ts'
import {
  countReportsSince,
  findReport,
  insertReport,
  listReporters,
  lockMessageShared,
  type ReportedMessage,
  type StoredReport,
} from './sql/cases.ts'
import { listOldMembers } from './sql/records.ts'

interface ReportInput {
  messageId: number
  reporterId: number
  reason: ReportReason
  note: string
  /** The last day that has a room. */
  roomDay: string
}

/**
 * Stores a member's report of a message of today or yesterday, once; `isNew` is false for a repeat. Throws `not_found`,
 * or `own_message`.
 */
export async function reportMessage(
  platform: Platform,
  { messageId, reporterId, reason, note, roomDay }: ReportInput,
): Promise<{ report: StoredReport; isNew: boolean }> {
  const { database, calendar, clock, config } = platform
  const now = new Date(clock.now())
  return database.transaction(async (tx) => {
    await assertNotBanned(tx, reporterId)
    const earlier = await findReport(tx, { messageId, reporterId })
    if (earlier) return { report: earlier, isNew: false }
    const today = calendar.today()
    const days = { from: addDays(today, -1), to: roomDay > today ? roomDay : today }
    const message = await lockMessageShared(tx, messageId, days)
    if (!message) throw appError('not_found')
    if (message.userId === reporterId) throw appError(moderationErrors.own_message)
    const report = await insertReport(tx, { message, reporterId, reason, note, now })
    // Another tab of theirs was faster.
    if (!report) {
      const first = await findReport(tx, { messageId, reporterId })
      if (!first) throw appError('not_found')
      return { report: first, isNew: false }
    }
    if (await isFoldedByReports(tx, config, { message, caseId: report.caseId, now }))
      await setFolded(tx, messageId, now)
    return { report, isNew: true }
  })
}

/** Whether enough of a case's reporters count: known members who were there, and whose reports were right (MOD-15). */
async function isFoldedByReports(
  tx: Executor,
  config: Platform['config'],
  { message, caseId, now }: { message: ReportedMessage; caseId: number; now: Date },
): Promise<boolean> {
  const reporters = await listReporters(tx, caseId)
  if (reporters.length < foldingReports) return false
  const createdBefore = msToTimestamp(now.getTime() - reporterAgeDays * dayMs)
  const old = await listOldMembers(tx, reporters, createdBefore)
  if (old.length < foldingReports) return false
  const { day, sentAt: at } = message
  const present = await listKnownMembersPresent(tx, config, { userIds: old, day, at })
  if (present.length < foldingReports) return false
  const since = msToTimestamp(now.getTime() - reporterDays * dayMs)
  const records = await countReportsSince(tx, present, since)
  const doubted = records.filter((record) => !countsForFolding(record))
  return present.length - doubted.length >= foldingReports
}

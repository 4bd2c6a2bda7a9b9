// Attendance of a list: what each row of a file would do, the same for the preview and the result (JOIN-06).
import { recordAdminActivity } from '#features/activity/server/service.ts'
import { listEmailsOfAccounts } from '#features/auth/server/service.ts'
import { assertCapability, type AdminContext } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import { mapInSlices, readTable } from '#server/csv/read-table.ts'
import type { Executor } from '#server/db/database.ts'
import { attendanceProblemsMax, attendanceRowsMax } from '#shared/constants.ts'
import { type DateOrder } from '#shared/file-dates.ts'
import { t } from '#shared/i18n/t.ts'
import { inviteBatchActivities } from '../activities.ts'
import {
  attendanceKey,
  createAttendanceBounds,
  createAttendanceReader,
  isAttendanceHeader,
  type AttendanceRow,
  type StoredAttendance,
} from '../attendance.ts'
import type { AttendancePreview, AttendanceState } from '../contract.ts'
import { quoteMailboxCells } from '../table-columns.ts'
import { lockBatchForUpdate } from './sql/batches.ts'
import { insertOfferedTime, listOfferedTime } from './sql/offered-time.ts'
import { listInvitedEmails } from './sql/recipients.ts'

interface AttendanceFile {
  text: string
  dateOrder: DateOrder | null
  today: string
}

/** Reads the rows of a file; null if its dates are ambiguous. Throws `invalid` beside `text`. */
export async function readAttendanceFile({
  text,
  dateOrder,
  today,
}: AttendanceFile): Promise<AttendanceRow[] | null> {
  const { header, rows } = await readTable(quoteMailboxCells(text), {
    isHeader: isAttendanceHeader,
    rowsMax: attendanceRowsMax,
    noHeader: () => t('The first row names the columns: email, date and minutes.'),
  })
  const read = createAttendanceReader({ header, rows, dateOrder, today })
  return read && mapInSlices(rows, read)
}

type JudgedRow = Omit<AttendanceRow, 'problem'> & { state: AttendanceState | 'ready' }

/** Says of each row whether it is taken: of the people of the list, and of members. */
async function judgeRows(
  db: Executor,
  batchId: number,
  rows: readonly AttendanceRow[],
): Promise<JudgedRow[]> {
  const emails = [...new Set(rows.flatMap(({ email, problem }) => (problem === null ? email : [])))]
  const known = new Set([
    ...(await listInvitedEmails(db, batchId, emails)),
    ...(await listEmailsOfAccounts(db, emails)),
  ])
  const stored = storedByEmail(await listOfferedTime(db, [...known]))
  const bound = createAttendanceBounds((email) => stored.get(email))
  return mapInSlices(rows, ({ problem, ...row }) => {
    if (problem === null && !known.has(row.email)) return { ...row, state: 'not-invited' }
    return { ...row, state: bound({ ...row, problem }).problem ?? 'ready' }
  })
}

function storedByEmail(
  rows: Awaited<ReturnType<typeof listOfferedTime>>,
): ReadonlyMap<string, StoredAttendance> {
  const people = new Map<string, { rows: number; keys: Set<string>; minutesByDate: Map<string, number> }>()
  for (const { email, ...sit } of rows) {
    const person = people.get(email) ?? { rows: 0, keys: new Set(), minutesByDate: new Map() }
    people.set(email, person)
    person.rows += 1
    person.keys.add(attendanceKey(sit))
    person.minutesByDate.set(sit.date, (person.minutesByDate.get(sit.date) ?? 0) + sit.minutes)
  }
  return people
}

const nothingReady = { isOrderNeeded: true, ready: { rows: 0, people: 0, minutes: 0 }, skipped: 0 }

function totalsOf(rows: readonly JudgedRow[]) {
  const ready = rows.filter(({ state }) => state === 'ready')
  return {
    isOrderNeeded: false,
    ready: {
      rows: ready.length,
      people: new Set(ready.map(({ email }) => email)).size,
      minutes: ready.reduce((sum, { minutes }) => sum + minutes, 0),
    },
    skipped: rows.length - ready.length,
  }
}

/** `rows`: null if the dates are ambiguous. */
export async function previewAttendance(
  db: Executor,
  batchId: number,
  rows: readonly AttendanceRow[] | null,
): Promise<AttendancePreview> {
  if (rows === null) return { ...nothingReady, problems: [] }
  const judged = await judgeRows(db, batchId, rows)
  const problems = judged.flatMap(({ row, email, date, state }) =>
    state === 'ready' ? [] : [{ row, email, date, state }],
  )
  return { ...totalsOf(judged), problems: problems.slice(0, attendanceProblemsMax) }
}

const insertedAtOnce = 5_000

/** Adds the rows that are ready. Throws `not_found`. */
export async function addAttendance(
  tx: Executor,
  admin: AdminContext,
  { batchId, rows }: { batchId: number; rows: readonly AttendanceRow[] | null },
): Promise<Omit<AttendancePreview, 'problems'>> {
  await assertCapability(tx, admin.adminId, 'community.administer')
  if (!(await lockBatchForUpdate(tx, batchId))) throw appError('not_found')
  if (rows === null) return nothingReady
  const judged = await judgeRows(tx, batchId, rows)
  const ready = judged.filter(({ state }) => state === 'ready')
  for (let from = 0; from < ready.length; from += insertedAtOnce)
    await insertOfferedTime(tx, batchId, { rows: ready.slice(from, from + insertedAtOnce), now: admin.now })
  const totals = totalsOf(judged)
  if (ready.length > 0)
    await recordAdminActivity(tx, admin, {
      kind: inviteBatchActivities.attendance,
      targetId: batchId,
      after: { rows: totals.ready.rows, people: totals.ready.people },
    })
  return totals
}

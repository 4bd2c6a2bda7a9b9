// Changes of news: each in one transaction with its activity entry (I23), and with the day of its mail.
import { changedFields, recordAdminActivity } from '#features/activity/server/service.ts'
import { assertCapability, type AdminContext } from '#features/members/server/service.ts'
import { appError, fieldError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { addDays, timestampToMs, type CommunityDays } from '#shared/day.ts'
import { newsActivities } from '../activities.ts'
import type { NewsInput } from '../contract.ts'
import { newsErrors } from '../errors.ts'
import { isMailDayFree, mailLeavesAtMs, spanOf, type MailBeforeChange } from '../rules.ts'
import {
  deleteNewsRow,
  deleteUnsentNewsMail,
  findNewsMail,
  insertNews,
  insertNewsMail,
  listMailDays,
  lockMailDays,
  lockNewsForUpdate,
  updateNewsRow,
  type NewsFields,
  type NewsMail,
} from './sql.ts'

export interface NewsAdmin {
  admin: AdminContext
  days: CommunityDays
}

/** Publishes news. Throws `invalid` and `news_mail_taken`. */
export async function createNews(
  tx: Executor,
  { admin, days }: NewsAdmin,
  input: NewsInput,
): Promise<number> {
  await assertCapability(tx, admin.adminId, 'community.administer')
  const fields = fieldsOf(days, input, { now: admin.now, since: null })
  const id = await insertNews(tx, { ...fields, byId: admin.adminId, createdAt: admin.now })
  const mailAt = input.isMailed ? mailMoment(fields, { now: admin.now, before: null }) : null
  if (mailAt) await scheduleMail(tx, days, { id, leavesAt: mailAt })
  await recordAdminActivity(tx, admin, {
    kind: newsActivities.create,
    targetId: id,
    label: fields.title,
    after: { ...fields, mailAt },
  })
  return id
}

/**
 * Changes news, withdraws it, or publishes it again. Throws `not_found`, `changed_meanwhile`, `invalid` and
 * `news_mail_taken`.
 */
export async function updateNews(
  tx: Executor,
  { admin, days }: NewsAdmin,
  { id, version, isWithdrawn, ...input }: NewsInput & { id: number; version: number; isWithdrawn: boolean },
): Promise<void> {
  await assertCapability(tx, admin.adminId, 'community.administer')
  const row = await lockNewsForUpdate(tx, id)
  if (!row) throw appError('not_found')
  if (row.version !== version) throw appError('changed_meanwhile')
  const wasWithdrawn = row.withdrawnAt !== null
  const { title, text, level, fromAt, untilAt } = row
  const was = { title, text, level, fromAt: new Date(fromAt), untilAt: new Date(untilAt) }
  // Withdrawn news keeps its days, which may be over.
  const fields = isWithdrawn ? was : fieldsOf(days, input, { now: admin.now, since: timestampToMs(fromAt) })
  const mail = await findNewsMail(tx, id)
  const isMailed = input.isMailed && !isWithdrawn
  const mailAt = await rescheduleMail(tx, { admin, days }, { id, mail, isMailed, was, fields })
  const changes = changedFields(
    { ...was, mailAt: mail && new Date(mail.leavesAt), isWithdrawn: wasWithdrawn },
    { ...fields, mailAt, isWithdrawn },
  )
  if (Object.keys(changes.after).length === 0) return
  const changedKind = isWithdrawn ? newsActivities.withdraw : newsActivities.restore
  await updateNewsRow(tx, id, {
    ...fields,
    withdrawnAt: isWithdrawn ? new Date(row.withdrawnAt ?? admin.now) : null,
  })
  await recordAdminActivity(tx, admin, {
    kind: isWithdrawn === wasWithdrawn ? newsActivities.update : changedKind,
    targetId: id,
    label: fields.title,
    ...changes,
  })
}

/** Deletes news, and its mail unless that has left. Throws `not_found`. */
export async function deleteNews(tx: Executor, admin: AdminContext, id: number): Promise<void> {
  await assertCapability(tx, admin.adminId, 'community.administer')
  const row = await lockNewsForUpdate(tx, id)
  if (!row) throw appError('not_found')
  await deleteUnsentNewsMail(tx, id)
  await deleteNewsRow(tx, id)
  const { title, text, level, fromAt, untilAt } = row
  await recordAdminActivity(tx, admin, {
    kind: newsActivities.delete,
    targetId: id,
    label: title,
    before: { title, text, level, fromAt, untilAt },
  })
}

function fieldsOf(
  days: CommunityDays,
  { title, text, level, from, until }: NewsInput,
  { now, since }: { now: Date; since: number | null },
): NewsFields {
  const span = spanOf(days, { from, until }, { nowMs: now.getTime(), since })
  if (typeof span === 'string') throw fieldError('until', span)
  return { title, text, level, fromAt: new Date(span.fromMs), untilAt: new Date(span.untilMs) }
}

/** When a mail leaves. Throws `invalid` if that is after the last day. */
function mailMoment(
  { fromAt, untilAt }: NewsFields,
  { now, before }: { now: Date; before: MailBeforeChange | null },
): Date {
  const span = { fromMs: fromAt.getTime(), untilMs: untilAt.getTime() }
  const leavesMs = mailLeavesAtMs(span, { nowMs: now.getTime(), before })
  if (typeof leavesMs === 'string') throw fieldError('until', leavesMs)
  return new Date(leavesMs)
}

interface MailChange {
  id: number
  mail: NewsMail | null
  isMailed: boolean
  was: NewsFields
  fields: NewsFields
}

/** Leaves a mail that has left, or whose moment stays; else deletes or schedules it. Returns when it leaves. */
async function rescheduleMail(
  tx: Executor,
  { admin, days }: NewsAdmin,
  { id, mail, isMailed, was, fields }: MailChange,
): Promise<Date | null> {
  const scheduledMs = mail && timestampToMs(mail.leavesAt)
  if (mail?.sentAt) return new Date(mail.leavesAt)
  const before = scheduledMs === null ? null : { leavesMs: scheduledMs, fromMs: was.fromAt.getTime() }
  const leavesAt = isMailed ? mailMoment(fields, { now: admin.now, before }) : null
  if (leavesAt?.getTime() === scheduledMs) return leavesAt
  await deleteUnsentNewsMail(tx, id)
  if (leavesAt) await scheduleMail(tx, days, { id, leavesAt })
  return leavesAt
}

/** Schedules the mail of news. Throws `news_mail_taken` (NEWS-06). */
async function scheduleMail(
  tx: Executor,
  days: CommunityDays,
  { id, leavesAt }: { id: number; leavesAt: Date },
): Promise<void> {
  await lockMailDays(tx)
  const day = days.dayOf(leavesAt.getTime())
  const taken = await listMailDays(tx, addDays(day, -6), addDays(day, 6))
  if (!isMailDayFree(taken, day)) throw appError(newsErrors.news_mail_taken)
  await insertNewsMail(tx, { newsId: id, day, leavesAt })
}

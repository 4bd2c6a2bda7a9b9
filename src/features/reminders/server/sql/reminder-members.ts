// SQL of the members whom a sitting may concern, with what they were notified of about it.
import { sql } from 'kysely'
import type { NotificationChannel } from '#features/notifications/contract.ts'
import {
  changesChoosers,
  listSittingChoices,
  type MemberRange,
  type SittingChoices,
} from '#features/notifications/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { timestampToMs } from '#shared/day.ts'
import type { SentNotification } from '../../next-notification.ts'

/** A notification of a member as it is stored. */
export interface StoredNotification extends Omit<SentNotification, 'sentAt'> {
  /** From 1 for each channel. */
  number: number
  zone: string
  /** Null for a mail that waits, or a push that no device has accepted yet. */
  sentAt: number | null
  retryAt: number | null
  retries: number
  /** The hashes of the devices that wait, in hexadecimal; null for all. */
  retryDevices: string[] | null
}

/** A member who chose anything about sittings, with what they were notified of about one, the oldest first. */
export interface ReminderMember extends SittingChoices {
  notifications: StoredNotification[]
}

/** Members who chose reminders or changes, in the order of their ids. */
export async function listReminderMembers(
  db: Executor,
  sittingId: number,
  range: MemberRange,
): Promise<ReminderMember[]> {
  const members = await listSittingChoices(db, range)
  const notifications = await listNotifications(
    db,
    sittingId,
    members.map(({ userId }) => userId),
  )
  return members.map((member) => ({ ...member, notifications: notifications.get(member.userId) ?? [] }))
}

async function listNotifications(
  db: Executor,
  sittingId: number,
  userIds: readonly number[],
): Promise<Map<number, StoredNotification[]>> {
  const found = new Map<number, StoredNotification[]>()
  if (userIds.length === 0) return found
  const rows = await db
    .selectFrom('sitting_notifications')
    .select(['userId', 'channel', 'number', 'kind', 'bell', 'evening as dayBefore', 'zone'])
    .select(['sentAt', 'retryAt', 'retries', 'retryDevices'])
    .where('sittingId', '=', sittingId)
    .where('userId', 'in', userIds)
    .orderBy('claimedAt')
    .orderBy('number')
    .$narrowType<{ channel: NotificationChannel; kind: StoredNotification['kind'] }>()
    .execute()
  const toMs = (timestamp: string | null) => (timestamp === null ? null : timestampToMs(timestamp))
  for (const { userId, ...row } of rows) {
    const stored = {
      ...row,
      bell: timestampToMs(row.bell),
      sentAt: toMs(row.sentAt),
      retryAt: toMs(row.retryAt),
    }
    found.set(userId, [...(found.get(userId) ?? []), stored])
  }
  return found
}

/** Members who chose changes by a channel before a moment, and were notified of nothing about a sitting. */
export async function listUnnotifiedOfChanges(
  db: Executor,
  { sittingId, channel, before }: { sittingId: number; channel: NotificationChannel; before: number },
): Promise<Pick<SittingChoices, 'userId' | 'weekdays' | 'times' | 'zone'>[]> {
  const { rows } = await sql<Pick<SittingChoices, 'userId' | 'weekdays' | 'times' | 'zone'>>`
    select choice.* from ${changesChoosers(channel, before)}
    where not exists (
      select from sitting_notifications sent where sent."sittingId" = ${sittingId}
        and sent."userId" = choice."userId" and sent.channel = ${channel} and sent."sentAt" is not null)`.execute(
    db,
  )
  return rows
}

// SQL of what members were notified of about sittings: claims, retries, and what was sent.
import { sql, type RawBuilder } from 'kysely'
import type { NotificationChannel } from '#features/notifications/contract.ts'
import type { Executor } from '#server/db/database.ts'
import { msToTimestamp } from '#shared/day.ts'
import type { NotificationKind } from '../../next-notification.ts'

interface NotificationKey {
  sittingId: number
  userId: number
  channel: NotificationChannel
  number: number
}

/** A notification that is claimed. */
export interface NewNotification extends NotificationKey {
  kind: NotificationKind | 'announced'
  bell: number
  /** The column is called `evening`. */
  dayBefore: string | null
  zone: string
  isSilent: boolean
}

/** As which it is claimed: on its way or known, or as a mail that waits. */
type ClaimState = 'sent' | 'waiting'

/**
 * Claims notifications of a sitting, unless it is no longer as it was announced in this version. One node can claim the
 * notification that follows another. A push that is tried again is claimed when its time has come, or when there is
 * something else to say. Returns the members
 * whose notification was claimed (REM-04).
 */
export async function claimNotifications(
  db: Executor,
  claims: readonly NewNotification[],
  { now, version, state }: { now: Date; version: number; state: ClaimState },
): Promise<ReadonlySet<number>> {
  const [first] = claims
  if (!first) return new Set()
  const { rows } = await sql<{ userId: number }>`
    insert into sitting_notifications as stored (${columns}, "claimedAt", "sentAt")
    select ${columns}, ${now}::timestamptz, ${state === 'sent' ? now : null}::timestamptz
    from ${unnested(claims)} where ${isAsAnnounced(first.sittingId, version)}
    on conflict ("sittingId", "userId", channel, number) do update set
      kind = excluded.kind, bell = excluded.bell, evening = excluded.evening, zone = excluded.zone,
      "isSilent" = excluded."isSilent", "claimedAt" = excluded."claimedAt", "sentAt" = excluded."sentAt",
      "retryAt" = null
    where stored."retryAt" <= ${now}::timestamptz
      or (stored."retryAt" is not null and stored."sentAt" is null and stored.kind <> excluded.kind)
    returning "userId"`.execute(db)
  return new Set(rows.map(({ userId }) => userId))
}

const columns = sql`"sittingId", "userId", channel, number, kind, bell, evening, zone, "isSilent"`

function unnested(claims: readonly NewNotification[]): RawBuilder<unknown> {
  const of = <Value>(read: (claim: NewNotification) => Value) => claims.map((claim) => read(claim))
  return sql`unnest(
    ${of(({ sittingId }) => sittingId)}::integer[], ${of(({ userId }) => userId)}::integer[],
    ${of(({ channel }) => channel)}::text[], ${of(({ number }) => number)}::integer[],
    ${of(({ kind }) => kind)}::text[], ${of(({ bell }) => msToTimestamp(bell))}::timestamptz[],
    ${of(({ dayBefore }) => dayBefore)}::date[], ${of(({ zone }) => zone)}::text[],
    ${of(({ isSilent }) => isSilent)}::boolean[]) as claim (${columns})`
}

/** Whether a sitting is as it was announced: a change calls off the notifications that aren't sent (REM-12). */
function isAsAnnounced(sittingId: number, version: number): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from reminder_sittings announced left join sittings on sittings.id = announced."sittingId"
    where announced."sittingId" = ${sittingId} and announced.version = ${version}
      and announced.cancelled = (sittings.id is null or sittings."cancelledAt" is not null)
      and (announced.cancelled or sittings."startsAt" = announced.bell))`
}

/** Records mails as sent, whether they waited or not; returns the sittings of those that weren't sent before. */
export async function saveSentMails(
  tx: Executor,
  mails: readonly Omit<NewNotification, 'number' | 'channel' | 'isSilent'>[],
  now: Date,
): Promise<number[]> {
  const found: number[] = []
  for (const { sittingId, userId, kind, bell, dayBefore, zone } of mails) {
    const { rows } = await sql<{ sittingId: number }>`
      insert into sitting_notifications as stored (${columns}, "claimedAt", "sentAt")
      select ${sittingId}::integer, ${userId}::integer, 'mail', coalesce(max(number), 0) + 1, ${kind},
        ${msToTimestamp(bell)}::timestamptz, ${dayBefore}::date, ${zone}, false, ${now}::timestamptz, ${now}::timestamptz
      from sitting_notifications
      where "sittingId" = ${sittingId} and "userId" = ${userId} and channel = 'mail' and "sentAt" is not null
      on conflict ("sittingId", "userId", channel, number) do update set
        kind = excluded.kind, bell = excluded.bell, evening = excluded.evening, zone = excluded.zone,
        "sentAt" = excluded."sentAt"
      where stored."sentAt" is null
      returning "sittingId"`.execute(tx)
    found.push(...rows.map((row) => row.sittingId))
  }
  return found
}

/** Deletes a member's mail that waits, as it has become pointless. */
export async function deleteWaitingMail(db: Executor, sittingId: number, userId: number): Promise<void> {
  await db
    .deleteFrom('sitting_notifications')
    .where('sittingId', '=', sittingId)
    .where('userId', '=', userId)
    .where('channel', '=', 'mail')
    .where('sentAt', 'is', null)
    .execute()
}

/** Records which devices a push has not reached, and when it is tried again. */
export async function savePushRetry(
  db: Executor,
  { sittingId, userId, channel, number }: NotificationKey,
  { retryAt, devices, isUnsent }: { retryAt: number; devices: readonly string[]; isUnsent: boolean },
): Promise<void> {
  await db
    .updateTable('sitting_notifications')
    .set((row) => ({
      retryAt: msToTimestamp(retryAt),
      retries: row('retries', '+', 1),
      retryDevices: [...devices],
      ...(isUnsent && { sentAt: null }),
    }))
    .where((row) => row.and({ sittingId, userId, channel, number }))
    .execute()
}

/** Deletes a notification that reached no device. */
export async function deleteNotification(
  db: Executor,
  { sittingId, userId, channel, number }: NotificationKey,
): Promise<void> {
  await db
    .deleteFrom('sitting_notifications')
    .where((row) => row.and({ sittingId, userId, channel, number }))
    .execute()
}

/** Records how an announced sitting stood for members, before its first change; in place of what waits. */
export async function insertAnnounced(
  tx: Executor,
  notifications: readonly Omit<NewNotification, 'number' | 'isSilent'>[],
  now: Date,
): Promise<void> {
  if (notifications.length === 0) return
  const claims = notifications.map((each) => ({ ...each, number: 1, isSilent: true }))
  await sql`
    insert into sitting_notifications as stored (${columns}, "claimedAt", "sentAt")
    select ${columns}, ${now}::timestamptz, ${now}::timestamptz from ${unnested(claims)}
    on conflict ("sittingId", "userId", channel, number) do update set
      kind = excluded.kind, bell = excluded.bell, evening = null, zone = excluded.zone, "isSilent" = true,
      "claimedAt" = excluded."claimedAt", "sentAt" = excluded."sentAt", "retryAt" = null, "retryDevices" = null
    where stored."sentAt" is null`.execute(tx)
}

/** Gives the notifications of a deleted or canceled sitting to the one in its place. */
export async function renameSitting(tx: Executor, from: number, to: number): Promise<void> {
  await tx.updateTable('sitting_notifications').set({ sittingId: to }).where('sittingId', '=', from).execute()
}

/** Deletes up to `max` notifications of before a moment; returns how many. */
export async function deleteOldNotifications(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with of_release_before as (
      delete from reminders_sent where "claimedAt" < ${before}::timestamptz
    )
    delete from sitting_notifications where ("sittingId", "userId", channel, number) in (
      select "sittingId", "userId", channel, number from sitting_notifications
      where "claimedAt" < ${before}::timestamptz limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function eraseNotifications(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('sitting_notifications').where('userId', '=', userId).execute()
  await tx.deleteFrom('reminders_sent').where('userId', '=', userId).execute()
}

/** A member's newest `max` notifications, for their export. */
export async function exportNotifications(tx: Executor, userId: number, max: number) {
  return tx
    .selectFrom('sitting_notifications as sent')
    .leftJoin('reminder_sittings', 'reminder_sittings.sittingId', 'sent.sittingId')
    .select(['day', 'kind', 'sentAt'])
    .select(sql<string>`case when "isSilent" then 'none' else channel end`.as('channel'))
    .where('userId', '=', userId)
    .where('sentAt', 'is not', null)
    .orderBy('sentAt', 'desc')
    .limit(max)
    .$narrowType<{ sentAt: string }>()
    .execute()
}

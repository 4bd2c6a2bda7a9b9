// SQL of reminders: claims, and the sittings as they were announced.
import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { Language } from '#shared/t.ts'
import { msToTimestamp, timestampToMs } from '#shared/day.ts'
import type { Translations } from '#shared/translations.ts'
import type { PlannedHour } from '../rules.ts'
import { choiceColumns, hoursCondition, type Hours } from './sql/choices.ts'

/** A sitting as it was announced. */
export interface AnnouncedSitting {
  sittingId: number
  day: string
  title: string
  /** In further languages. */
  titles: Translations<string>
  bell: number
  scheduledAt: number
  /** Null, if it was announced before hours were stored. */
  hour: PlannedHour | null
  cancelled: boolean
  version: number
}

/** The announced sittings that start after a moment. */
export async function announcedSittingsFrom(db: Executor, fromMs: number): Promise<AnnouncedSitting[]> {
  const rows = await db
    .selectFrom('reminder_sittings')
    .selectAll()
    .where('bell', '>', msToTimestamp(fromMs))
    .orderBy('bell')
    .execute()
  return rows.map(toAnnounced)
}

export async function findAnnouncedSitting(
  db: Executor,
  sittingId: number,
): Promise<AnnouncedSitting | null> {
  const row = await db
    .selectFrom('reminder_sittings')
    .selectAll()
    .where('sittingId', '=', sittingId)
    .executeTakeFirst()
  return row ? toAnnounced(row) : null
}

function toAnnounced(
  row: Omit<AnnouncedSitting, 'bell' | 'scheduledAt'> & { bell: string; scheduledAt: string },
): AnnouncedSitting {
  return { ...row, bell: timestampToMs(row.bell), scheduledAt: timestampToMs(row.scheduledAt) }
}

/** Records sittings that are announced for the first time. */
export async function insertAnnouncedSittings(
  db: Executor,
  sittings: readonly Omit<AnnouncedSitting, 'version'>[],
): Promise<void> {
  if (sittings.length === 0) return
  await db
    .insertInto('reminder_sittings')
    .values(
      sittings.map((sitting) => ({
        ...sitting,
        titles: JSON.stringify(sitting.titles),
        hour: sitting.hour && JSON.stringify(sitting.hour),
        bell: msToTimestamp(sitting.bell),
        scheduledAt: msToTimestamp(sitting.scheduledAt),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Records a change of an announced sitting; null if another node has recorded it. */
export async function saveAnnouncedSitting(
  tx: Executor,
  before: AnnouncedSitting,
  after: Omit<AnnouncedSitting, 'version' | 'sittingId'>,
): Promise<number | null> {
  const { day, title, titles, hour, cancelled } = after
  const updated = await tx
    .updateTable('reminder_sittings')
    .set({
      day,
      title,
      titles: JSON.stringify(titles),
      hour: hour && JSON.stringify(hour),
      cancelled,
      bell: msToTimestamp(after.bell),
      scheduledAt: msToTimestamp(after.scheduledAt),
      version: before.version + 1,
    })
    .where('sittingId', '=', before.sittingId)
    .where('version', '=', before.version)
    .returning('version')
    .executeTakeFirst()
  return updated?.version ?? null
}

export type ReminderKind = 'ten-minutes' | 'day-before' | 'changed-push' | 'changed-mail'

export interface ClaimInput extends Hours {
  sittingId: number
  kind: ReminderKind
  /** Of the announced sitting for changes, else 0. */
  version: number
  jobId: number
  /** Differs for each run of a job. */
  run: number
  now: Date
  communityZone: string
  communityLanguage: Language
  /** For the day before: the zones whose moment has come, and that moment. */
  evening: { zones: readonly string[]; at: Date } | null
  max: number
}

export interface Claim {
  userId: number
  zone: string
  language: Language
  channel: 'push' | 'mail'
}

const wantsPush = sql`(choice."tenMinutes" is not null or choice."dayBefore" = 'push' or 'push' = any(choice.changes))`
const wantsMail = sql`(choice."dayBefore" = 'mail' or 'mail' = any(choice.changes))`

/** Members who chose changes of such hours, or were notified of the sitting by this channel (REM-12). */
function changeCondition(
  channel: 'push' | 'mail',
  { sittingId, ...hours }: Pick<ClaimInput, 'sittingId'> & Hours,
): RawBuilder<boolean> {
  const wants = channel === 'push' ? wantsPush : wantsMail
  return sql<boolean>`((${channel} = any(choice.changes) and ${hoursCondition(hours)}) or (${wants} and exists (
    select from reminders_sent notified where notified."sittingId" = ${sittingId} and notified."userId" = choice."userId"
      and notified.channel = ${channel} and notified."sentAt" is not null)))`
}

function conditionOf(input: ClaimInput): RawBuilder<boolean> {
  const { kind, evening, communityZone } = input
  switch (kind) {
    case 'ten-minutes':
      return sql<boolean>`choice."tenMinutes" is not null and ${hoursCondition(input)}`
    case 'day-before':
      return sql<boolean>`choice."dayBefore" is not null and ${hoursCondition(input)}
        and coalesce(choice.zone, ${communityZone}) = any(${evening?.zones ?? []}::text[])
        and choice."dayBeforeChosenAt" <= ${evening?.at ?? null}::timestamptz`
    case 'changed-push':
      return changeCondition('push', input)
    case 'changed-mail':
      return changeCondition('mail', input)
  }
}

/** The channel of a kind, or the column that has it. */
const channels: Readonly<Record<ReminderKind, RawBuilder<string>>> = {
  'ten-minutes': sql<string>`'push'`,
  'day-before': sql<string>`choice."dayBefore"`,
  'changed-push': sql<string>`'push'`,
  'changed-mail': sql<string>`'mail'`,
}

/**
 * Claims a notice for up to `max` members who chose it and have none yet; no other run gets them (REM-04). Those whom
 * an earlier run of this job claimed come first, as its node was killed.
 */
export async function claimReminders(tx: Executor, input: ClaimInput): Promise<Claim[]> {
  const { sittingId, kind, version, jobId, run, now, communityZone, communityLanguage, max } = input
  const ownFacts = sql`coalesce(choice.zone, ${communityZone}) as zone, coalesce(users.language, ${communityLanguage}) as language`
  const { rows: orphaned } = await sql<Claim>`
    update reminders_sent sent set run = ${run}, "claimedAt" = ${now}::timestamptz
    from reminder_choices choice join users on users.id = choice."userId"
    where choice."userId" = sent."userId" and (sent."sittingId", sent."userId", sent.kind, sent.version) in (
      select "sittingId", "userId", kind, version from reminders_sent
      where "sittingId" = ${sittingId} and kind = ${kind} and version = ${version} and "sentAt" is null
        and "jobId" = ${jobId} and run <> ${run}
      order by "userId" limit ${max} for update skip locked
    )
    returning sent."userId", sent.channel, ${ownFacts}`.execute(tx)
  if (orphaned.length > 0) return orphaned
  const { rows } = await sql<Claim>`
    with claimed as (
      insert into reminders_sent ("sittingId", "userId", kind, version, channel, "jobId", run, "claimedAt")
      select ${sittingId}::integer, choice."userId", ${kind}::text, ${version}::integer, ${channels[kind]},
        ${jobId}::integer, ${run}::integer, ${now}::timestamptz
      from reminder_choices choice join users on users.id = choice."userId"
      where ${conditionOf(input)}
        and users."profileCompleted" and not users."isBanned" and users."deletedAt" is null
        and not exists (
          select from reminders_sent sent where sent."sittingId" = ${sittingId}
            and sent."userId" = choice."userId" and sent.kind = ${kind} and sent.version = ${version})
      order by choice."userId" limit ${max}
      on conflict do nothing
      returning "userId", channel
    )
    select claimed."userId", channel, ${ownFacts}
    from claimed join reminder_choices choice using ("userId") join users on users.id = claimed."userId"
    order by claimed."userId"`.execute(tx)
  return rows
}

/** Records that claimed notices were sent; with `channel` 'none', that they needn't be. */
export async function saveSentReminders(
  db: Executor,
  { sittingId, kind, version }: Pick<ClaimInput, 'sittingId' | 'kind' | 'version'>,
  { userIds, now, channel }: { userIds: readonly number[]; now: Date; channel?: 'none' },
): Promise<void> {
  if (userIds.length === 0) return
  await db
    .updateTable('reminders_sent')
    .set({ sentAt: now, ...(channel === undefined ? {} : { channel }) })
    .where('sittingId', '=', sittingId)
    .where('kind', '=', kind)
    .where('version', '=', version)
    .where('userId', 'in', userIds)
    .execute()
}

/** Deletes claims that weren't sent and no longer will be, so that a later moment of the sitting may claim them. */
export async function deleteUnsentReminders(
  db: Executor,
  { sittingId, kind, version, jobId }: Pick<ClaimInput, 'sittingId' | 'kind' | 'version' | 'jobId'>,
): Promise<void> {
  await db
    .deleteFrom('reminders_sent')
    .where('sittingId', '=', sittingId)
    .where('kind', '=', kind)
    .where('version', '=', version)
    .where('jobId', '=', jobId)
    .where('sentAt', 'is', null)
    .execute()
}

/** Deletes up to `max` records from before a moment; returns how many. */
export async function deleteOldReminders(db: Executor, before: Date, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from reminders_sent where ("sittingId", "userId", kind, version) in (
        select "sittingId", "userId", kind, version from reminders_sent
        where "claimedAt" < ${before}::timestamptz limit ${max}
      )
      returning 1
    ), sittings_gone as (
      delete from reminder_sittings where bell < ${before}::timestamptz returning 1
    )
    select count(*) from gone`.execute(db)
  return rows[0]?.count ?? 0
}

export async function eraseReminders(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('reminder_choices').where('userId', '=', userId).execute()
  await tx.deleteFrom('reminders_sent').where('userId', '=', userId).execute()
}

/** A member's choices and the newest `max` notices, for their export. */
export async function exportReminders(tx: Executor, userId: number, max: number) {
  const choices = await tx
    .selectFrom('reminder_choices')
    .select([...choiceColumns, 'chosenAt', 'tenMinutesChosenAt', 'dayBeforeChosenAt', 'changesChosenAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  const sent = await tx
    .selectFrom('reminders_sent')
    .leftJoin('reminder_sittings', 'reminder_sittings.sittingId', 'reminders_sent.sittingId')
    .select(['day', 'kind', 'channel', 'sentAt'])
    .where('userId', '=', userId)
    .where('sentAt', 'is not', null)
    .orderBy('sentAt', 'desc')
    .limit(max)
    .$narrowType<{ sentAt: string }>()
    .execute()
  return { choices: choices ?? null, sent }
}

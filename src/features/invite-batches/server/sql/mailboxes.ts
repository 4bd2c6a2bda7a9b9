// SQL of mailboxes as keyed hashes: which were invited, and which refused further mails.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** The community's key; the first call stores `proposed` as it. */
export async function findOrInsertHashKey(db: Executor, proposed: Buffer): Promise<Buffer> {
  await db
    .insertInto('mailbox_hash_key')
    .values({ key: proposed })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { key } = await db.selectFrom('mailbox_hash_key').select('key').executeTakeFirstOrThrow()
  return key
}

/** Of each mailbox, in hexadecimal: whether it refused, or was invited after a moment. Others aren't in the map. */
export async function findMailboxStates(
  db: Executor,
  emailHashes: readonly Buffer[],
  invitedAfter: Date,
): Promise<ReadonlyMap<string, 'refused' | 'invited'>> {
  const { rows } = await sql<{ hash: string; isRefused: boolean }>`
    select encode("emailHash", 'hex') as hash, bool_or("isRefused") as "isRefused" from (
      select "emailHash", true as "isRefused" from mail_refusals
      union all
      select "emailHash", false from invited_mailboxes
      where coalesce("mailedAt", "invitedAt") > ${invitedAfter}::timestamptz
    ) known
    where "emailHash" = any(${emailHashes}::bytea[]) group by 1`.execute(db)
  return new Map(rows.map(({ hash, isRefused }) => [hash, isRefused ? 'refused' : 'invited']))
}

/**
 * Stores that these mailboxes are invited, unless they were after a moment: two lists at a time can't invite one twice.
 * Returns those, in hexadecimal.
 */
export async function insertInvitedMailboxes(
  tx: Executor,
  emailHashes: readonly Buffer[],
  { now, invitedAfter }: { now: Date; invitedAfter: Date },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ hash: string }>`
    insert into invited_mailboxes as known ("emailHash", "invitedAt")
    select hash, ${now}::timestamptz from unnest(${emailHashes}::bytea[]) as hash
    -- In one order, so that two lists wait for each other only once.
    order by hash
    on conflict ("emailHash") do update set "invitedAt" = excluded."invitedAt", "mailedAt" = null
      where coalesce(known."mailedAt", known."invitedAt") <= ${invitedAfter}::timestamptz
    returning encode("emailHash", 'hex') as hash`.execute(tx)
  return new Set(rows.map(({ hash }) => hash))
}

export async function saveMailboxMailed(tx: Executor, emailHash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('invited_mailboxes')
    .set({ mailedAt: now })
    .where('emailHash', '=', emailHash)
    .execute()
}

/** Those whose mail didn't leave may be invited again. */
export async function deleteUnmailedMailboxes(tx: Executor, emailHashes: readonly Buffer[]): Promise<void> {
  await sql`
    delete from invited_mailboxes
    where "emailHash" = any(${emailHashes}::bytea[]) and "mailedAt" is null`.execute(tx)
}

/** When the `max`-th last invitation left, if that is after a moment; else null. */
export async function findMailedAt(
  db: Executor,
  { max, after }: { max: number; after: Date },
): Promise<string | null> {
  const { rows } = await sql<{ mailedAt: string }>`
    select "mailedAt" from invited_mailboxes where "mailedAt" > ${after}::timestamptz
    order by "mailedAt" desc offset ${max - 1} limit 1`.execute(db)
  return rows[0]?.mailedAt ?? null
}

/** Deletes up to `max` mailboxes that were invited before a moment; returns how many. */
export async function deleteOldMailboxes(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from invited_mailboxes where "emailHash" in (
      select "emailHash" from invited_mailboxes
      where coalesce("mailedAt", "invitedAt") < ${before}::timestamptz limit ${max} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function insertRefusedMailbox(tx: Executor, emailHash: Buffer, now: Date): Promise<void> {
  await tx
    .insertInto('mail_refusals')
    .values({ emailHash, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isRefused(db: Executor, emailHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('mail_refusals')
    .select('createdAt')
    .where('emailHash', '=', emailHash)
    .executeTakeFirst()
  return row !== undefined
}

// SQL for mailed links.
import { sql, type NotNull } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { deleteJobsWhere } from '#server/jobs/sql.ts'

export interface MailedLink {
  purpose: 'reset' | 'verify' | 'undo-email-change'
  uid: string
  /** The recipient, and the address that the link verifies. */
  email: string
}

/**
 * Inserts a link. False if the account was erased meanwhile. `sessionId` is the requesting session, null for none.
 */
export async function insertMailedLink(
  db: Executor,
  link: MailedLink & { tokenHash: Buffer; sessionId: number | null; createdAt: Date; expiresAt: Date },
): Promise<boolean> {
  const { tokenHash, purpose, uid, email, sessionId, createdAt, expiresAt } = link
  const { rows } = await sql`
    insert into mailed_links ("tokenHash", purpose, uid, email, "sessionId", "createdAt", "expiresAt")
    select ${tokenHash}::bytea, ${purpose}::text, id, ${email}::text, ${sessionId}::integer,
      ${createdAt}::timestamptz, ${expiresAt}::timestamptz
    from identity_users where id = ${uid} for key share
    returning uid`.execute(db)
  return rows.length > 0
}

/** Inserts a link by which an address without an account may sign up. */
export async function insertJoinLink(
  db: Executor,
  link: { tokenHash: Buffer; email: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('mailed_links')
    .values({ ...link, purpose: 'join' })
    .execute()
}

/** The address of a valid link to sign up; null without one. */
export async function findJoinLink(
  db: Executor,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<string | null> {
  const row = await db
    .selectFrom('mailed_links')
    .select('email')
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', 'join')
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()
  return row?.email ?? null
}

/** Deletes all links by which an address may sign up. False if this one was used before. */
export async function consumeJoinLinks(
  tx: Executor,
  { tokenHash, email }: { tokenHash: Buffer; email: string },
): Promise<boolean> {
  const rows = await tx
    .deleteFrom('mailed_links')
    .where('purpose', '=', 'join')
    .where('email', '=', email)
    .returning('tokenHash')
    .execute()
  return rows.some((row) => tokenHash.equals(row.tokenHash))
}

/** Returns a link by its token hash if it is still valid and has one of the purposes. */
export async function findMailedLink(
  db: Executor,
  { tokenHash, purposes, now }: { tokenHash: Buffer; purposes: readonly MailedLink['purpose'][]; now: Date },
): Promise<(MailedLink & { sessionId: number | null; createdAt: string }) | null> {
  const row = await db
    .selectFrom('mailed_links')
    .select(['purpose', 'uid', 'email', 'sessionId', 'createdAt'])
    .where('tokenHash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('uid', 'is not', null)
    .$narrowType<{ uid: NotNull; purpose: MailedLink['purpose'] }>()
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()
  return row ?? null
}

/** Deletes a link on use. False if it was used before. */
export async function consumeMailedLink(tx: Executor, tokenHash: Buffer): Promise<boolean> {
  const row = await tx
    .deleteFrom('mailed_links')
    .where('tokenHash', '=', tokenHash)
    .returning('uid')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the account's links to addresses other than `email`, except undo links. */
export async function deleteLinksToOtherEmails(tx: Executor, uid: string, email: string): Promise<void> {
  await tx
    .deleteFrom('mailed_links')
    .where('uid', '=', uid)
    .where('email', '!=', email)
    .where('purpose', '!=', 'undo-email-change')
    .execute()
}

/** Deletes all links of the account. */
export async function deleteMailedLinks(tx: Executor, uid: string): Promise<void> {
  await tx.deleteFrom('mailed_links').where('uid', '=', uid).execute()
}

export async function deleteResetLinks(tx: Executor, uid: string): Promise<void> {
  await tx.deleteFrom('mailed_links').where('uid', '=', uid).where('purpose', '=', 'reset').execute()
}

/**
 * Deletes undo links that became obsolete because `email` is the address again. Those are the link to `email` and,
 * with `since`, the links of later changes.
 */
export async function deleteUndoLinks(
  tx: Executor,
  { uid, email, since = null }: { uid: string; email: string; since?: string | null },
): Promise<void> {
  await sql`
    delete from mailed_links
    where uid = ${uid} and purpose = 'undo-email-change'
      and (email = ${email} or "createdAt" > ${since}::timestamptz)`.execute(tx)
}

/** Replaces the token of the valid undo link to an address. False if there is none. */
export async function replaceUndoToken(
  db: Executor,
  { uid, email, tokenHash, now }: { uid: string; email: string; tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mailed_links set "tokenHash" = ${tokenHash} where "tokenHash" = (
      select "tokenHash" from mailed_links
      where uid = ${uid} and email = ${email} and purpose = 'undo-email-change'
        and "expiresAt" > ${now}::timestamptz
      order by "createdAt" desc limit 1
    )`.execute(db)
  return numAffectedRows === 1n
}

/** Deletes the queued mails of an account. Call before its addresses are deleted. */
export async function deleteQueuedMails(tx: Executor, uid: string): Promise<void> {
  await deleteJobsWhere(
    tx,
    'mail',
    sql`payload ->> 'uid' = ${uid}
      or payload ->> 'email' in (
        select email from identity_users where id = ${uid}
        union select email from outside_identities where uid = ${uid}
      )`,
  )
}

/** Whether an address is reserved for an account other than `uid`, which can still undo a change of it (T47). */
export async function isEmailReserved(
  db: Executor,
  { email, uid, now }: { email: string; uid: string; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('mailed_links')
    .select('uid')
    .where('email', '=', email)
    .where('purpose', '=', 'undo-email-change')
    .where('uid', '!=', uid)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()
  return row !== undefined
}

/** The account's stored mailed links. */
export function listMailedLinks(db: Executor, uid: string) {
  return db
    .selectFrom('mailed_links')
    .select(['purpose', 'email', 'createdAt', 'expiresAt'])
    .where('uid', '=', uid)
    .orderBy('createdAt')
    .execute()
}

/** Deletes expired mailed links, at most `max`. Returns their number. */
export async function deleteExpiredLinks(db: Executor, now: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mailed_links where "tokenHash" in (
      select "tokenHash" from mailed_links where "expiresAt" <= ${now}::timestamptz
      order by "expiresAt" limit ${max} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

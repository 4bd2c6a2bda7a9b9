// The SQL of links that were mailed to people of the built-in provider.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'

export interface MailedLink {
  purpose: 'reset' | 'verify' | 'undo-email-change'
  uid: string
  /** Where it was mailed, and what it proves. */
  email: string
}

/**
 * Inserts a link, unless its person is erased meanwhile; whether it is in. `sessionId` is the session that asked for it,
 * null for none.
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

/** The link of a secret, if it is still good and has one of these purposes. */
export async function findMailedLink(
  db: Executor,
  { tokenHash, purposes, now }: { tokenHash: Buffer; purposes: readonly MailedLink['purpose'][]; now: Date },
): Promise<(MailedLink & { sessionId: number | null; createdAt: string }) | null> {
  const row = await db
    .selectFrom('mailed_links')
    .select(['purpose', 'uid', 'email', 'sessionId', 'createdAt'])
    .where('tokenHash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()
  return row ?? null
}

/** Uses a link up; false when it was used before. */
export async function consumeMailedLink(tx: Executor, tokenHash: Buffer): Promise<boolean> {
  const row = await tx
    .deleteFrom('mailed_links')
    .where('tokenHash', '=', tokenHash)
    .returning('uid')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes those links of a person that went to another address than `email`, but for those that undo a change of it. */
export async function deleteLinksToOtherEmails(tx: Executor, uid: string, email: string): Promise<void> {
  await tx
    .deleteFrom('mailed_links')
    .where('uid', '=', uid)
    .where('email', '!=', email)
    .where('purpose', '!=', 'undo-email-change')
    .execute()
}

/** Deletes the links by which a person can set a new password. */
export async function deleteResetLinks(tx: Executor, uid: string): Promise<void> {
  await tx.deleteFrom('mailed_links').where('uid', '=', uid).where('purpose', '=', 'reset').execute()
}

/**
 * Deletes the links that would undo a change of address and are worth nothing now that `email` is the address again:
 * the one to it, and with `since` those that later changes have made.
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

/** Whether an address is kept for somebody else than the person of `uid`, who can still undo a change of it (T47). */
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

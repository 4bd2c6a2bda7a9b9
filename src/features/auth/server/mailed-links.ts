// Mailed links: each is valid for one purpose, one identity and one address, for a limited time.
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { isConfiguredAdmin, linkLifetimeMs } from '../rules.ts'
import { hashSecret, newSecret } from './secret-token.ts'
import { findEmailsInUse } from './sql/identity-users.ts'
import {
  findJoinLink,
  findMailedLink,
  insertJoinLink,
  insertMailedLink,
  replaceUndoToken,
  type MailedLink,
} from './sql/mailed-links.ts'

/**
 * Creates a link and returns its secret; only the hash is stored. Null if the account was deleted. `sessionId` is the
 * requesting session; `lifetimeMs` overrides the purpose's lifetime.
 */
export async function createMailedLink(
  db: Executor,
  clock: Pick<Clock, 'now'>,
  { lifetimeMs, ...link }: MailedLink & { sessionId?: number; lifetimeMs?: number },
): Promise<string | null> {
  const secret = newSecret()
  const nowMs = clock.now()
  const isInserted = await insertMailedLink(db, {
    ...link,
    sessionId: link.sessionId ?? null,
    tokenHash: hashSecret(secret),
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + (lifetimeMs ?? linkLifetimeMs[link.purpose])),
  })
  return isInserted ? secret : null
}

/** Creates a link by which an address without an account may sign up, and returns its secret. */
export async function createJoinLink(
  db: Executor,
  clock: Pick<Clock, 'now'>,
  email: string,
): Promise<string> {
  const secret = newSecret()
  const nowMs = clock.now()
  await insertJoinLink(db, {
    email,
    tokenHash: hashSecret(secret),
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + linkLifetimeMs.join),
  })
  return secret
}

/**
 * The address that may sign up by the link of a secret; null without a valid one. ADMIN_EMAILS must still contain it,
 * and no account may have it.
 */
export async function readJoinLink(
  db: Executor,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  secret: string,
): Promise<string | null> {
  const email = await findJoinLink(db, { tokenHash: hashSecret(secret), now: new Date(clock.now()) })
  return email !== null && (await mayJoinByLink(db, config, email)) ? email : null
}

/** Whether an address may get and use a link to sign up: ADMIN_EMAILS contains it, and no account has it. */
export async function mayJoinByLink(
  db: Executor,
  { adminEmails }: Pick<Config, 'adminEmails'>,
  email: string,
): Promise<boolean> {
  const isListed = isConfiguredAdmin({ email, emailVerified: true }, adminEmails)
  return isListed && (await findEmailsInUse(db, [email])).size === 0
}

/**
 * Gives the undo link to an address a new secret, and returns it; null without a valid link. The link itself is
 * created with the change, and reserves the address (T47).
 */
export async function renewUndoLink(
  db: Executor,
  { clock }: Pick<Platform, 'clock'>,
  { uid, email }: Pick<MailedLink, 'uid' | 'email'>,
): Promise<string | null> {
  const secret = newSecret()
  const now = new Date(clock.now())
  return (await replaceUndoToken(db, { uid, email, tokenHash: hashSecret(secret), now })) ? secret : null
}

/** Returns the link of a secret if it is still valid and has one of the purposes. */
export function readMailedLink(
  db: Executor,
  { clock }: Pick<Platform, 'clock'>,
  purposes: readonly MailedLink['purpose'][],
  secret: string,
): ReturnType<typeof findMailedLink> {
  return findMailedLink(db, { tokenHash: hashSecret(secret), purposes, now: new Date(clock.now()) })
}

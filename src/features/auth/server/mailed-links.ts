// Links that are mailed: each is good for one purpose, one identity and one address, and for a while.
import type { Clock } from '#server/clock.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { linkLifetimeMs } from '../rules.ts'
import { hashSecret, newSecret } from './secret-token.ts'
import { findMailedLink, insertMailedLink, type MailedLink } from './sql-mailed-links.ts'

/**
 * Makes a link; answers the secret that stands in it, of which only the hash is kept. Null when its person is gone.
 * `sessionId` is the session that asked for it.
 */
export async function createMailedLink(
  db: Executor,
  clock: Pick<Clock, 'now'>,
  link: MailedLink & { sessionId?: number },
): Promise<string | null> {
  const secret = newSecret()
  const nowMs = clock.now()
  const isIn = await insertMailedLink(db, {
    ...link,
    sessionId: link.sessionId ?? null,
    tokenHash: hashSecret(secret),
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + linkLifetimeMs[link.purpose]),
  })
  return isIn ? secret : null
}

/** The link of a secret, if it is still good for one of these purposes. */
export function readMailedLink(
  db: Executor,
  { clock }: Pick<Platform, 'clock'>,
  purposes: readonly MailedLink['purpose'][],
  secret: string,
): ReturnType<typeof findMailedLink> {
  return findMailedLink(db, { tokenHash: hashSecret(secret), purposes, now: new Date(clock.now()) })
}

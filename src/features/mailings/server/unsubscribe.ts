// One-press unsubscribe (RFC 8058): a token switches off one kind of mails for one member, without a sign-in. It is
// derived from SESSION_SECRET, so a retried mail has the same one, and the database contains none.
import { createHmac } from 'node:crypto'
import { hashSecret } from '#features/auth/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { MailingKind, UnsubscribeTexts } from './kinds.ts'
import { findUnsubscribeToken, insertUnsubscribeToken } from './sql.ts'

const tokenBytes = 16

interface Subscription {
  userId: number
  kind: string
}

/** Creates the functions of the tokens. */
export function createUnsubscribe(
  { clock, config, database }: Pick<Platform, 'clock' | 'config' | 'database'>,
  kinds: readonly MailingKind[],
) {
  /** The path of the page that unsubscribes a member from a kind. */
  const createPath = async ({ userId, kind }: Subscription): Promise<string> => {
    const token = createHmac('sha256', config.sessionSecret)
      .update(`unsubscribe ${kind} ${userId}`)
      .digest()
      .subarray(0, tokenBytes)
      .toString('base64url')
    const createdAt = new Date(clock.now())
    await insertUnsubscribeToken(database.query, { tokenHash: hashSecret(token), userId, kind, createdAt })
    return `/unsubscribe/${token}`
  }

  const find = async (token: string) => {
    const found = await findUnsubscribeToken(database.query, hashSecret(token))
    const kind = kinds.find(({ name }) => name === found?.kind)
    return found && kind ? { kind, userId: found.userId } : null
  }

  return {
    createPath,
    /** The texts of the kind that a token switches off; null for an unknown token. Changes nothing. */
    findTexts: async (token: string): Promise<UnsubscribeTexts | null> =>
      (await find(token))?.kind.unsubscribing ?? null,
    /** Switches that kind off, and returns its texts; null for an unknown token. */
    unsubscribe: async (token: string): Promise<UnsubscribeTexts | null> => {
      const found = await find(token)
      if (found) await database.transaction((tx) => found.kind.switchOff(tx, found.userId))
      return found?.kind.unsubscribing ?? null
    },
  }
}

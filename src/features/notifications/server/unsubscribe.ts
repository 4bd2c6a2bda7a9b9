// One-press unsubscribe (RFC 8058): a token switches off one kind of mails for one member, without a sign-in. It is
// derived from SESSION_SECRET, so a retried mail has the same one, and the database contains none.
import { createHmac } from 'node:crypto'
import { hashSecret } from '#features/auth/server/service.ts'
import type { Platform } from '#server/context.ts'
import { chosenMails, isChosenMailKind, type ChosenMailKind, type UnsubscribeTexts } from './chosen-mails.ts'
import { findUnsubscribeToken, insertUnsubscribeToken } from './sql/unsubscribe-tokens.ts'

const tokenBytes = 16

interface Subscription {
  userId: number
  kind: ChosenMailKind
}

/** The path of the page that unsubscribes a member from a kind of mails. */
export async function createUnsubscribePath(
  { clock, config, database }: Pick<Platform, 'clock' | 'config' | 'database'>,
  { userId, kind }: Subscription,
): Promise<string> {
  const token = createHmac('sha256', config.sessionSecret)
    .update(`unsubscribe ${kind} ${userId}`)
    .digest()
    .subarray(0, tokenBytes)
    .toString('base64url')
  const createdAt = new Date(clock.now())
  await insertUnsubscribeToken(database.query, { tokenHash: hashSecret(token), userId, kind, createdAt })
  return `/unsubscribe/${token}`
}

/** For the pages of the tokens. */
export interface Unsubscribe {
  /** The texts of the kind that a token switches off; null for an unknown token. Changes nothing. */
  findTexts(token: string): Promise<UnsubscribeTexts | null>
  /** Switches that kind off, and returns its texts; null for an unknown token. */
  unsubscribe(token: string): Promise<UnsubscribeTexts | null>
}

export function createUnsubscribe({ database }: Pick<Platform, 'database'>): Unsubscribe {
  const find = async (token: string) => {
    const found = await findUnsubscribeToken(database.query, hashSecret(token))
    return found && isChosenMailKind(found.kind)
      ? { mails: chosenMails[found.kind], userId: found.userId }
      : null
  }
  return {
    findTexts: async (token) => (await find(token))?.mails.texts ?? null,
    unsubscribe: async (token) => {
      const found = await find(token)
      if (found) await database.transaction((tx) => found.mails.switchOff(tx, found.userId))
      return found?.mails.texts ?? null
    },
  }
}

// Mailboxes as keyed hashes: what stays of an address after it is deleted, and the token that refuses further mails.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mailboxOf } from '#features/auth/rules.ts'
import type { Database } from '#server/db/database.ts'
import { findOrInsertHashKey } from './sql/mailboxes.ts'

const keyBytes = 32
const hashBytes = 32
const signatureBytes = 16
const tokenChars = 64

export interface Mailboxes {
  /** Of the mailbox, so that a tag or a dot of Gmail makes no other one. */
  hash(email: string): Promise<Buffer>
  /**
   * For the link of a mail: the hash, signed. It needs no row, so it works after the list is deleted. The key lies in the
   * database, so it works after a restore and with another SESSION_SECRET.
   */
  refusalToken(emailHash: Buffer): Promise<string>
  /** The hash in a token; null for a forged one. */
  readToken(token: string): Promise<Buffer | null>
}

export function createMailboxes({ database }: { database: Database }): Mailboxes {
  let stored: Promise<Buffer> | null = null
  const findKey = (): Promise<Buffer> => {
    stored ??= findOrInsertHashKey(database.query, randomBytes(keyBytes)).catch((error: unknown) => {
      stored = null
      throw error
    })
    return stored
  }
  const sign = async (purpose: string, value: string | Buffer): Promise<Buffer> =>
    createHmac('sha256', await findKey())
      .update(`${purpose} `)
      .update(value)
      .digest()
  const signatureOf = async (emailHash: Buffer) =>
    (await sign('refuse', emailHash)).subarray(0, signatureBytes)
  return {
    hash: (email) => sign('mailbox', mailboxOf(email)),
    refusalToken: async (emailHash) =>
      Buffer.concat([emailHash, await signatureOf(emailHash)]).toString('base64url'),
    readToken: async (token) => {
      const bytes = Buffer.from(token, 'base64url')
      if (token.length !== tokenChars || bytes.length !== hashBytes + signatureBytes) return null
      const emailHash = bytes.subarray(0, hashBytes)
      return timingSafeEqual(bytes.subarray(hashBytes), await signatureOf(emailHash)) ? emailHash : null
    },
  }
}

// Idempotency keys: a repeated call takes effect once, and each repeat gets the first response (I28).
import { createHash } from 'node:crypto'
import { idempotencyKeyRetentionHours } from '#shared/constants.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { appError, fieldError } from '../app-error.ts'
import type { Context, Platform } from '../context.ts'
import { claimIdempotencyKey, deleteExpiredIdempotencyKeys, saveIdempotentResponse } from './sql.ts'

/** The request header with the key, in lower case as Node provides it. */
export const idempotencyKeyHeader = 'idempotency-key'

const idempotencyKeyPattern = /^[\x20-\x7E]{1,128}$/
const keyRetentionMs = idempotencyKeyRetentionHours * 3_600_000

/** A request's key; null if it has none or its call isn't idempotent. Throws `invalid` for a malformed key. */
export function readIdempotencyKey(endpoint: Endpoint, header: string | undefined): string | null {
  if (!endpoint.isIdempotent || header === undefined) return null
  if (idempotencyKeyPattern.test(header)) return header
  const message = 'An Idempotency-Key has 1 to 128 printable ASCII characters.'
  throw fieldError(idempotencyKeyHeader, message)
}

interface IdempotentRequest {
  endpoint: Endpoint
  /** The member who makes the call; keys of different members are unrelated. */
  userId: number | null
  /** Null if the request has none: the call then runs once for each request. */
  key: string | null
  /** The parsed parameters, query and body. */
  input: { body?: unknown }
}

/** Creates the function `runIdempotent` for one request; see {@link Context}. */
export function createIdempotentRunner(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { endpoint, userId, key, input }: IdempotentRequest,
): Context['runIdempotent'] {
  return async (work, afterCommit) => {
    if (!endpoint.isIdempotent) throw new Error(`${endpoint.path} isn't declared idempotent.`)
    if (userId === null) throw new Error('runIdempotent requires a signed-in member.')
    const keyScope = { userId, call: `${endpoint.method} ${endpoint.path}` }
    const { value, isNew } = await database.transaction(async (tx) => {
      if (key === null) return { value: await work(tx), isNew: true }
      const now = new Date(clock.now())
      const expiryCutoff = new Date(now.getTime() - keyRetentionMs)
      const inputHash = hashInput(input)
      const stored = await claimIdempotencyKey(tx, { ...keyScope, key, inputHash, now, expiryCutoff })
      if (stored) {
        if (!stored.inputHash.equals(inputHash)) throw appError('key_reused')
        // The JSON copy of what `work` returned the first time.
        return { value: stored.response as Awaited<ReturnType<typeof work>>, isNew: false }
      }
      await deleteExpiredIdempotencyKeys(tx, { ...keyScope, expiryCutoff })
      const result = await work(tx)
      await saveIdempotentResponse(tx, { ...keyScope, key }, JSON.stringify(result ?? null))
      return { value: result, isNew: true }
    })
    if (isNew) afterCommit?.(value)
    return value
  }
}

/** Hashes the input; the order of object fields doesn't matter. */
function hashInput(input: IdempotentRequest['input']): Buffer {
  const { body } = input
  const hashedInput = body instanceof Uint8Array ? { ...input, body: sha256(body).toString('hex') } : input
  const text = JSON.stringify(hashedInput, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return sha256(text)
}

function sha256(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}

// Idempotency keys: a repeated call takes effect once and gets the same response each time (I28).
import { createHash } from 'node:crypto'
import { idempotencyKeyRetentionHours } from '#shared/constants.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Context, Platform } from './context.ts'
import { appError } from './app-error.ts'
import { claimIdempotencyKey, deleteExpiredIdempotencyKeys, saveIdempotentAnswer } from './sql-idempotency.ts'

/** The header that carries the key. */
export const idempotencyKeyHeader = 'idempotency-key'

const idempotencyKeyPattern = /^[\x20-\x7E]{1,128}$/
const keyRetentionMs = idempotencyKeyRetentionHours * 3_600_000

/** The key of a request; null without one, and for a call that accepts none. */
export function readIdempotencyKey(endpoint: Endpoint, header: string | undefined): string | null {
  if (!endpoint.isIdempotent || header === undefined) return null
  if (idempotencyKeyPattern.test(header)) return header
  const message = 'An Idempotency-Key has 1 to 128 printable ASCII characters.'
  throw appError('invalid', { issues: [{ path: idempotencyKeyHeader, message }] })
}

interface IdempotentRequest {
  endpoint: Endpoint
  /** The key's owner. */
  userId: number | null
  key: string | null
  /** Parameters, query and body, once parsed. */
  input: { body?: unknown }
}

/** Creates `runIdempotent` of one request; see {@link Context}. */
export function createIdempotentRunner(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { endpoint, userId, key, input }: IdempotentRequest,
): Context['runIdempotent'] {
  return async (work, afterwards) => {
    if (!endpoint.isIdempotent) throw new Error(`${endpoint.path} isn't declared idempotent.`)
    if (userId === null) throw new Error('An idempotency key requires a signed-in member.')
    const owner = { userId, call: `${endpoint.method} ${endpoint.path}` }
    const { value, isNew } = await database.transaction(async (tx) => {
      if (key === null) return { value: await work(tx), isNew: true }
      const now = new Date(clock.now())
      const expiredAt = new Date(now.getTime() - keyRetentionMs)
      const inputHash = hashInput(input)
      const earlier = await claimIdempotencyKey(tx, { ...owner, key, inputHash, now, expiredAt })
      if (earlier) {
        if (!earlier.inputHash.equals(inputHash)) throw appError('key_reused')
        // A JSON copy of what `work` returned.
        return { value: earlier.answer as Awaited<ReturnType<typeof work>>, isNew: false }
      }
      await deleteExpiredIdempotencyKeys(tx, { ...owner, expiredAt })
      const result = await work(tx)
      await saveIdempotentAnswer(tx, { ...owner, key }, JSON.stringify(result ?? null))
      return { value: result, isNew: true }
    })
    if (isNew) afterwards?.(value)
    return value
  }
}

/** Independent of the order of the fields. */
function hashInput(input: IdempotentRequest['input']): Buffer {
  const { body } = input
  const hashed = body instanceof Uint8Array ? { ...input, body: sha256(body).toString('hex') } : input
  const text = JSON.stringify(hashed, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return sha256(text)
}

function sha256(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}

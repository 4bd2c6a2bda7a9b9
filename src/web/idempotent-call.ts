// Idempotent calls: a retry after a lost answer has no second effect (I28).
import * as z from 'zod/mini'
import type { Answer, Endpoint, EndpointInput } from '#shared/endpoint.ts'
import { call, isCallError } from './call.ts'
import { readDraft, writeDraft } from './drafts.ts'
import { uniqueId } from './unique-id.ts'

const attemptSchema = z.object({ sent: z.string(), key: z.string() })

interface IdempotentCallOptions {
  /** Several inputs may be in flight at once; an attempt with one doesn't end the attempt with another. */
  keyPerInput?: boolean
}

/**
 * Makes the call under an idempotency key. It reuses the key of the previous attempt if that had the same input and
 * didn't succeed. The attempt is saved as a draft, so it survives its dialog and a reload. Only a digest of the
 * input is stored, since an image has several megabytes.
 */
export async function callWithIdempotencyKey<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  { keyPerInput = false }: IdempotentCallOptions = {},
): Promise<Answer<E>> {
  const sent = fnv1aDigest(JSON.stringify(input, replaceFileWithMetadata))
  const place = `attempt ${endpoint.method} ${endpoint.path}${keyPerInput ? ` ${sent}` : ''}`
  const before = readAttempt(place)
  const key = before?.sent === sent ? before.key : uniqueId()
  writeDraft(place, JSON.stringify({ sent, key }))
  const forget = () => {
    if (readAttempt(place)?.key === key) writeDraft(place, '')
  }
  try {
    const answer = await call(endpoint, input, { idempotencyKey: key })
    forget()
    return answer
  } catch (error) {
    if (isCallError(error) && error.errorBody?.code === 'key_reused') forget()
    throw error
  }
}

/** Replaces a file by its metadata, which is enough to distinguish it from others. */
function replaceFileWithMetadata(_: string, value: unknown): unknown {
  if (!(value instanceof Blob)) return value
  return [value.type, value.size, value instanceof File ? value.lastModified : 0]
}

/**
 * FNV-1a of a text's UTF-16 units, with their number; `crypto.subtle` is missing on plain http. If two texts
 * collide, the server detects the different input (`key_reused`).
 */
export function fnv1aDigest(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${(hash >>> 0).toString(16).padStart(8, '0')}-${text.length}`
}

/** A damaged record counts as none. */
function readAttempt(place: string): z.infer<typeof attemptSchema> | null {
  try {
    return z.parse(attemptSchema, JSON.parse(readDraft(place) ?? 'null'))
  } catch {
    return null
  }
}

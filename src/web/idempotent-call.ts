// Idempotent calls: a retry after a lost response has no second effect (I28).
import * as z from 'zod/mini'
import type { ResponseOf, Endpoint, EndpointInput } from '#shared/endpoint.ts'
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
): Promise<ResponseOf<E>> {
  const sent = fnv1aDigest(JSON.stringify(input, replaceFileWithMetadata))
  const draftName = `attempt ${endpoint.method} ${endpoint.path}${keyPerInput ? ` ${sent}` : ''}`
  const previous = readAttempt(draftName)
  const key = previous?.sent === sent ? previous.key : uniqueId()
  writeDraft(draftName, JSON.stringify({ sent, key }))
  const clearAttempt = () => {
    if (readAttempt(draftName)?.key === key) writeDraft(draftName, '')
  }
  try {
    const response = await call(endpoint, input, { idempotencyKey: key })
    clearAttempt()
    return response
  } catch (error) {
    if (isCallError(error) && error.errorBody?.code === 'key_reused') clearAttempt()
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
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return `${(hash >>> 0).toString(16).padStart(8, '0')}-${text.length}`
}

/** A damaged record counts as none. */
function readAttempt(draftName: string): z.infer<typeof attemptSchema> | null {
  try {
    return z.parse(attemptSchema, JSON.parse(readDraft(draftName) ?? 'null'))
  } catch {
    return null
  }
}

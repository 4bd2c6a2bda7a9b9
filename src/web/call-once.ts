// Makes a repeatable call so that pressing again after a lost answer does nothing twice (I28).
import * as z from 'zod/mini'
import type { Answer, Endpoint, Input } from '#shared/endpoint.ts'
import { call, isCallError } from './call.ts'
import { readDraft, writeDraft } from './drafts.ts'
import { uniqueId } from './unique-id.ts'

const attemptSchema = z.object({ sent: z.string(), key: z.string() })

/**
 * Makes the call under a key: the one of the attempt before when that had the same input and didn't succeed, else a
 * new one. The attempt is kept like what was typed for it, so that it outlives its dialog and a reload.
 */
export async function callOnce<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answer<E>> {
  const place = `attempt ${endpoint.method} ${endpoint.path}`
  const sent = JSON.stringify(input)
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
    if (isCallError(error) && error.refusal?.code === 'key_reused') forget()
    throw error
  }
}

/** A damaged one counts as none. */
function readAttempt(place: string): z.infer<typeof attemptSchema> | null {
  try {
    return z.parse(attemptSchema, JSON.parse(readDraft(place) ?? 'null'))
  } catch {
    return null
  }
}

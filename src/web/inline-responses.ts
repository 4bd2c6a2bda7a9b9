// Responses of reads that the page brought along, so that the first screen needs no request for them.
import * as z from 'zod/mini'
import { inlineResponsesId, inlineResponsesSchema } from '#shared/inline-responses.ts'
import { syncServerClock } from './server-clock.ts'

/** Later reads want newer responses. */
const maxAgeMs = 30_000

let responses: Map<string, unknown> | null = null
let isSignedOut = false

/** Takes the response of a path, each once; undefined for none. */
export function takeInlineResponse(path: string): unknown {
  const fresh = freshResponses()
  const response = fresh.get(path)
  fresh.delete(path)
  return response
}

/** Whether the page was sent to a visitor without a session. True at most once: a sign-in may follow. */
export function takeSignedOut(): boolean {
  freshResponses()
  const wasSignedOut = isSignedOut
  isSignedOut = false
  return wasSignedOut
}

/** Clears them when another member signs in, or after a sign-out. */
export function clearInlineResponses(): void {
  responses = new Map()
}

function freshResponses(): Map<string, unknown> {
  responses ??= readInlineResponses()
  if (performance.now() > maxAgeMs) {
    responses.clear()
    isSignedOut = false
  }
  return responses
}

function readInlineResponses(): Map<string, unknown> {
  const block = document.getElementById(inlineResponsesId)
  if (!block) return new Map()
  const { serverTimeMs, byPath, ...page } = z.parse(inlineResponsesSchema, JSON.parse(block.textContent))
  isSignedOut = page.isSignedOut
  block.remove()
  // The page was sent between its start and now; the next call gives a more exact time.
  syncServerClock(serverTimeMs, 0, performance.now())
  return new Map(Object.entries(byPath))
}

// Responses of reads that the page brought along, so that the first screen needs no request for them.
import * as z from 'zod/mini'
import { inlineResponsesId, inlineResponsesSchema } from '#shared/inline-responses.ts'
import { createPageStore } from './page-store.ts'
import { syncServerClock } from './server-clock.ts'

/** Later reads want newer responses. */
const maxAgeMs = 30_000

interface Inline {
  byPath: Map<string, unknown>
  isSignedOut: boolean
}

/** Null until the first read. */
const inline = createPageStore<Inline | null>('member', null)

/** Takes the response of a path, each once; undefined for none. */
export function takeInlineResponse(path: string): unknown {
  const { byPath } = freshInline()
  const response = byPath.get(path)
  byPath.delete(path)
  return response
}

/** Whether the page was sent to a visitor without a session. True at most once: a sign-in may follow. */
export function takeSignedOut(): boolean {
  const { byPath, isSignedOut } = freshInline()
  inline.set({ byPath, isSignedOut: false })
  return isSignedOut
}

function freshInline(): Inline {
  const current = inline.get() ?? readInline()
  const fresh = performance.now() > maxAgeMs ? none() : current
  inline.set(fresh)
  return fresh
}

function none(): Inline {
  return { byPath: new Map(), isSignedOut: false }
}

function readInline(): Inline {
  const block = document.getElementById(inlineResponsesId)
  if (!block) return none()
  const { serverTimeMs, byPath, isSignedOut } = z.parse(inlineResponsesSchema, JSON.parse(block.textContent))
  block.remove()
  // The page was sent between its start and now; the next call gives a more exact time.
  syncServerClock(serverTimeMs, 0, performance.now())
  return { byPath: new Map(Object.entries(byPath)), isSignedOut }
}

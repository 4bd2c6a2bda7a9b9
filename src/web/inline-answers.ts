// Answers of reads that the page brought along, so that the first screen needs no request for them.
import * as z from 'zod/mini'
import { inlineAnswersId, inlineAnswersSchema } from '#shared/inline-answers.ts'
import { syncServerClock } from './server-clock.ts'

/** Later reads want newer answers. */
const maxAgeMs = 30_000

let answers: Map<string, unknown> | null = null
let isSignedOut = false

/** Takes the answer of a path, each once; undefined for none. */
export function takeInlineAnswer(path: string): unknown {
  const fresh = freshAnswers()
  const answer = fresh.get(path)
  fresh.delete(path)
  return answer
}

/** Whether the page was sent to a visitor without a session. True at most once: a sign-in may follow. */
export function takeSignedOut(): boolean {
  freshAnswers()
  const wasSignedOut = isSignedOut
  isSignedOut = false
  return wasSignedOut
}

/** Forgets them, when another member signs in or nobody is signed in any more. */
export function clearInlineAnswers(): void {
  answers = new Map()
}

function freshAnswers(): Map<string, unknown> {
  answers ??= readInlineAnswers()
  if (performance.now() > maxAgeMs) {
    answers.clear()
    isSignedOut = false
  }
  return answers
}

function readInlineAnswers(): Map<string, unknown> {
  const block = document.getElementById(inlineAnswersId)
  if (!block) return new Map()
  const { serverTimeMs, byPath, ...page } = z.parse(inlineAnswersSchema, JSON.parse(block.textContent))
  isSignedOut = page.isSignedOut
  block.remove()
  // The page was sent between its start and now; the next call tells the time more exactly.
  syncServerClock(serverTimeMs, 0, performance.now())
  return new Map(Object.entries(byPath))
}

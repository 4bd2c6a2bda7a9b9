// How server code says no: one error that carries a code of the catalogue.
import type { Issue, RefusalBody } from '#shared/refusal-body.ts'
import { refusals, type RefusalCode } from '#shared/refusals.ts'

interface RefusalDetails {
  /** A sentence for this case instead of the catalogue's. */
  message?: string
  /** Why a banned person is kept out. */
  reason?: string
  issues?: readonly Issue[]
  retryAfterMs?: number
  /** What the log alone says besides. */
  logFacts?: object
}

export interface Refusal extends Error {
  readonly refusal: { status: number; body: RefusalBody; retryAfterMs: number | null; logFacts: object }
}

/** Makes the error to throw for a code; the HTTP layer turns it into the answer, the live channel into a frame. */
export function refuse(code: RefusalCode, details: RefusalDetails = {}): Refusal {
  const { status, message } = refusals[code]
  const body: RefusalBody = { message: details.message ?? message, code }
  if (details.reason !== undefined) body.reason = details.reason
  if (details.issues !== undefined) body.issues = [...details.issues]
  return Object.assign(new Error(`${code}: ${body.message}`), {
    refusal: { status, body, retryAfterMs: details.retryAfterMs ?? null, logFacts: details.logFacts ?? {} },
  })
}

/** The refusal of whoever comes from a banned address. */
export function refuseAddress(reason: string): Refusal {
  return refuse('banned', { message: 'This address has been banned.', reason })
}

/** Whether something thrown is a refusal. */
export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Error && 'refusal' in thrown
}

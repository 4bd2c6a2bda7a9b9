// How server code says no: one error that carries a code of the catalogue.
import type { Issue, ErrorBody } from '#shared/error-body.ts'
import { errorCatalogue, type ErrorCode } from '#shared/error-catalogue.ts'

interface AppErrorDetails {
  /** A sentence for this case instead of the catalogue's. */
  message?: string
  /** Why a banned person is kept out. */
  reason?: string
  issues?: readonly Issue[]
  retryAfterMs?: number
  /** What the log alone says besides. */
  logFacts?: object
}

export interface AppError extends Error {
  readonly refusal: { status: number; body: ErrorBody; retryAfterMs: number | null; logFacts: object }
}

/** Makes the error to throw for a code; the HTTP layer turns it into the answer, the live channel into a frame. */
export function appError(code: ErrorCode, details: AppErrorDetails = {}): AppError {
  const { status, message } = errorCatalogue[code]
  const body: ErrorBody = { message: details.message ?? message, code }
  if (details.reason !== undefined) body.reason = details.reason
  if (details.issues !== undefined) body.issues = [...details.issues]
  return Object.assign(new Error(`${code}: ${body.message}`), {
    refusal: { status, body, retryAfterMs: details.retryAfterMs ?? null, logFacts: details.logFacts ?? {} },
  })
}

/** The refusal of whoever comes from a banned address. */
export function addressBannedError(reason: string): AppError {
  return appError('banned', { message: 'This address has been banned.', reason })
}

/** Whether something thrown is a refusal. */
export function isAppError(thrown: unknown): thrown is AppError {
  return thrown instanceof Error && 'refusal' in thrown
}

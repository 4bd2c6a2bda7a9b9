// Application errors: an AppError carries a code of the error catalogue to the HTTP layer or the live channel.
import type { Issue, ErrorBody } from '#shared/error-body.ts'
import { errorCatalogue, type ErrorCode } from '#shared/error-catalogue.ts'

interface AppErrorDetails {
  /** Replaces the catalogue's message. */
  message?: string
  /** The reason of a ban, for the banned member. */
  reason?: string
  issues?: readonly Issue[]
  retryAfterMs?: number
  /** With `chat_paused`: when the chat opens again, in epoch milliseconds. */
  opensAtMs?: number
  /** Extra log fields; never sent to the client. */
  logFacts?: object
}

export interface AppError extends Error {
  readonly errorResponse: {
    status: number
    body: ErrorBody
    retryAfterMs: number | null
    opensAtMs: number | undefined
    logFacts: object
  }
}

/**
 * Creates the error to throw for a code. The HTTP layer turns it into a response, the live channel into a frame.
 */
export function appError(code: ErrorCode, details: AppErrorDetails = {}): AppError {
  const { status, message } = errorCatalogue[code]
  const body: ErrorBody = { message: details.message ?? message, code }
  if (details.reason !== undefined) body.reason = details.reason
  if (details.issues !== undefined) body.issues = [...details.issues]
  return Object.assign(new Error(`${code}: ${body.message}`), {
    errorResponse: {
      status,
      body,
      retryAfterMs: details.retryAfterMs ?? null,
      opensAtMs: details.opensAtMs,
      logFacts: details.logFacts ?? {},
    },
  })
}

/** The error for a request from a banned address. */
export function addressBannedError(reason: string): AppError {
  return appError('banned', { message: 'This address has been banned.', reason })
}

export function isAppError(thrown: unknown): thrown is AppError {
  return thrown instanceof Error && 'errorResponse' in thrown
}

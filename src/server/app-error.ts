// Application errors: an AppError carries an error to the HTTP layer or the live channel.
import { errorSpecOf, type AnyError } from '#shared/common-errors.ts'
import type { Issue, ErrorResponse } from '#shared/error-body.ts'
import { sourceText, t, translate } from '#shared/i18n/t.ts'

/** Moments in epoch milliseconds: see the `error` message of the live channel. */
interface LiveErrorDetails {
  opensAtMs?: number
  untilMs?: number
  reason?: string
  retryAtMs?: number
}

interface AppErrorDetails {
  /** Replaces the error's message. */
  message?: string
  /** The facts in that message, by name, for pages that say it in other words. */
  parameters?: ErrorResponse['parameters']
  /** The reason of a ban or a mute, for its member. */
  reason?: string
  issues?: readonly Issue[]
  /** With `changed_meanwhile`: the record as it is now. */
  current?: unknown
  retryAfterMs?: number
  /** With `banned`: when the ban ends by itself, in epoch milliseconds. */
  untilMs?: number
  /** What the error's frame says besides. */
  live?: LiveErrorDetails
  /** Extra log fields; never sent to the client. */
  logFields?: object
}

export interface AppError extends Error {
  readonly errorResponse: {
    status: number
    body: ErrorResponse
    retryAfterMs: number | null
    live: LiveErrorDetails
    logFields: object
  }
}

/**
 * Creates the error to throw. The HTTP layer turns it into a response, the live channel into a frame.
 */
export function appError(error: AnyError, details: AppErrorDetails = {}): AppError {
  const { code, status, message } = errorSpecOf(error)
  const body: ErrorResponse = { message: details.message ?? translate(message), code }
  if (details.parameters !== undefined) body.parameters = details.parameters
  if (details.reason !== undefined) body.reason = details.reason
  if (details.untilMs !== undefined) body.untilMs = details.untilMs
  if (details.issues !== undefined) body.issues = [...details.issues]
  if (details.current !== undefined) body.current = details.current
  return Object.assign(new Error(`${code}: ${sourceText(message)}`), {
    errorResponse: {
      status,
      body,
      retryAfterMs: details.retryAfterMs ?? null,
      live: details.live ?? {},
      logFields: details.logFields ?? {},
    },
  })
}

/** The error for an input, with the sentence beside the field that is at fault. */
export function fieldError(path: string, message: string): AppError {
  return appError('invalid', { issues: [{ path, message }] })
}

/** The error for a request from a banned address. */
export function addressBannedError(reason: string): AppError {
  return appError('banned', { message: t('This address has been banned.'), reason })
}

export function isAppError(thrown: unknown): thrown is AppError {
  return thrown instanceof Error && 'errorResponse' in thrown
}

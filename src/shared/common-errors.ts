// Common errors: those of the infrastructure, and those that several features throw.
import { message } from '#shared/i18n/t.ts'
import { defineErrors, type ErrorSpec } from './errors.ts'
import { signInErrors } from './sign-in-errors.ts'

export const commonErrors = {
  ...signInErrors,
  ...defineErrors({
    unauthenticated: { status: 401, message: message('Please sign in.') },
    identity_mismatch: {
      status: 401,
      message: message('This page belongs to another account. Please reload it.'),
    },
    profile_incomplete: { status: 403, message: message('Please complete your profile first.') },
    forbidden: { status: 403, message: message('You don’t have permission to do this.') },
    bad_origin: { status: 403, message: message('This request came from another site.') },
    invalid: { status: 400, message: message('Please check your input and try again.') },
    not_found: { status: 404, message: message('We couldn’t find that.') },
    method_not_allowed: {
      status: 405,
      message: message('This address doesn’t accept that kind of request.'),
    },
    address_too_long: { status: 414, message: message('This address is too long.') },
    payload_too_large: { status: 413, message: message('That is too large to send.') },
    unsupported_media_type: { status: 415, message: message('This kind of content isn’t accepted here.') },
    range_not_satisfiable: { status: 416, message: message('This part of the file doesn’t exist.') },
    internal: { status: 500, message: message('Something went wrong on our side. Please try again.') },
    key_reused: {
      status: 409,
      message: message('This was already sent with different content. Please try again.'),
    },
    bad_date: { status: 409, message: message('That day’s room has closed.') },
    changed_meanwhile: {
      status: 409,
      message: message('Someone else has changed this in the meantime. Please review it before you save.'),
    },
    muted: { status: 403, message: message('You can’t write in the chat for now.') },
    slow_mode: { status: 429, message: message('The chat is in slow mode. Please wait a moment.') },
    taken: { status: 409, message: message('Another garden angel has taken this.') },
    chat_paused: { status: 409, message: message('The chat rests while everyone sits.') },
  }),
}

export type CommonErrorCode = keyof typeof commonErrors

/** A common error by its code, or an error that a feature defines. */
export type AnyError = CommonErrorCode | ErrorSpec

/** The definition of an error. */
export function errorSpecOf(error: AnyError): ErrorSpec {
  return typeof error === 'string' ? commonErrors[error] : error
}

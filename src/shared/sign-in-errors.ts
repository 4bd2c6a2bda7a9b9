// The common errors whose messages the sign-in screens show, apart from the rest: /auth loads no other.
import { message } from '#shared/i18n/t.ts'
import { defineErrors } from './errors.ts'

export const signInErrors = defineErrors({
  banned: { status: 403, message: message('Your account has been banned.') },
  rate_limited: {
    status: 429,
    message: message('That was a little fast. Please wait a moment and try again.'),
  },
  unavailable: {
    status: 503,
    message: message('The service is resting for a moment. Please try again shortly.'),
  },
})

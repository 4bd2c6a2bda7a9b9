// The common errors whose messages the sign-in screens show, apart from the rest: /auth loads no other.
import { text } from '#shared/t.ts'
import { defineErrors } from './errors.ts'

export const signInErrors = defineErrors({
  banned: { status: 403, message: text('Your account has been banned.') },
  rate_limited: { status: 429, message: text('That was a little fast. Please wait a moment and try again.') },
  unavailable: {
    status: 503,
    message: text('The service is resting for a moment. Please try again shortly.'),
  },
})

// Errors of halls.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const hallErrors = defineErrors({
  hall_closed: { status: 401, message: message('This link has ended. Ask the host for a new one.') },
  hall_too_early: {
    status: 409,
    message: message('You can make a link for a hall from an hour before the doors open.'),
  },
  too_many_halls: {
    status: 409,
    message: message('A sitting has at most three halls. Revoke a link first.'),
  },
})

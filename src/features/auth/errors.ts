// Auth errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const authErrors = defineErrors({
  reauth_required: { status: 401, message: message('Please confirm that it’s you.') },
  user_not_registered: { status: 404, message: message('There is no profile for this account yet.') },
  email_taken: {
    status: 409,
    message: message('An account with this email already exists. Please sign in instead.'),
  },
  'invalid-credential': {
    status: 401,
    message: message('Invalid email or password. Please check your credentials and try again.'),
  },
  'email-already-in-use': {
    status: 409,
    message: message('An account with this email already exists. Please sign in instead.'),
  },
  'invalid-link': {
    status: 400,
    message: message('This link has expired or has already been used. Please request a new one.'),
  },
  wrong_account: {
    status: 403,
    message: message(
      'This link belongs to another account. Please sign in to that account, then confirm the address.',
    ),
  },
  'weak-password': {
    status: 400,
    message: message('Password is too weak. Please choose a stronger password.'),
  },
})

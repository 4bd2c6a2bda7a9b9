// Auth errors.
import { defineErrors } from '#shared/errors.ts'
import { text } from '#shared/t.ts'

export const authErrors = defineErrors({
  reauth_required: { status: 401, message: text('Please confirm that it’s you.') },
  user_not_registered: { status: 404, message: text('There is no profile for this account yet.') },
  email_taken: {
    status: 409,
    message: text('An account with this email already exists. Please sign in instead.'),
  },
  'invalid-credential': {
    status: 401,
    message: text('Invalid email or password. Please check your credentials and try again.'),
  },
  'email-already-in-use': {
    status: 409,
    message: text('An account with this email already exists. Please sign in instead.'),
  },
  'invalid-link': {
    status: 400,
    message: text('This link has expired or has already been used. Please request a new one.'),
  },
  wrong_account: {
    status: 403,
    message: text(
      'This link belongs to another account. Please sign in to that account, then confirm the address.',
    ),
  },
  'weak-password': { status: 400, message: text('Password is too weak. Please choose a stronger password.') },
})

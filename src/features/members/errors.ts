// Member errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const memberErrors = defineErrors({
  target_is_admin: { status: 409, message: message('Remove the admin role first.') },
  target_is_self: { status: 409, message: message('You can’t do this to yourself.') },
  last_admin: { status: 409, message: message('This is the last administrator.') },
  target_is_banned: { status: 409, message: message('This member is banned.') },
  email_of_role: {
    status: 409,
    message: message(
      'Administrators and garden angels correct the address they sign in with themselves, in their settings.',
    ),
  },
  email_elsewhere: {
    status: 409,
    message: message('They sign in with an account at Google or Firebase, which this address belongs to.'),
  },
  email_changed_meanwhile: {
    status: 409,
    message: message(
      'The address they sign in with has changed meanwhile. Please close this and open it again.',
    ),
  },
  reset_link_of_role: {
    status: 409,
    message: message('Administrators and garden angels ask for a link themselves, with “Forgot password?”.'),
  },
  reset_link_of_operator: {
    status: 409,
    message: message('Only the operator can do this: `npm run admin -- reset-password`'),
  },
  too_many_members: {
    status: 409,
    message: message('These are too many users for one file. Please choose a filter first.'),
  },
  member_email_taken: { status: 409, message: message('Another member has this email address.') },
  first_admin_link_void: {
    status: 404,
    message: message('This link has been used or has expired, or there’s already an administrator.'),
  },
})

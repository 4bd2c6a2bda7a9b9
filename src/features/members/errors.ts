// Member errors.
import { defineErrors } from '#shared/errors.ts'
import { text } from '#shared/t.ts'

export const memberErrors = defineErrors({
  target_is_admin: { status: 409, message: text('Remove the admin role first.') },
  target_is_self: { status: 409, message: text("You can't do this to yourself.") },
  last_admin: { status: 409, message: text('This is the last administrator.') },
  target_is_banned: { status: 409, message: text('This member is banned.') },
  member_email_taken: { status: 409, message: text('Another member has this email address.') },
  first_admin_link_void: {
    status: 404,
    message: text('This link has been used or has expired, or there’s already an administrator.'),
  },
})

// Moderation errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const moderationErrors = defineErrors({
  address_not_bannable: { status: 400, message: message('This address can’t be banned.') },
  own_message: { status: 400, message: message('You can’t report your own message.') },
  reason_unknown: {
    status: 400,
    message: message('This reason is no longer on the list. Please choose another one.'),
  },
  undo_over: { status: 409, message: message('A decision can be undone within 24 hours.') },
})

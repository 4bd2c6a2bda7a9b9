// Moderation errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const moderationErrors = defineErrors({
  address_not_bannable: { status: 400, message: message('This address can’t be banned.') },
})

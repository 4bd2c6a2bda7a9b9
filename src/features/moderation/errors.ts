// Moderation errors.
import { defineErrors } from '#shared/errors.ts'
import { text } from '#shared/t.ts'

export const moderationErrors = defineErrors({
  address_not_bannable: { status: 400, message: text('This address can’t be banned.') },
})

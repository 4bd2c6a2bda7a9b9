// Moderation errors.
import { defineErrors } from '#shared/errors.ts'

export const moderationErrors = defineErrors({
  address_not_bannable: { status: 400, message: 'This address can’t be banned.' },
})

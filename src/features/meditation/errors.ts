// Meditation errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const meditationErrors = defineErrors({
  no_meditation: { status: 409, message: message('There’s no meditation scheduled for today.') },
  session_ended: { status: 409, message: message('This visit has ended.') },
})

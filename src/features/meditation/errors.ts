// Meditation errors.
import { defineErrors } from '#shared/errors.ts'
import { text } from '#shared/t.ts'

export const meditationErrors = defineErrors({
  no_meditation: { status: 409, message: text("There's no meditation scheduled for today.") },
  session_ended: { status: 409, message: text('This visit has ended.') },
})

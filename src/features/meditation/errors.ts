// Meditation errors.
import { defineErrors } from '#shared/errors.ts'

export const meditationErrors = defineErrors({
  no_meditation: { status: 409, message: "There's no meditation scheduled for today." },
  session_ended: { status: 409, message: 'This visit has ended.' },
})

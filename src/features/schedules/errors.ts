// Schedule errors.
import { defineErrors } from '#shared/errors.ts'
import { text } from '#shared/t.ts'

export const scheduleErrors = defineErrors({
  dates_taken: { status: 409, message: text('There’s already a meditation on this date.') },
})

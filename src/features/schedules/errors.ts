// Schedule errors.
import { defineErrors } from '#shared/errors.ts'

export const scheduleErrors = defineErrors({
  dates_taken: { status: 409, message: 'There’s already a meditation on this date.' },
})

// Schedule errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const scheduleErrors = defineErrors({
  dates_taken: { status: 409, message: message('There’s already a meditation on this date.') },
})

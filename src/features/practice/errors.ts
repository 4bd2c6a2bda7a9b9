// Practice errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const practiceErrors = defineErrors({
  sat_already: {
    status: 409,
    message: message('Your history already has a sit of this length on that day.'),
  },
})

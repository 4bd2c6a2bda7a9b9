// Template errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const templateErrors = defineErrors({
  template_in_use: {
    status: 409,
    message: message('This template is scheduled. Please schedule another one in its place first.'),
  },
})

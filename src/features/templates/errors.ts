// Template errors.
import { defineErrors } from '#shared/errors.ts'
import { text } from '#shared/t.ts'

export const templateErrors = defineErrors({
  template_in_use: {
    status: 409,
    message: text('This template is scheduled. Please schedule another one in its place first.'),
  },
})

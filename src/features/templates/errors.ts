// Template errors.
import { defineErrors } from '#shared/errors.ts'

export const templateErrors = defineErrors({
  template_in_use: {
    status: 409,
    message: 'This template is scheduled. Please schedule another one in its place first.',
  },
})

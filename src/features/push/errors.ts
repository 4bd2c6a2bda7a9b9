// Push errors.
import { defineErrors } from '#shared/errors.ts'
import { text } from '#shared/t.ts'

export const pushErrors = defineErrors({
  push_gone: {
    status: 409,
    message: text('Notices no longer reach this browser. Switch them off here, and on again.'),
  },
})

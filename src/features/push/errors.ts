// Push errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const pushErrors = defineErrors({
  push_gone: {
    status: 409,
    message: message('Notices no longer reach this browser. Switch them off here, and on again.'),
  },
})

// Errors of hosts.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const hostErrors = defineErrors({
  host_taken: { status: 409, message: message('Someone else holds this sitting.') },
})

// Help errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const helpErrors = defineErrors({
  no_sitting: { status: 409, message: message('You can ask for help while a sitting is on.') },
})

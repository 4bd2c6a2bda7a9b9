// The error of an acceptance of older terms; a separate file, since most pages don't need its sentence.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const termsErrors = defineErrors({
  terms_changed: {
    status: 409,
    message: message('The terms have changed in the meantime. Please read them again, then go on.'),
  },
})

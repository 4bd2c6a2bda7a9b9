// Template errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const templateErrors = defineErrors({
  template_in_use: {
    status: 409,
    message: message('This template is scheduled. Please schedule another one in its place first.'),
  },
  proposal_decided: { status: 409, message: message('This proposal has already been answered.') },
  too_many_proposals: {
    status: 409,
    message: message('Too many of your proposals are waiting for an answer. Please wait for one first.'),
  },
})

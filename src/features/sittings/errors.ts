// Sitting errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const sittingErrors = defineErrors({
  sittings_overlap: { status: 409, message: message('This sitting would overlap another one.') },
  sitting_under_way: {
    status: 409,
    message: message('The doors of this sitting are open. It can be changed when its sharing has ended.'),
  },
  not_extendable: {
    status: 409,
    message: message('Only a live sitting can be made longer while it runs, three times at most.'),
  },
  too_late: { status: 409, message: message('That isn’t possible at this point of the sitting.') },
})

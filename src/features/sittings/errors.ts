// Sitting errors.
import { defineErrors } from '#shared/errors.ts'
import { text } from '#shared/t.ts'

export const sittingErrors = defineErrors({
  sittings_overlap: { status: 409, message: text('This sitting would overlap another one.') },
  sitting_under_way: {
    status: 409,
    message: text('The doors of this sitting are open. It can be changed when its sharing has ended.'),
  },
  too_late: { status: 409, message: text('That isn’t possible at this point of the sitting.') },
})

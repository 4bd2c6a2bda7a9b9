// Community errors.
import { defineErrors } from '#shared/errors.ts'

export const communityErrors = defineErrors({
  nothing_to_undo: { status: 409, message: 'There is no change to undo any more.' },
})

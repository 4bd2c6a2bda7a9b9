// Help errors.
import { defineErrors } from '#shared/errors.ts'

export const helpErrors = defineErrors({
  no_sitting: { status: 409, message: 'You can ask for help while a sitting is on.' },
  taken: { status: 409, message: 'Another garden angel has taken this.' },
})

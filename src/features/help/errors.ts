// Help errors.
import { defineErrors } from '#shared/errors.ts'
import { text } from '#shared/t.ts'

export const helpErrors = defineErrors({
  no_sitting: { status: 409, message: text('You can ask for help while a sitting is on.') },
  taken: { status: 409, message: text('Another garden angel has taken this.') },
})

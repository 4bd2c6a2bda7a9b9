// Community errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const communityErrors = defineErrors({
  nothing_to_undo: { status: 409, message: message('There is no longer a change to undo.') },
  several_scheduled: { status: 409, message: message('Some coming dates have several meditations.') },
  zones_too_distant: {
    status: 409,
    message: message(
      'These two time zones are a whole day from each other, so a date would be skipped or come twice. Choose a zone in between first.',
    ),
  },
  zone_conflicts: { status: 409, message: message('Some sittings don’t fit into the new time zone.') },
  zone_change_final: {
    status: 409,
    message: message('It’s too late to take this back: the new time zone applies now, or in a few minutes.'),
  },
})

// Errors of joining: why a newcomer can't join. Separate, so that the sign-in doesn't load them.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const joinErrors = defineErrors({
  invitation_needed: {
    status: 403,
    message: message('You need an invitation to join. Ask a member for their link, or type its code.'),
  },
  invitation_expired: {
    status: 403,
    message: message('This invitation has been used up or has ended. Please ask for a new one.'),
  },
  joining_closed: { status: 403, message: message('This community isn’t taking new members right now.') },
})

// Errors of lists of people to invite.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const inviteBatchErrors = defineErrors({
  invites_without_mail: {
    status: 409,
    message: message(
      'This server can’t send email: its operator has to set SMTP_URL first. Until then, invite people with a link or a poster.',
    ),
  },
  invites_while_closed: {
    status: 409,
    message: message(
      'This community isn’t taking new members right now. Change who may join first, in the community’s settings.',
    ),
  },
  no_one_to_invite: {
    status: 409,
    message: message('No one on this list can be invited.'),
  },
})

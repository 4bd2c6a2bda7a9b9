// Activity log: invites.
import { defineActivities } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'

export const inviteActivities = defineActivities({
  target: { type: 'invite', label: message('Invitations') },
  fields: {
    uses: { label: message('Places') },
    used: { label: message('Used') },
    expiresAt: { label: message('Until') },
  },
  kinds: {
    create: {
      label: message('Invitation made'),
      sentence: (names) => t('{actor} made an invitation', names),
    },
    revoke: {
      label: message('Invitation revoked'),
      sentence: (names) => t('{actor} revoked an invitation', names),
    },
  },
})

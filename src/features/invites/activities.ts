// Activity log: invites.
import { defineActivities } from '#features/activity/kinds.ts'
import { t, text } from '#shared/t.ts'

export const inviteActivities = defineActivities({
  target: { type: 'invite', label: text('Invitations') },
  fields: {
    uses: { label: text('Places') },
    used: { label: text('Used') },
    expiresAt: { label: text('Until') },
  },
  kinds: {
    create: {
      label: text('Invitation made'),
      sentence: (names) => t('{actor} made an invitation', names),
    },
    revoke: {
      label: text('Invitation revoked'),
      sentence: (names) => t('{actor} revoked an invitation', names),
    },
  },
})

// Activity log: invitations.
import { defineActivities } from '#features/activity/kinds.ts'

export const inviteActivities = defineActivities({
  target: { type: 'invite', label: 'Invitations' },
  fields: {
    uses: { label: 'Places' },
    used: { label: 'Used' },
    expiresAt: { label: 'Until' },
  },
  kinds: {
    create: { verb: 'made an invitation', label: 'Invitation made' },
    revoke: { verb: 'revoked an invitation', label: 'Invitation revoked' },
  },
})

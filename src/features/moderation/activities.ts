// Activity log: bans.
import { defineActivities, memberTarget } from '#features/activity/kinds.ts'

export const banActivities = defineActivities({
  target: memberTarget,
  fields: {
    isBanned: { isHidden: true },
    bannedReason: { label: 'Reason' },
    deletedMessages: { label: 'Messages deleted' },
  },
  kinds: {
    ban: {
      verb: 'banned',
      label: 'Banned',
      sentence: ({ after }) => (after && !('isBanned' in after) ? { verb: 'changed the ban on' } : {}),
    },
    unban: { verb: 'unbanned', label: 'Unbanned' },
  },
})

export const addressBanActivities = defineActivities({
  target: { type: 'ip-ban', label: 'Banned addresses' },
  fields: { expiresAt: { label: 'Until' } },
  kinds: {
    create: {
      verb: 'banned the address',
      label: 'Address banned',
      sentence: ({ before }) => (before ? { verb: 'changed the ban on the address' } : {}),
    },
    lift: { verb: 'lifted the ban on the address', label: 'Address ban lifted' },
  },
})

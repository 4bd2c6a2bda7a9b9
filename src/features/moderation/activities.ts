// Activity log: bans.
import { defineActivities, memberTarget } from '#features/activity/kinds.ts'
import { t, text } from '#shared/t.ts'

export const banActivities = defineActivities({
  target: memberTarget,
  fields: {
    isBanned: { isHidden: true },
    bannedReason: { label: text('Reason') },
    deletedMessages: { label: text('Messages deleted') },
  },
  kinds: {
    ban: {
      label: text('Banned'),
      sentence: (names, { after }) =>
        after && !('isBanned' in after)
          ? t('{actor} changed the ban on {target}', names)
          : t('{actor} banned {target}', names),
    },
    unban: {
      label: text('Unbanned'),
      sentence: (names) => t('{actor} unbanned {target}', names),
    },
  },
})

export const addressBanActivities = defineActivities({
  target: { type: 'ip-ban', label: text('Banned addresses') },
  fields: { reason: { label: text('Reason') }, expiresAt: { label: text('Until') } },
  kinds: {
    create: {
      label: text('Address banned'),
      sentence: (names, { before }) =>
        before
          ? t('{actor} changed the ban on the address {target}', names)
          : t('{actor} banned the address {target}', names),
    },
    lift: {
      label: text('Address ban lifted'),
      sentence: (names) => t('{actor} lifted the ban on the address {target}', names),
    },
  },
})

// Activity log: bans.
import { defineActivities, memberTarget } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'

export const banActivities = defineActivities({
  target: memberTarget,
  fields: {
    isBanned: { isHidden: true },
    bannedReason: { label: message('Reason') },
    deletedMessages: { label: message('Messages deleted') },
  },
  kinds: {
    ban: {
      label: message('Banned'),
      sentence: (names, { after }) =>
        after && !('isBanned' in after)
          ? t('{actor} changed the ban on {target}', names)
          : t('{actor} banned {target}', names),
    },
    unban: {
      label: message('Unbanned'),
      sentence: (names) => t('{actor} unbanned {target}', names),
    },
  },
})

export const addressBanActivities = defineActivities({
  target: { type: 'ip-ban', label: message('Banned addresses') },
  fields: { reason: { label: message('Reason') }, expiresAt: { label: message('Until') } },
  kinds: {
    create: {
      label: message('Address banned'),
      sentence: (names, { before }) =>
        before
          ? t('{actor} changed the ban on the address {target}', names)
          : t('{actor} banned the address {target}', names),
    },
    lift: {
      label: message('Address ban lifted'),
      sentence: (names) => t('{actor} lifted the ban on the address {target}', names),
    },
  },
})

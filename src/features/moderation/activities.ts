// Activity log: bans.
import { defineActivities, memberTarget } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'

export const banActivities = defineActivities({
  target: memberTarget,
  fields: {
    isBanned: { isHidden: true },
    bannedReason: { label: message('Reason') },
    bannedUntil: { label: message('Until') },
    deletedMessages: { label: message('Messages deleted') },
    case: { label: message('Case') },
    reason: { label: message('Reason') },
    minutes: { label: message('Length'), format: 'minutes' },
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

const reason = { label: message('Reason') } as const
const minutes = { label: message('Length'), format: 'minutes' } as const

/** Decisions; a ban has its own kind. Neither the message nor a reporter's words are stored here. */
export const caseActivities = defineActivities({
  target: memberTarget,
  fields: { case: { label: message('Case') }, reason, minutes, action: { isHidden: true } },
  kinds: {
    support: {
      label: message('Support offered'),
      sentence: (names) => t('{actor} offered {target} support', names),
    },
    none: {
      label: message('Report answered'),
      sentence: (names) => t('{actor} answered a report about {target}: nothing to do', names),
    },
    remove: {
      label: message('Message removed'),
      sentence: (names) => t('{actor} removed a message by {target}', names),
    },
    remind: {
      label: message('Member reminded'),
      sentence: (names) => t('{actor} reminded {target}', names),
    },
    mute: { label: message('Muted'), sentence: (names) => t('{actor} muted {target}', names) },
    unmute: {
      label: message('Mute ended'),
      sentence: (names) => t('{actor} ended the mute of {target}', names),
    },
    undo: {
      label: message('Decision undone'),
      sentence: (names) => t('{actor} undid a decision about {target}', names),
    },
  },
})

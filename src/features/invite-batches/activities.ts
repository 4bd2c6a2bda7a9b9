// Activity log: lists of people who were invited. Numbers, no addresses (JOIN-08).
import { defineActivities } from '#features/activity/kinds.ts'
import { message, t } from '#shared/i18n/t.ts'

export const inviteBatchActivities = defineActivities({
  target: { type: 'invite-batch', label: message('Lists of invited people') },
  fields: {
    invited: { label: message('Invited') },
    sent: { label: message('Sent') },
    joined: { label: message('Joined') },
    rows: { label: message('Rows') },
    people: { label: message('People') },
  },
  kinds: {
    create: {
      label: message('List invited'),
      sentence: (names) => t('{actor} invited a list of people', names),
    },
    pause: {
      label: message('Invitations paused'),
      sentence: (names) => t('{actor} paused the invitations of a list', names),
    },
    resume: {
      label: message('Invitations resumed'),
      sentence: (names) => t('{actor} resumed the invitations of a list', names),
    },
    'send-again': {
      label: message('Invitation sent again'),
      sentence: (names) => t('{actor} sent an invitation of a list again', names),
    },
    attendance: {
      label: message('Attendance added'),
      sentence: (names) => t('{actor} added attendance to a list', names),
    },
    delete: {
      label: message('List of invited people deleted'),
      sentence: (names) => t('{actor} deleted a list of invited people', names),
    },
  },
})

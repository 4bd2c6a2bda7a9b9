// Activity log: attributions of members to referrers.
import { defineActivities } from '#features/activity/kinds.ts'

export const referralActivities = defineActivities({
  target: { type: 'referral', label: 'Referrals' },
  fields: { referrerId: { label: 'Referrer', format: 'member' } },
  kinds: {
    attribute: {
      verb: 'credited',
      rest: ' to a referrer',
      label: 'Credited to a referrer',
      sentence: ({ after, findMember }) => {
        const referrer = findMember(after?.['referrerId'])
        return referrer ? { rest: ` to ${referrer.name}` } : {}
      },
    },
  },
})

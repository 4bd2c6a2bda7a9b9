// Activity log: attributions of members to referrers.
import { defineActivities } from '#features/activity/kinds.ts'
import { t, text } from '#shared/t.ts'

export const referralActivities = defineActivities({
  target: { type: 'referral', label: text('Referrals') },
  fields: { referrerId: { label: text('Referrer'), format: 'member' } },
  kinds: {
    attribute: {
      label: text('Credited to a referrer'),
      sentence: (names, { after, findMember }) => {
        const referrer = findMember(after?.['referrerId'])
        return referrer
          ? t('{actor} credited {target} to {referrer}', { ...names, referrer: referrer.name })
          : t('{actor} credited {target} to a referrer', names)
      },
    },
  },
})

// Activity log: attributions of members to referrers.
import { defineActivities } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'

export const referralActivities = defineActivities({
  target: { type: 'referral', label: message('Referrals') },
  fields: { referrerId: { label: message('Referrer'), format: 'member' } },
  kinds: {
    attribute: {
      label: message('Credited to a referrer'),
      sentence: (names, { after, findMember }) => {
        const referrer = findMember(after?.['referrerId'])
        return referrer
          ? t('{actor} credited {target} to {referrer}', { ...names, referrer: referrer.name })
          : t('{actor} credited {target} to a referrer', names)
      },
    },
  },
})

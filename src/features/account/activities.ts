// Activity log: deletions of members, and exports of their data by the operator.
import { defineActivities, memberTarget } from '#features/activity/kinds.ts'
import { changeSourceField } from '#features/auth/activities.ts'
import { t, message } from '#shared/i18n/t.ts'

export const memberDataActivities = defineActivities({
  target: memberTarget,
  fields: { way: changeSourceField },
  kinds: {
    delete: {
      label: message('Account deleted'),
      sentence: (names) => t('{actor} deleted the account of {target}', names),
    },
    export: {
      label: message('Data exported'),
      sentence: (names) => t('{actor} exported the data of {target}', names),
    },
  },
})

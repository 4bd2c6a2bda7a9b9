// Activity log: deletions of members, and exports of their data by the operator.
import { defineActivities, memberTarget } from '#features/activity/kinds.ts'
import { changeSourceField } from '#features/auth/activities.ts'

export const memberDataActivities = defineActivities({
  target: memberTarget,
  fields: { way: changeSourceField },
  kinds: {
    delete: { verb: 'deleted the account of', label: 'Account deleted' },
    export: { verb: 'exported the data of', label: 'Data exported' },
  },
})

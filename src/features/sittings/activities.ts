// Activity log: what hosts do with sittings.
import { defineActivities } from '#features/activity/kinds.ts'

export const sittingActivities = defineActivities({
  target: { type: 'sitting', label: 'Sittings' },
  kinds: {
    begin: { verb: 'began the sitting', label: 'Sitting begun' },
    delay: { verb: 'delayed the sitting', label: 'Sitting delayed' },
    end: { verb: 'ended the sitting', label: 'Sitting ended' },
    cancel: { verb: 'cancelled the sitting', label: 'Sitting cancelled' },
    restore: { verb: 'restored the sitting', label: 'Sitting restored' },
  },
})

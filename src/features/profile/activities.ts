// Activity log: changes of the pictures that members choose from.
import { defineActivities } from '#features/activity/kinds.ts'

export const pictureActivities = defineActivities({
  target: { type: 'picture', label: 'Profile pictures' },
  fields: { url: { isHidden: true } },
  kinds: {
    create: { verb: 'added the profile picture', label: 'Picture added' },
    update: { verb: 'edited the profile picture', label: 'Picture edited' },
    delete: { verb: 'deleted the profile picture', label: 'Picture deleted' },
  },
})

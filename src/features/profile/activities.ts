// Activity log: changes of the pictures that members choose from.
import { defineActivities } from '#features/activity/kinds.ts'
import { t, text } from '#shared/t.ts'

export const pictureActivities = defineActivities({
  target: { type: 'picture', label: text('Profile pictures') },
  fields: {
    name: { label: text('Name') },
    isActive: { label: text('Active picture') },
    url: { isHidden: true },
  },
  kinds: {
    create: {
      label: text('Picture added'),
      sentence: (names) => t('{actor} added the profile picture {target}', names),
    },
    update: {
      label: text('Picture edited'),
      sentence: (names) => t('{actor} edited the profile picture {target}', names),
    },
    delete: {
      label: text('Picture deleted'),
      sentence: (names) => t('{actor} deleted the profile picture {target}', names),
    },
  },
})

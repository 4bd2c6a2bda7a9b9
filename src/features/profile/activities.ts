// Activity log: changes of the pictures that members choose from.
import { defineActivities } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'

export const pictureActivities = defineActivities({
  target: { type: 'picture', label: message('Profile pictures') },
  fields: {
    name: { label: message('Name') },
    isActive: { label: message('Active picture') },
    url: { isHidden: true },
  },
  kinds: {
    create: {
      label: message('Picture added'),
      sentence: (names) => t('{actor} added the profile picture {target}', names),
    },
    update: {
      label: message('Picture edited'),
      sentence: (names) => t('{actor} edited the profile picture {target}', names),
    },
    delete: {
      label: message('Picture deleted'),
      sentence: (names) => t('{actor} deleted the profile picture {target}', names),
    },
  },
})

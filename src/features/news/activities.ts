// Activity log: news.
import { defineActivities } from '#features/activity/kinds.ts'
import { t, text } from '#shared/t.ts'

export const newsActivities = defineActivities({
  target: { type: 'news', label: text('News') },
  fields: {
    title: { label: text('Title') },
    text: { label: text('Text') },
    level: { label: text('Importance'), values: { note: text('Note'), important: text('Important') } },
    fromAt: { label: text('From') },
    untilAt: { label: text('Until') },
    mailAt: { label: text('Mail') },
    isWithdrawn: { label: text('Withdrawn') },
  },
  kinds: {
    create: {
      label: text('News published'),
      sentence: (names) => t('{actor} published news: {target}', names),
    },
    update: {
      label: text('News changed'),
      sentence: (names) => t('{actor} changed the news {target}', names),
    },
    withdraw: {
      label: text('News withdrawn'),
      sentence: (names) => t('{actor} withdrew the news {target}', names),
    },
    restore: {
      label: text('News republished'),
      sentence: (names) => t('{actor} republished the news {target}', names),
    },
    delete: {
      label: text('News deleted'),
      sentence: (names) => t('{actor} deleted the news {target}', names),
    },
    test: {
      label: text('Test mail of news'),
      sentence: (names) => t('{actor} sent themselves a test mail of the news {target}', names),
    },
  },
})

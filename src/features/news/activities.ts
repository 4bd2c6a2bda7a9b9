// Activity log: news.
import { defineActivities } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'

export const newsActivities = defineActivities({
  target: { type: 'news', label: message('News') },
  fields: {
    title: { label: message('Title') },
    text: { label: message('Text') },
    level: {
      label: message('Importance'),
      values: { note: message('Note'), important: message('Important') },
    },
    fromAt: { label: message('From') },
    untilAt: { label: message('Until') },
    mailAt: { label: message('Mail') },
    isWithdrawn: { label: message('Withdrawn') },
  },
  kinds: {
    create: {
      label: message('News published'),
      sentence: (names) => t('{actor} published news: {target}', names),
    },
    update: {
      label: message('News changed'),
      sentence: (names) => t('{actor} changed the news {target}', names),
    },
    withdraw: {
      label: message('News withdrawn'),
      sentence: (names) => t('{actor} withdrew the news {target}', names),
    },
    restore: {
      label: message('News republished'),
      sentence: (names) => t('{actor} republished the news {target}', names),
    },
    delete: {
      label: message('News deleted'),
      sentence: (names) => t('{actor} deleted the news {target}', names),
    },
    test: {
      label: message('Test email of news'),
      sentence: (names) => t('{actor} sent themselves a test email of the news {target}', names),
    },
  },
})

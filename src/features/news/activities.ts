// Activity log: news.
import { defineActivities } from '#features/activity/kinds.ts'

export const newsActivities = defineActivities({
  target: { type: 'news', label: 'News' },
  fields: {
    title: { label: 'Title' },
    text: { label: 'Text' },
    level: { label: 'Importance', values: { note: 'Note', important: 'Important' } },
    fromAt: { label: 'From' },
    untilAt: { label: 'Until' },
    mailAt: { label: 'Mail' },
  },
  kinds: {
    create: { verb: 'published news:', label: 'News published' },
    update: { verb: 'changed the news', label: 'News changed' },
    withdraw: { verb: 'withdrew the news', label: 'News withdrawn' },
    restore: { verb: 'republished the news', label: 'News republished' },
    delete: { verb: 'deleted the news', label: 'News deleted' },
    test: { verb: 'sent themselves a test mail of the news', label: 'Test mail of news' },
  },
})

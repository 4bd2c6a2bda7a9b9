// The words of a mail of news.
import { t } from '#shared/i18n/t.ts'
import { mailSkies } from '#shared/scene/sky-picture.ts'

/** The mail of news: its title as the heading, its text, and the way to /news. */
export function newsMail({ title, text }: { title: string; text: string }) {
  return {
    subject: title,
    before: text,
    action: { label: t('All news'), path: '/news' },
    after: t('From the administrators of your community.'),
    sky: mailSkies.morning,
  }
}

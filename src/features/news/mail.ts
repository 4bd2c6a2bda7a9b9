// The words of a mail of news.
import { t } from '#shared/i18n/t.ts'

/** The mail of news: its title and text, and the way to /news. */
export function newsMail({ title, text }: { title: string; text: string }) {
  return {
    subject: title,
    before: `${title}\n\n${text}`,
    action: { label: t('All news'), path: '/news' },
    after: t('From the administrators of your community.'),
  }
}

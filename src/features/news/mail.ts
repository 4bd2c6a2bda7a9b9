// The words of a mail of news.

/** The mail of news: its title and text, and the way to /news. */
export function newsMail({ title, text }: { title: string; text: string }) {
  return {
    subject: title,
    before: `${title}\n\n${text}`,
    action: { label: 'All news', path: '/news' },
    after: 'From the administrators of your community.',
  }
}

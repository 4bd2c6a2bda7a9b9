// Where tests look for a member's data of news.
import { makeNews } from '#test/data/news.ts'
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const newsFacts: MemberDataFacts = {
  exported: {
    news_read: { at: ['news.read'], left: 'newsId userId', why: 'the title names it; the caller' },
  },
  notExported: {
    news: 'the community’s; its author is in the activity',
    news_mails: 'the community’s days with a mail; no member’s',
  },
  erasedColumns: ['news.byId', 'news_read.userId'],
  insertCanary: async (app, { canary: { userId } }) => {
    const { id } = await makeNews(app, { byId: userId })
    await app.database.query
      .insertInto('news_read')
      .values({ newsId: id, userId, readAt: new Date(app.clock.now()) })
      .execute()
  },
}

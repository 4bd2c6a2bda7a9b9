// By hand, a second time: what the contract of news declares, and where its members’ data is.
import { makeNews, newsInput } from '#test/data/news.ts'
import { chooseReminders } from '#test/data/reminders.ts'
import { type SampleRequest, missingId } from '#test/gates/matrix/sample-requests.ts'
import { administrators, members, type Proof } from '#test/gates/proof.ts'

const changing =
  ({ isWithdrawn = false, wasWithdrawn = false, version = 1 }): SampleRequest =>
  async ({ app }) => {
    const withdrawn = wasWithdrawn ? { withdrawnAt: new Date(app.clock.now()) } : {}
    const { id } = await makeNews(app, withdrawn)
    const body = { ...newsInput(app, { title: 'Another title' }), version, isWithdrawn }
    return { path: `/api/admin/news/${id}`, body }
  }

export const proof: Proof = {
  prepare: async (app) => {
    await makeNews(app, { mailDay: app.calendar.today() })
  },
  calls: {
    'GET /api/news': {
      responses: members('200'),
      fields: `
        news[].fromAt news[].id news[].isCurrent news[].isRead news[].level news[].text news[].title`,
      limits: [{ per: 'caller', max: 60, within: 1 }],
    },
    'PUT /api/news/:id/read': {
      responses: members('200'),
      fields: 'success',
      limits: [{ per: 'caller', max: 60, within: 1 }],
      request: async ({ app }) => ({ path: `/api/news/${(await makeNews(app)).id}/read` }),
    },
    'PUT /api/news/:id/read of none': {
      responses: members('404 not_found'),
      request: () => ({ path: `/api/news/${missingId}/read` }),
    },
    'GET /api/admin/news': {
      responses: administrators('200'),
      fields: `
        news[].author.id news[].author.name news[].from news[].fromAt news[].id news[].level
        news[].mail.leavesAt news[].mail.recipients news[].mail.sentAt news[].reads news[].state news[].text
        news[].title news[].until news[].version readers unconfirmed`,
    },
    'POST /api/admin/news': {
      responses: administrators('201'),
      fields: 'id',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: ({ app }) => ({ body: newsInput(app) }),
    },
    'PUT /api/admin/news/:id': {
      responses: administrators('200'),
      fields: 'success',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: changing({}),
    },
    'PUT /api/admin/news/:id that is withdrawn by it': {
      responses: administrators('200'),
      request: changing({ isWithdrawn: true }),
    },
    'PUT /api/admin/news/:id that was withdrawn': {
      responses: administrators('200'),
      request: changing({ wasWithdrawn: true }),
    },
    'PUT /api/admin/news/:id of an older version': {
      responses: administrators('409 changed_meanwhile'),
      request: changing({ version: 0 }),
    },
    'PUT /api/admin/news/:id of none': {
      responses: administrators('404 not_found'),
      request: ({ app }) => ({
        path: `/api/admin/news/${missingId}`,
        body: { ...newsInput(app), version: 1, isWithdrawn: false },
      }),
    },
    'DELETE /api/admin/news/:id': {
      responses: administrators('200'),
      fields: 'success',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: async ({ app }) => ({ path: `/api/admin/news/${(await makeNews(app)).id}` }),
    },
    'DELETE /api/admin/news/:id of none': {
      responses: administrators('404 not_found'),
      request: () => ({ path: `/api/admin/news/${missingId}` }),
    },
    'POST /api/admin/news/test': {
      responses: administrators('200'),
      fields: 'success',
      limits: [{ per: 'caller', max: 20, within: 60 }],
      request: async ({ app, caller }) => {
        if (caller && caller.userId !== 0) await chooseReminders(app, caller, {})
        return { body: { title: 'A day of silence', text: 'On Sunday we sit all day.' } }
      },
    },
  },
  memberData: {
    fields: 'news.read[].readAt news.read[].title',
    exported: {
      news_read: { at: ['news.read'], left: 'newsId userId', why: 'the title names it; the caller' },
    },
    notExported: {
      news: 'the community’s; its author is in the activity',
      news_mails: 'the community’s days with a mail; no member’s',
    },
    insertCanary: async (app, { canary: { userId } }) => {
      const { id } = await makeNews(app, { byId: userId })
      await app.database.query
        .insertInto('news_read')
        .values({ newsId: id, userId, readAt: new Date(app.clock.now()) })
        .execute()
    },
  },
}

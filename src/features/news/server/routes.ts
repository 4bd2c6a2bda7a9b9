// News routes.
import { recordAdminActivity } from '#features/activity/server/service.ts'
import { adminContextOf, assertCapability, assertNotBanned } from '#features/members/server/service.ts'
import { countNewsReaders } from '#features/notifications/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { timestampToMs, type CommunityDays } from '#shared/day.ts'
import { success } from '#shared/endpoint.ts'
import { newsActivities } from '../activities.ts'
import { newsCalls, type AdministeredNews } from '../contract.ts'
import { newsErrors } from '../errors.ts'
import { stateOfNews } from '../rules.ts'
import { createNews, deleteNews, updateNews, type NewsAdmin } from './edit-news.ts'
import { insertTestMail } from './mails.ts'
import type { PublishedNewsState } from './published-news.ts'
import { listAdministeredNews, listReadNews, saveNewsRead } from './sql.ts'

const adminListMax = 200
export function createNewsRoutes(published: PublishedNewsState) {
  return defineRoutes(newsCalls, {
    news: async ({ caller, database }) => {
      const read = new Set(await listReadNews(database.query, caller.user.id))
      return { news: published.list().map((news) => ({ ...news, isRead: read.has(news.id) })) }
    },
    readNews: async ({ caller, clock, database }, { params: { id } }) => {
      const userId = caller.user.id
      const isFound = await database.transaction(async (tx) => {
        await assertNotBanned(tx, userId)
        return saveNewsRead(tx, id, userId, new Date(clock.now()))
      })
      if (!isFound) throw appError('not_found')
      return success
    },
    adminNews: async ({ calendar, clock, database }) => {
      const rows = await listAdministeredNews(database.query, adminListMax)
      const days = calendar.days()
      return {
        news: rows.map((row) => toAdministered(row, days, clock.now())),
        ...(await countNewsReaders(database.query)),
      }
    },
    createNews: async (context, { body }) => {
      const id = await context.runIdempotent((tx) => createNews(tx, newsAdminOf(context), body))
      await published.publishChange()
      return created({ id })
    },
    updateNews: async (context, { params: { id }, body }) => {
      await context.database.transaction((tx) => updateNews(tx, newsAdminOf(context), { ...body, id }))
      await published.publishChange()
      return success
    },
    deleteNews: async (context, { params: { id } }) => {
      await context.database.transaction((tx) => deleteNews(tx, adminContextOf(context), id))
      await published.publishChange()
      return success
    },
    testNews: async (context, { body: test }) => {
      await context.database.transaction(async (tx) => {
        const admin = adminContextOf(context)
        await assertCapability(tx, admin.adminId, 'community.administer')
        const { adminId: userId, now } = admin
        if (!(await insertTestMail(tx, { userId, now }, test)))
          throw appError(newsErrors.news_mail_unconfirmed)
        await recordAdminActivity(tx, admin, { kind: newsActivities.test, label: test.title })
      })
      return success
    },
  })
}

/** Call this in every attempt of a transaction: a retry may run after midnight. */
function newsAdminOf(context: Context<'community.administer'>): NewsAdmin {
  return { admin: adminContextOf(context), days: context.calendar.days() }
}

type Row = Awaited<ReturnType<typeof listAdministeredNews>>[number]

function toAdministered(row: Row, days: CommunityDays, nowMs: number): AdministeredNews {
  const { authorId, authorName, leavesAt, sentAt, recipients, untilAt, withdrawnAt, ...news } = row
  const fromMs = timestampToMs(row.fromAt)
  const untilMs = timestampToMs(untilAt)
  return {
    ...news,
    from: days.dayOf(fromMs),
    until: days.dayOf(untilMs - 1),
    state: stateOfNews({ fromMs, untilMs, isWithdrawn: withdrawnAt !== null }, nowMs),
    mail: leavesAt === null ? null : { leavesAt, sentAt, recipients },
    author: authorId === null || authorName === null ? null : { id: authorId, name: authorName },
  }
}

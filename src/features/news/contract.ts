// News API: what administrators say to everyone. It is read in the community, and by mail where a member chose it.
import * as z from 'zod/mini'
import { withoutControls } from '#features/community/rules.ts'
import { newsTextMaxChars, newsTitleMaxChars } from '#shared/constants.ts'
import { daySchema } from '#shared/day-schema.ts'
import { endpoint, perHour, successSchema } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { idInPathSchema } from '#shared/id.ts'
import { textSchema } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { newsErrors } from './errors.ts'

export const newsLevels = ['note', 'important'] as const
export type NewsLevel = (typeof newsLevels)[number]

const newsSchema = z.object({
  id: z.int(),
  title: z.string(),
  /** Plain text: paragraphs, and addresses that become links. */
  text: z.string(),
  level: z.enum(newsLevels),
  fromAt: timestampSchema,
  /** Whether a line on the member's screens shows it while it is unread. */
  isCurrent: z.boolean(),
  isRead: z.boolean(),
})
export type News = z.infer<typeof newsSchema>

const newsMailSchema = z.object({
  /** Until then it can be withdrawn. */
  leavesAt: timestampSchema,
  sentAt: z.nullable(timestampSchema),
  /** How many members it was sent to so far; null before. */
  recipients: z.nullable(z.int()),
})

const administeredNewsSchema = z.object({
  id: z.int(),
  version: z.int(),
  title: z.string(),
  text: z.string(),
  level: z.enum(newsLevels),
  fromAt: timestampSchema,
  /** The first and the last day on which it is shown, by the community's calendar. */
  from: daySchema,
  until: daySchema,
  state: z.enum(['scheduled', 'current', 'past', 'withdrawn']),
  mail: z.nullable(newsMailSchema),
  /** How many members have read it; their names are no one's to know (NEWS-07). */
  reads: z.int(),
  /** Null once their account was deleted. */
  author: z.nullable(z.object({ id: z.int(), name: z.string() })),
})
export type AdministeredNews = z.infer<typeof administeredNewsSchema>

const titleSchema = withoutControls(
  textSchema({
    max: newsTitleMaxChars,
    empty: () => t('The title can’t be empty.'),
    tooLong: (facts) => t('The title has at most {max} characters.', facts),
  }),
).check(z.refine((title) => !/[\n\t]/.test(title), { error: () => t('The title is a single line.') }))
const bodySchema = textSchema({
  max: newsTextMaxChars,
  empty: () => t('The text can’t be empty.'),
  tooLong: (facts) => t('The text has at most {max} characters.', facts),
})

const inputShape = {
  title: titleSchema,
  text: bodySchema,
  level: z.enum(newsLevels),
  /** The first day on which it is shown; null or today: at once. */
  from: z.nullable(daySchema),
  /** The last one. */
  until: daySchema,
  /** Whether it goes by mail to the members who chose that. */
  isMailed: z.boolean(),
}
export const newsInputSchema = z.strictObject(inputShape)
export type NewsInput = z.infer<typeof newsInputSchema>

const byId = z.object({ id: idInPathSchema })
const limits = [{ per: 'caller', perMinute: 30 }] as const

export const newsCalls = {
  /** The news of the last 90 days, newest first (NEWS-03). */
  news: endpoint({
    method: 'GET',
    path: '/api/news',
    needs: 'meditation.join',
    response: z.object({ news: z.array(newsSchema) }),
    limits: [{ per: 'caller', perMinute: 60 }],
  }),
  /** Hides the line of this news on all devices of the member. */
  readNews: endpoint({
    method: 'PUT',
    path: '/api/news/:id/read',
    needs: 'meditation.join',
    params: byId,
    response: successSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
    errors: ['not_found'],
  }),
  adminNews: endpoint({
    method: 'GET',
    path: '/api/admin/news',
    needs: 'community.administer',
    response: z.object({
      news: z.array(administeredNewsSchema),
      /** How many members get news by mail, if they haven't had a mail that day. */
      readers: z.int(),
      /** How many more chose it, and haven't confirmed their address: they get none. */
      unconfirmed: z.int(),
    }),
  }),
  createNews: endpoint({
    method: 'POST',
    path: '/api/admin/news',
    needs: 'community.administer',
    body: newsInputSchema,
    response: z.object({ id: z.int() }),
    limits,
    creates: true,
    isIdempotent: true,
    errors: [newsErrors.news_mail_taken],
  }),
  /** A stale `version` is responded to with 409 `changed_meanwhile`. Withdrawn, no member sees it, and no mail leaves. */
  updateNews: endpoint({
    method: 'PUT',
    path: '/api/admin/news/:id',
    needs: 'community.administer',
    params: byId,
    body: z.strictObject({ ...inputShape, version: z.int(), isWithdrawn: z.boolean() }),
    response: successSchema,
    limits,
    errors: ['not_found', 'changed_meanwhile', newsErrors.news_mail_taken],
  }),
  deleteNews: endpoint({
    method: 'DELETE',
    path: '/api/admin/news/:id',
    needs: 'community.administer',
    params: byId,
    response: successSchema,
    limits,
    errors: ['not_found'],
  }),
  /** Sends the mail as members would get it, to the caller alone (NEWS-06). */
  testNews: endpoint({
    method: 'POST',
    path: '/api/admin/news/test',
    needs: 'community.administer',
    body: z.strictObject({ title: titleSchema, text: bodySchema }),
    response: successSchema,
    limits: [{ per: 'caller', ...perHour(20) }],
    errors: [newsErrors.news_mail_unconfirmed],
  }),
}

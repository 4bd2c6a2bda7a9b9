// News for tests.
import type { NewsInput } from '#features/news/contract.ts'
import { addDays } from '#shared/day.ts'
import type { TestApp } from '#test/app.ts'
import type { TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

/** Valid input of news for a week from today. */
export function newsInput(app: Pick<TestApp, 'calendar'>, input: Partial<NewsInput> = {}): NewsInput {
  return {
    title: 'A day of silence',
    text: 'On Sunday we sit all day.\n\nBring a blanket.',
    level: 'note',
    from: null,
    until: addDays(app.calendar.today(), 6),
    isMailed: false,
    ...input,
  }
}

/** Publishes news as an administrator; returns its id. */
export async function publishNews(
  app: TestApp,
  as: TestUser,
  input: Partial<NewsInput> = {},
): Promise<number> {
  const { status, body } = await request(app, 'POST /api/admin/news', { as, body: newsInput(app, input) })
  if (status !== 201) throw new Error(`The news was not published: ${JSON.stringify(body)}`)
  return (body as { id: number }).id
}

/** Inserts news of a week; with `mailDay`, its mail left on that day. */
export async function makeNews(
  { clock, database }: Pick<TestApp, 'clock' | 'database'>,
  facts: { byId?: number; withdrawnAt?: Date; mailDay?: string } = {},
): Promise<{ id: number }> {
  const now = new Date(clock.now())
  const { mailDay, ...row } = facts
  const inserted = await database.query
    .insertInto('news')
    .values({
      title: 'A day of silence',
      text: 'On Sunday we sit all day.',
      level: 'note',
      fromAt: now,
      untilAt: new Date(clock.now() + 7 * 86_400_000),
      createdAt: now,
      ...row,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (mailDay !== undefined)
    await database.query
      .insertInto('news_mails')
      .values({ day: mailDay, newsId: inserted.id, leavesAt: now, sentAt: now, recipients: 1 })
      .execute()
  return inserted
}

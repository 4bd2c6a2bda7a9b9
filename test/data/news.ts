// News for tests.
import { addDays } from '#shared/day.ts'
import type { NewsInput } from '#features/news/contract.ts'
import type { TestApp } from '#test/app.ts'
import type { TestUser } from '#test/people/cast.ts'
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

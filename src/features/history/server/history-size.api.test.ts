// A history of 5,000 days among many others: one index scan per query, and a small response.
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listEntries } from '#features/energy/server/sql.ts'
import { secondsByDay } from '#features/meditation/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const dayCount = 5_000
let app: TestApp
let mia: TestUser

beforeAll(async () => {
  app = await startTestApp()
  mia = await signIn(app, 'mia', personFields.mia)
  await makeMeditation(app)
  await app.database.withoutTimeLimits(async (connection) => {
    await insertHistories(connection, mia.userId)
    // Autovacuum does the same after a while.
    await sql`vacuum analyze mood_entries, meditation_sessions`.execute(connection)
  })
})
afterAll(() => app.close())

/** 5,000 days of one member and 300 of each of forty others, in chronological order. */
async function insertHistories(db: Executor, userId: number): Promise<void> {
  await sql`
    insert into users (name, "createdAt")
    select 'Member ' || n, '2026-01-01' from generate_series(1, 40) n`.execute(db)
  const days = sql`
    (select id as "userId", date '2026-11-21' - n as day, n
     from users cross join generate_series(1, ${dayCount}) n where id = ${userId} or n <= 300) days`
  await sql`
    insert into mood_entries ("userId", "sessionDate", "emotionLevel", "moodType", comment, "createdAt")
    select "userId", day, 1 + (n * later) % 8, kind, 'Sitting ' || md5(n::text || kind) || md5(kind || n::text),
      day + interval '13 hours' + interval '30 minutes' * later
    from ${days} cross join (values ('pre', 0), ('post', 1)) kinds (kind, later)
    order by day, "userId"`.execute(db)
  await sql`
    insert into meditation_sessions
      ("userId", "sessionDate", "startTime", "endTime", duration, "templateId", "isOpen", "createdAt")
    select "userId", day, day + interval '13 hours', day + interval '14 hours', 600 + n % 1200, template.id, false, day
    from ${days} cross join (select min(id) as id from meditation_templates) template
    order by day, "userId"`.execute(db)
}

interface QueryPlan {
  'Node Type': string
  'Index Name'?: string | undefined
  Plans?: QueryPlan[] | undefined
}
const queryPlanSchema: z.ZodMiniType<QueryPlan> = z.object({
  'Node Type': z.string(),
  'Index Name': z.optional(z.string()),
  get Plans() {
    return z.optional(z.array(queryPlanSchema))
  },
})
const explainedSchema = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: queryPlanSchema })) }))

/** PostgreSQL's query plan, outermost first, as 'Node' or 'Node index'. */
async function queryPlanOf(read: (db: Executor) => Promise<unknown>): Promise<string[]> {
  const { query } = app.database
  const statements: CompiledQuery[] = []
  await read(
    query.withPlugin({
      transformQuery: ({ node, queryId }) => {
        statements.push(query.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }),
  )
  expect(statements).toHaveLength(1)
  const [{ sql: text, parameters } = { sql: '', parameters: [] }] = statements
  const { rows } = await query.executeQuery(
    CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]),
  )
  const [explained] = z.parse(explainedSchema, rows)
  const nodes: string[] = []
  let queryPlans = explained?.['QUERY PLAN'].map(({ Plan: queryPlan }) => queryPlan) ?? []
  while (queryPlans.length > 0) {
    nodes.push(
      ...queryPlans.map((queryPlan) =>
        [queryPlan['Node Type'], queryPlan['Index Name'] ?? ''].join(' ').trim(),
      ),
    )
    queryPlans = queryPlans.flatMap(({ Plans: below }) => below ?? [])
  }
  return nodes
}

test('[HIST-16, HIST-17] each query is one index scan; the entries need neither a sort nor the table @full', async () => {
  expect(await queryPlanOf((db) => listEntries(db, mia.userId))).toEqual([
    'Index Only Scan mood_entries_by_user',
  ])
  const queryPlan = await queryPlanOf((db) => secondsByDay(db, mia.userId))
  expect(queryPlan).not.toContain('Seq Scan')
  expect(queryPlan.filter((node) => node.includes('Index'))).toEqual([
    expect.stringMatching(/^(Bitmap )?Index Scan meditation_sessions_by_user$/),
  ])
})

test('[HIST-16, HIST-17] both responses are compressed, complete and in order @full', async () => {
  for (const [call, count] of [
    ['GET /api/mood/analytics', 2 * dayCount],
    ['GET /api/mood/sessions', dayCount],
  ] as const) {
    const response = await request(app, call, { as: mia, headers: { 'accept-encoding': 'gzip' } })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const days = z.parse(z.array(z.object({ sessionDate: z.string() })), response.body)
    expect(days).toHaveLength(count)
    const dates = days.map(({ sessionDate }) => sessionDate)
    expect(dates).toEqual(dates.toSorted())
    expect([dates[0], dates.at(-1)]).toEqual(['2013-03-14', '2026-11-20'])
  }
})

// Plays the matrix against a server: every cell with a caller of its kind and an otherwise valid request.
import { chicagoDay } from '#shared/day.ts'
import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'
import { cast, signIn, type Person } from '#test/cast.ts'
import { request } from '#test/request.ts'
import matrix from './matrix.json' with { type: 'json' }

const columns = ['A', 'U', 'I', 'M', 'O', 'G', 'X', 'B'] as const
type Column = (typeof columns)[number]

export interface Cell {
  call: string
  when: string
  column: Column
  expected: string
}

const personaOf = { U: 'una', I: 'ned', M: 'mia', O: 'mia', G: 'gail', X: 'ada', B: 'bea' } as const

/** Every cell that has a meaning. */
export const cells: readonly Cell[] = matrix.calls.flatMap((row) =>
  columns.flatMap((column) => {
    const expected = row[column]
    return expected === null ? [] : [{ call: row.call, when: row.when ?? '', column, expected }]
  }),
)

interface ValidRequest {
  path?: string
  body?: unknown
}

/** What a call is made with, for the caller and, in column O, aimed at another member. */
type Recipe = (facts: {
  caller: Person | null
  other: Person
  aimed: Person | null
  app: TestApp
  picture: string
  serial: number
}) => ValidRequest

const password = 'a quiet lake at dawn'
const pastDay = '2025-01-05'

const recipes: Record<string, Recipe> = {
  'GET /api/auth/user/:uid': ({ aimed }) => ({ path: `/api/auth/user/${aimed?.uid ?? 'nobody'}` }),
  'GET /api/auth/user/:uid of somebody else': ({ other }) => ({ path: `/api/auth/user/${other.uid}` }),
  'POST /api/auth/register': ({ caller, aimed }) => ({
    body: {
      name: caller?.name ?? 'Nobody',
      email: caller?.email ?? 'nobody@example.org',
      firebaseUid: aimed?.uid ?? 'nobody',
    },
  }),
  'PUT /api/user/profile': ({ caller, aimed, picture }) => ({
    body: {
      name: 'A new name',
      email: caller?.email ?? 'nobody@example.org',
      profilePicture: picture,
      profileCompleted: true,
      firebaseUid: aimed?.uid ?? 'nobody',
    },
  }),
  'POST /api/mood/entry': ({ app, caller, aimed }) => ({
    body: {
      sessionDate: chicagoDay(app.clock.now()),
      emotionLevel: 6,
      moodType: 'pre',
      notes: null,
      comment: 'Calm',
      ...(aimed && aimed !== caller ? { userId: aimed.userId } : {}),
    },
  }),
  'GET /api/mood/analytics': ({ caller, aimed }) => ({
    path: `/api/mood/analytics${aimed && aimed !== caller ? `?userId=${aimed.userId}` : ''}`,
  }),
  'GET /api/meditation/chat/:date of a day long past': () => ({ path: `/api/meditation/chat/${pastDay}` }),
  'POST /api/identity/sign-up/email': ({ aimed, caller, serial }) => ({
    body: {
      name: 'Newcomer',
      email: aimed && aimed !== caller ? 'known@example.org' : `newcomer-${serial}@example.org`,
      password,
    },
  }),
  'POST /api/identity/sign-in/email': ({ aimed, caller }) => ({
    body: { email: 'known@example.org', password: aimed && aimed !== caller ? 'not the password' : password },
  }),
}

/** Signs up the one account whose address and password the recipes know. */
export async function prepareMatrix(app: TestApp): Promise<void> {
  await request(app, 'POST /api/identity/sign-up/email', {
    body: { name: 'Known', email: 'known@example.org', password },
  })
}

let serial = 0

/** Plays one cell; answers what it was ('status code') and whether a refusal left every table as it was. */
export async function playCell(app: TestApp, cell: Cell): Promise<{ actual: string; unchanged: boolean }> {
  serial += 1
  const caller = cell.column === 'A' ? null : await signInAs(app, personaOf[cell.column], serial)
  const other = await signIn(app, `other-${serial}`, cast.mo)
  const aimed = cell.column === 'O' ? other : caller
  const recipe = recipes[cell.when ? `${cell.call} ${cell.when}` : cell.call]
  const picture = await anyPicture(app)
  const { path, body } = recipe?.({ caller, other, aimed, app, picture, serial }) ?? {}
  const [method = 'GET', pattern = ''] = cell.call.split(' ', 2)
  const address = path ?? pattern.replace(':date', chicagoDay(app.clock.now()))
  const before = await checksum(app)
  const answer = await request(app, `${method} ${address}` as Parameters<typeof request>[1], {
    as: caller,
    body,
  })
  const unchanged = answer.status < 400 || (await checksum(app)) === before
  return { actual: inWords(answer), unchanged }
}

/** 'status', and the refusal's code where there is one. */
export function inWords({ status, body }: { status: number; body: unknown }): string {
  const code = typeof body === 'object' && body !== null && 'code' in body ? ` ${String(body.code)}` : ''
  return status >= 400 ? `${status}${code}` : String(status)
}

function signInAs(app: TestApp, key: keyof typeof cast, number: number): Promise<Person> {
  return signIn(app, `${key}-${number}`, cast[key])
}

async function anyPicture({ database }: TestApp): Promise<string> {
  const row = await database.query
    .selectFrom('profile_pictures')
    .select('mediaSha256')
    .executeTakeFirstOrThrow()
  return `/media/${row.mediaSha256}.jpg`
}

/** One number for everything that stands in any table. */
async function checksum({ database }: TestApp): Promise<string> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(database.query)
  const sums = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await sql<{ sum: string | null }>`
        select md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql.table(name)} t`.execute(
        database.query,
      )
      return `${name}:${rows[0]?.sum ?? ''}`
    }),
  )
  return sums.join()
}

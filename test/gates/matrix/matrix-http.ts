// Plays the matrix against a server: every cell with a caller of its kind and an otherwise valid request.
import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'
import { cast, signIn, type TestUser } from '#test/people/cast.ts'
import { request } from '#test/request.ts'
import { accountRecipes } from './account-recipes.ts'
import { addressBanRecipes } from './address-bans-recipes.ts'
import { communityRecipes } from './community-recipes.ts'
import { firstAdminRecipes } from './first-admin-recipes.ts'
import { memberRecipes } from './members-recipes.ts'
import { pictureRecipes } from './pictures-recipes.ts'
import { referralRecipes } from './referrals-recipes.ts'
import { scheduleRecipes } from './schedules-recipes.ts'
import { sittingRecipes } from './sittings-recipes.ts'
import { templateRecipes } from './templates-recipes.ts'
import matrix from '../matrix.json' with { type: 'json' }

const columns = ['A', 'U', 'I', 'M', 'O', 'G', 'X', 'B'] as const
type Column = (typeof columns)[number]

export interface Cell {
  call: string
  when: string
  column: Column
  expected: string
}

export const personaOf = { U: 'una', I: 'ned', M: 'mia', O: 'mia', G: 'gail', X: 'ada', B: 'bea' } as const

/** Every applicable cell. */
export const cells: readonly Cell[] = matrix.calls.flatMap((row) =>
  columns.flatMap((column) => {
    const expected = row[column]
    return expected === null ? [] : [{ call: row.call, when: row.when ?? '', column, expected }]
  }),
)

interface ValidRequest {
  path?: string
  body?: unknown
  headers?: Record<string, string>
}

/** The request of a call, for the caller and, in column O, for another member's resource. */
export type Recipe = (facts: {
  caller: TestUser | null
  other: TestUser
  aimed: TestUser | null
  app: TestApp
  picture: string
  serial: number
}) => ValidRequest | Promise<ValidRequest>

const password = 'a quiet lake at dawn'
const pastDay = '2025-01-05'

const wrongLink = { token: 'not-a-token-of-ours' }

/** Today's session of the caller, or of the other member in column O. */
const sessionOf =
  (body?: object): Recipe =>
  async ({ app, aimed }) => ({ path: `/api/session/${await makeSession(app, aimed)}`, body })
const sessionOfOther =
  (body?: object): Recipe =>
  async ({ app, other }) => ({ path: `/api/session/${await makeSession(app, other)}`, body })

/** A message by the caller, or by the other member in column O. */
const message =
  (rest = '', deletedBy = false): Recipe =>
  async ({ app, aimed, other }) => {
    const author = (aimed?.userId ?? 0) > 0 ? aimed : other
    return { path: `/api/messages/${await makeMessage(app, author ?? other, deletedBy)}${rest}` }
  }

const ban =
  (target: (facts: Parameters<Recipe>[0]) => Promise<number> | number): Recipe =>
  async (facts) => ({
    path: `/api/admin/users/${await target(facts)}/ban`,
    body: { reason: 'Unkind words' },
  })
const banOf: Record<string, Recipe> = {
  '': ban(({ other }) => other.userId),
  ' of themselves': ban(({ caller, other }) => caller?.userId || other.userId),
  ' of an administrator': ban(async ({ app, serial }) => (await signInAs(app, 'ada', -serial)).userId),
  ' of a garden angel': ban(async ({ app, serial }) => (await signInAs(app, 'gail', -serial)).userId),
  ' of nobody': ban(() => 2_000_000_000),
}
const bans = Object.fromEntries(
  ['PUT', 'POST'].flatMap((verb) =>
    Object.entries(banOf).map(([when, recipe]) => [`${verb} /api/admin/users/:id/ban${when}`, recipe]),
  ),
)

const banChecks = Object.fromEntries(
  Object.entries(banOf).map(([when, recipe]) => [
    `GET /api/admin/users/:id/ban-check${when}`,
    async (facts: Parameters<Recipe>[0]) => ({ path: `${(await recipe(facts)).path}-check` }),
  ]),
)

const recipes: Record<string, Recipe> = {
  ...bans,
  ...banChecks,
  ...communityRecipes,
  ...accountRecipes,
  ...addressBanRecipes,
  ...firstAdminRecipes,
  ...memberRecipes,
  ...pictureRecipes,
  ...referralRecipes,
  ...scheduleRecipes,
  ...sittingRecipes,
  ...templateRecipes,
  'GET /api/auth/user/:uid': ({ aimed }) => ({ path: `/api/auth/user/${aimed?.uid ?? 'nobody'}` }),
  'GET /api/auth/user/:uid of somebody else': ({ other }) => ({ path: `/api/auth/user/${other.uid}` }),
  'POST /api/auth/session with the built-in provider': () => ({ body: { idToken: 'a.b.c' } }),
  'POST /api/identity/sign-in/social': () => ({ body: { provider: 'google' } }),
  'POST /api/auth/register': ({ caller, aimed }) => ({
    body: {
      name: caller?.name ?? 'Nobody',
      email: caller?.email ?? 'nobody@example.org',
      firebaseUid: aimed?.uid ?? 'nobody',
    },
  }),
  'PUT /api/user/profile': ({ caller, aimed, picture, serial }) => ({
    body: {
      // The names of staff are reserved, and earlier callers are staff (PROF-29).
      name: `A new name ${serial}`,
      email: caller?.email ?? 'nobody@example.org',
      profilePicture: picture,
      profileCompleted: true,
      firebaseUid: aimed?.uid ?? 'nobody',
    },
  }),
  'POST /api/mood/entry': ({ app, caller, aimed }) => ({
    body: {
      sessionDate: app.calendar.today(),
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
  'GET /api/mood/reflection-opt-in': ({ caller, aimed }) => ({
    path: `/api/mood/reflection-opt-in${aimed && aimed !== caller ? `?userId=${aimed.userId}` : ''}`,
  }),
  'PUT /api/mood/reflection-opt-in': ({ caller, aimed }) => ({
    body: { isOptedIn: true, ...(aimed && aimed !== caller ? { userId: aimed.userId } : {}) },
  }),
  'PUT /api/user/unlisted': ({ caller, aimed }) => ({
    body: { isUnlisted: false, ...(aimed && aimed !== caller ? { userId: aimed.userId } : {}) },
  }),
  'GET /api/mood/sessions': ({ caller, aimed }) => ({
    path: `/api/mood/sessions${aimed && aimed !== caller ? `?userId=${aimed.userId}` : ''}`,
  }),
  'GET /api/meditation/chat/:date of a day long past': () => ({ path: `/api/meditation/chat/${pastDay}` }),
  'POST /api/session/start': ({ app, caller, aimed }) => ({
    body: {
      sessionDate: app.calendar.today(),
      ...(aimed && aimed !== caller ? { userId: aimed.userId } : {}),
    },
  }),
  'PUT /api/session/:id': sessionOf({ additionalDuration: 5 }),
  'PUT /api/session/:id of somebody else': sessionOfOther({ additionalDuration: 5 }),
  'POST /api/session/:id': sessionOf({ additionalDuration: 5 }),
  'POST /api/session/:id of somebody else': sessionOfOther({ additionalDuration: 5 }),
  'GET /api/session/completed-count': ({ caller, aimed }) => ({
    path: `/api/session/completed-count${aimed && aimed !== caller ? `?userId=${aimed.userId}` : ''}`,
  }),
  'GET /api/session/:id': sessionOf(),
  'GET /api/session/:id of somebody else': sessionOfOther(),
  'GET /api/messages/:id/likes': message('/likes'),
  'GET /api/messages/:id/likes of a deleted message': message('/likes', true),
  'POST /api/messages/:id/like': message('/like'),
  'POST /api/messages/:id/like of a deleted message': message('/like', true),
  'DELETE /api/messages/:id/like': message('/like'),
  'DELETE /api/messages/:id/like of a deleted message': message('/like', true),
  'DELETE /api/messages/:id': message(),
  'DELETE /api/messages/:id of a deleted message': message('', true),
  'GET /api/users/:userId/liked-messages': ({ aimed, other }) => ({
    path: `/api/users/${aimed?.userId || other.userId}/liked-messages`,
  }),
  'GET /api/users/:userId/liked-messages of somebody else': ({ other }) => ({
    path: `/api/users/${other.userId}/liked-messages`,
  }),
  'POST /api/identity/request-password-reset': ({ aimed, caller, serial }) => ({
    body: {
      email: aimed && aimed !== caller ? `nobody-${serial}@example.org` : `newcomer-${serial}@example.org`,
    },
  }),
  'POST /api/identity/reset-password by a link that is none': () => ({
    body: { ...wrongLink, newPassword: password },
  }),
  'POST /api/identity/mailed-link by a link that is none': () => ({ body: wrongLink }),
  'POST /api/identity/verify-email by a link that is none': () => ({ body: wrongLink }),
  'POST /api/identity/change-password with a wrong present password': () => ({
    body: { currentPassword: 'not the password', newPassword: password },
  }),
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

/** Signs up the one account whose address and password the recipes use. */
export async function prepareMatrix(app: TestApp): Promise<void> {
  await request(app, 'POST /api/identity/sign-up/email', {
    body: { name: 'Known', email: 'known@example.org', password },
  })
}

let serial = 0

const sharedUsers = new WeakMap<TestApp, Map<string, Promise<TestUser>>>()

/** One user for all calls that a guard rejects, whatever the user's state. */
function sharedUser(app: TestApp, key: keyof typeof cast): Promise<TestUser> {
  const users = sharedUsers.get(app) ?? new Map<string, Promise<TestUser>>()
  sharedUsers.set(app, users)
  const user = users.get(key) ?? signIn(app, `shared-${key}`, cast[key])
  users.set(key, user)
  return user
}

/** Their recipes insert rows of which a member has one. */
const oncePerMember = /\/api\/session\/:id|manual-attribute/
const canShareUsers = ({ call, expected }: Cell) =>
  /^40[13] (?:unauthenticated|banned|profile_incomplete|forbidden)$/.test(expected) &&
  !oncePerMember.test(call)

/** A prepared call; everything that it refers to exists. */
interface Prepared {
  cell: Cell
  caller: TestUser | null
  send(): Promise<string>
}

/**
 * Signs in the caller of a cell, or takes a shared one, and inserts what the call refers to; returns the unsent
 * call.
 */
export async function prepareCell(app: TestApp, cell: Cell, isShared = false): Promise<Prepared> {
  serial += 1
  const number = serial
  const caller =
    cell.column === 'A'
      ? null
      : await (isShared
          ? sharedUser(app, personaOf[cell.column])
          : signInAs(app, personaOf[cell.column], number))
  const other = await (isShared ? sharedUser(app, 'mo') : signIn(app, `other-${number}`, cast.mo))
  const aimed = cell.column === 'O' ? other : caller
  const recipe = recipes[cell.when ? `${cell.call} ${cell.when}` : cell.call]
  const picture = await firstPicture(app)
  const { path, ...valid } = (await recipe?.({ caller, other, aimed, app, picture, serial: number })) ?? {}
  const [method = 'GET', pattern = ''] = cell.call.split(' ', 2)
  const address = path ?? pattern.replace(':date', app.calendar.today())
  const send = async () =>
    statusAndCode(
      await request(app, `${method} ${address}` as Parameters<typeof request>[1], { as: caller, ...valid }),
    )
  return { cell, caller, send }
}

/**
 * Plays one cell; returns the result ('status code') and whether a rejected call left every table unchanged.
 * `beforeCall` runs just before the call.
 */
export async function playCell(
  app: TestApp,
  cell: Cell,
  beforeCall: (caller: TestUser | null) => Promise<void> = async () => {},
): Promise<{ actual: string; unchanged: boolean }> {
  const { caller, send } = await prepareCell(app, cell)
  await beforeCall(caller)
  const before = await checksum(app)
  const actual = await send()
  return { actual, unchanged: !isErrorResponse(actual) || (await checksum(app)) === before }
}

/** Rows that depend on other members or on today's sitting: their cells run sequentially. */
const isGlobal = ({ call, when }: Cell) =>
  /first-admin|last administrator|sittings\/:id|help/.test(`${call} ${when}`)

/**
 * Plays a row: first its rejected cells, concurrently and between two checksums of every table, then the others.
 * Returns the result of each column, and the tables that the rejected calls changed.
 */
export async function playRow(
  app: TestApp,
  row: readonly Cell[],
): Promise<{ told: Record<string, string>; changed: string[] }> {
  if (row.some(isGlobal)) return playSequentially(app, row)
  const prepared = await Promise.all(row.map((cell) => prepareCell(app, cell, canShareUsers(cell))))
  const told: Record<string, string> = {}
  const report = async ({ cell, send }: Prepared) => {
    told[cell.column] = await send()
  }
  const before = await tableChecksums(app)
  await Promise.all(prepared.filter(({ cell }) => isErrorResponse(cell.expected)).map(report))
  const after = await tableChecksums(app)
  for (const one of prepared.filter(({ cell }) => !isErrorResponse(cell.expected))) await report(one)
  return { told, changed: [...after].filter(([name, sum]) => before.get(name) !== sum).map(([name]) => name) }
}

async function playSequentially(app: TestApp, row: readonly Cell[]): ReturnType<typeof playRow> {
  const told: Record<string, string> = {}
  const changed: string[] = []
  for (const cell of row) {
    const { actual, unchanged } = await playCell(app, cell)
    told[cell.column] = actual
    if (!unchanged) changed.push(`by ${cell.column}`)
  }
  return { told, changed }
}

const isErrorResponse = (response: string) => Number(response.slice(0, 3)) >= 400

/** 'status', followed by the error code if there is one. */
export function statusAndCode({ status, body }: { status: number; body: unknown }): string {
  const code = typeof body === 'object' && body !== null && 'code' in body ? ` ${String(body.code)}` : ''
  return status >= 400 ? `${status}${code}` : String(status)
}

export function signInAs(app: TestApp, key: keyof typeof cast, number: number): Promise<TestUser> {
  return signIn(app, `${key}-${number}`, cast[key])
}

async function makeSession({ database, calendar, clock }: TestApp, user: TestUser | null): Promise<number> {
  if (!user || user.userId === 0) return 2_000_000_000
  const now = new Date(clock.now())
  const { id: templateId } = await database.query
    .selectFrom('meditation_templates')
    .select('id')
    .executeTakeFirstOrThrow()
  const { id } = await database.query
    .insertInto('meditation_sessions')
    .values({
      userId: user.userId,
      sessionDate: calendar.today(),
      startTime: now,
      endTime: now,
      templateId,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function makeMessage(
  { database, calendar, clock }: TestApp,
  author: TestUser,
  isDeleted: boolean,
): Promise<number> {
  const now = new Date(clock.now())
  const { id } = await database.query
    .insertInto('chat_messages')
    .values({
      userId: author.userId,
      message: 'Good morning.',
      timestamp: now,
      sessionDate: calendar.today(),
      ...(isDeleted ? { deletedAt: now, deletedBy: author.userId } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function firstPicture({ database }: TestApp): Promise<string> {
  const row = await database.query
    .selectFrom('profile_pictures')
    .select('mediaSha256')
    .executeTakeFirstOrThrow()
  return `/media/${row.mediaSha256}.jpg`
}

/** One checksum of all rows of all tables. */
async function checksum(app: TestApp): Promise<string> {
  return JSON.stringify([...(await tableChecksums(app))])
}

/** The checksum of every table, by its name, once the queued mails are sent: each inserts a row for its link. */
export async function tableChecksums({ app, database }: TestApp): Promise<Map<string, string>> {
  await app.jobs.whenIdle()
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(database.query)
  const sums = tables.rows.map(
    ({ name }) => sql`
      select ${sql.lit(name)} as name, count(*) || ':' || sum(hashtextextended(ctid || '/' || xmin, 0)) as sum
      from ${sql.table(name)}`,
  )
  const { rows } = await sql<{
    name: string
    sum: string | null
  }>`${sql.join(sums, sql` union all `)}`.execute(database.query)
  return new Map(rows.map(({ name, sum }) => [name, sum ?? '']))
}

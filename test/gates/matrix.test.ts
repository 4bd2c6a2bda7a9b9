// Gate: every cell of the permission matrix.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { cast, signIn } from '#test/people/cast.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { request } from '#test/request.ts'
import { calls, methodAndPath } from './all-calls.ts'
import { cells, statusAndCode, playRow, prepareMatrix, type Cell } from './matrix/matrix-http.ts'
import matrix from './matrix.json' with { type: 'json' }

let app: TestApp
beforeAll(async () => {
  const google = { clientId: 'sit', clientSecret: 'together' }
  app = await startTestApp({ isUnlimited: true, config: { google } })
  await makeMeditation(app)
  await prepareMatrix(app)
})
afterAll(() => app.close())

const nameOf = ({ call, when }: Cell) => `${call} ${when}`.trim()
const named = [...new Set(cells.map(nameOf))].map(
  (name) => [name, cells.filter((cell) => nameOf(cell) === name)] as const,
)

test('[T08] every call has a row, and every row a call', () => {
  const declared = calls.map(methodAndPath).sort()
  expect([...new Set(matrix.calls.map(({ call }) => call))].sort()).toEqual(declared)
})

/** Calls that return 201 in their plain row. */
const creatingCalls = [
  'POST /api/admin/ip-bans',
  'POST /api/admin/profile-pictures',
  'POST /api/admin/profile-pictures/files',
  'POST /api/admin/schedules',
  'POST /api/admin/schedules/days',
  'POST /api/admin/templates',
  'POST /api/admin/templates/:id/duplicate',
  'POST /api/admin/templates/import',
  'POST /api/help',
  'POST /api/mood/entry',
  'POST /api/mood/sample-data',
  'POST /api/session/start',
  'POST /api/user/generate-referral-code',
]

test('[API-25] exactly the calls that create something return 201', () => {
  const made = cells.filter(({ column, expected }) => column === 'X' && expected === '201')
  expect([...new Set(made.map(({ call }) => call))].sort()).toEqual(creatingCalls)
  expect(cells).toContainEqual({ call: 'POST /api/auth/register', when: '', column: 'U', expected: '201' })
})

test.each(named)(
  '%s gives each kind of caller the expected response, and a rejected call changes nothing',
  async (_, row) => {
    const expected = Object.fromEntries(row.map((cell) => [cell.column, cell.expected]))
    expect(await playRow(app, row)).toEqual({ told: expected, changed: [] })
  },
)

test.each(matrix.addresses)('$call returns $responses to every caller', async ({ call, responses }) => {
  const [picture] = await app.database.query.selectFrom('profile_pictures').select('mediaSha256').execute()
  const address = call.replace(':picture', `${picture?.mediaSha256}.jpg`) as Parameters<typeof request>[1]
  const users = await Promise.all(
    Object.entries(cast).map(([key, facts]) => signIn(app, `${key}-${call.replace(/\W/g, '')}`, facts)),
  )
  for (const as of [null, ...users])
    expect(statusAndCode(await request(app, address, { as }))).toBe(responses)
})

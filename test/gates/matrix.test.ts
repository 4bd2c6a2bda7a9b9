// Gate: every cell of the permission matrix.
import { expect, test } from 'vitest'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { calls, featureOf, methodAndPath } from './all-calls.ts'
import { cells, statusAndCode, playRow, prepareMatrix } from './matrix/matrix-http.ts'
import { callRows, proofs } from './proofs.ts'

const google = { clientId: 'sit', clientSecret: 'together' }
const app = await openTestApp({ isUnlimited: true, config: { google } })
await makeMeditation(app)
await prepareMatrix(app)

const named = callRows.map(({ name }) => [name, cells.filter((cell) => cell.name === name)] as const)

test('[T08] every call has a row, and every row a call of its feature', () => {
  const declared = calls.map(methodAndPath).sort()
  expect([...new Set(callRows.map(({ call }) => call))].sort()).toEqual(declared)
  expect(callRows.filter(({ call, feature }) => featureOf(call) !== feature)).toEqual([])
})

test('[API-25] exactly the calls that create something return 201', () => {
  const creating = new Set(calls.filter(({ creates }) => creates).map(methodAndPath))
  const callsWith = (expected: RegExp) => [
    ...new Set(cells.filter((cell) => expected.test(cell.expected)).map(({ call }) => call)),
  ]
  expect(callsWith(/^201$/)).toEqual(callsWith(/^2/).filter((call) => creating.has(call)))
})

test.each(named)(
  '%s gives each kind of caller the expected response, and a rejected call changes nothing',
  async (_, row) => {
    const expected = Object.fromEntries(row.map((cell) => [cell.column, cell.expected]))
    expect(await playRow(app, row)).toEqual({ results: expected, changed: [] })
  },
)

const addresses = proofs.flatMap(({ proof }) => Object.entries(proof.addresses ?? {}))

test.each(addresses)('%s returns %s to every caller', async (call, response) => {
  const [picture] = await app.database.query.selectFrom('profile_pictures').select('mediaSha256').execute()
  const address = call.replace(':picture', `${picture?.mediaSha256}.jpg`) as Parameters<typeof request>[1]
  const users = await Promise.all(
    Object.entries(personFields).map(([key, facts]) =>
      signIn(app, `${key}-${call.replace(/\W/g, '')}`, facts),
    ),
  )
  for (const as of [null, ...users]) expect(statusAndCode(await request(app, address, { as }))).toBe(response)
})

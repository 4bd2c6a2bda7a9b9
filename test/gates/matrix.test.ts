// Gate: every cell of the permission matrix. Every change by a moderator or an administrator writes one activity entry; a
// rejected call changes no table, so it writes none.
import { describe, expect, test } from 'vitest'
import { activityKinds } from '#app/server/features.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { calls, featureOf, methodAndPath } from './all-calls.ts'
import {
  cliActivities,
  createActivityRecorder,
  loggedCells,
  notLogged,
  privilegedCalls,
  writesNone,
} from './matrix/logged-calls.ts'
import { cells, statusAndCode, playRow, prepareMatrix } from './matrix/matrix-http.ts'
import { callRows, proofs } from './proofs.ts'

const google = { clientId: 'sit', clientSecret: 'together' }
const app = await openTestApp({ isUnlimited: true, config: { google } })
await makeMeditation(app)
await prepareMatrix(app)
const activities = createActivityRecorder(app)

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
    expect(await playRow(app, row, activities.around)).toEqual({ results: expected, changed: [] })
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

test('the matrix plays every privileged call with a valid request, and every exception is a privileged call', () => {
  const allowed = new Set(loggedCells.map(({ call }) => call))
  expect([...privilegedCalls].filter((call) => !allowed.has(call) && !notLogged.has(call))).toEqual([])
  expect([...notLogged.keys()].filter((call) => !privilegedCalls.has(call))).toEqual([])
  expect([...writesNone].filter((name) => !loggedCells.some((cell) => cell.name === name))).toEqual([])
})

describe('[I23] [T25] a privileged change writes one activity entry', () => {
  const seen = new Set<string>()
  test.each(loggedCells)('$call $when as $column', async (cell) => {
    const added = await activities.entriesOf(cell)
    expect(added).toHaveLength(writesNone.has(cell.name) ? 0 : 1)
    for (const { action, targetType, createdAt, before: was, after: is, ...actor } of added) {
      seen.add(action)
      const role = { X: actor.isAdmin, H: actor.mayHost, N: actor.mayHost }
      expect(cell.column in role ? role[cell.column as keyof typeof role] : actor.isGardenAngel).toBe(true)
      expect(createdAt).toBe(new Date(app.clock.now()).toISOString())
      expect(action.startsWith(`${targetType}.`)).toBe(true)
      // A field without a label would be shown by its name.
      const fields = activityKinds.find((kind) => kind.action === action)?.fields ?? {}
      const names = Object.keys({ ...was, ...is }).filter((name) => fields[name]?.isHidden !== true)
      expect(names.filter((name) => fields[name]?.label === undefined)).toEqual([])
    }
  })

  test('every declared kind was recorded, and no two have the same name', () => {
    const actions = activityKinds.map(({ action }) => action)
    expect([...seen, ...cliActivities].sort()).toEqual(actions.sort())
  })
})

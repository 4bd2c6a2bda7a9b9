// Gate: every change by a moderator or an administrator writes exactly one activity entry. The permission matrix
// checks that a refused call writes none: it compares every table.
import { describe, expect, test } from 'vitest'
import { activityKinds } from '#app/server/features.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { calls, methodAndPath } from './all-calls.ts'
import { cells, playCell, prepareMatrix } from './matrix/matrix-http.ts'

/** Calls that need no activity entry, and why. */
const notLogged = new Map([
  ['POST /api/admin/community/zone/preview', 'It changes nothing.'],
  ['POST /api/admin/invites/import/preview', 'It changes nothing.'],
  ['POST /api/admin/invites/batches/:id/attendance/preview', 'It changes nothing.'],
  ['PUT /api/sittings/:id/stream/:rendition/init', 'It begins what its own end records.'],
  ['PUT /api/sittings/:id/stream/:rendition/:seq', 'It is a teacher’s voice.'],
  ['POST /api/mood/sample-data', 'It adds entries only to the diary of the calling administrator.'],
])

/** Allowed rows of the matrix without an entry. */
const writesNone = new Set([
  // A request for help stays between its member and their moderator (HELP-03).
  'PUT /api/moderation/help/:id',
  'PUT /api/moderation/help/:id of technical help',
  'PUT /api/moderation/help/:id that another moderator has',
  // A proposal is its teacher's until an administrator answers it (TEACH-08).
  'POST /api/templates/drafts',
  'PUT /api/templates/drafts/:id',
  'DELETE /api/templates/drafts/:id',
  'PUT /api/templates/drafts/:id/seen',
  // Opening a case decides nothing; looking at a ban neither.
  'PUT /api/moderation/cases/:id/claim',
  'DELETE /api/moderation/cases/:id/claim',
  'PUT /api/admin/moderation/bans/:id',
  // Notes stay between moderators (MOD-16).
  'POST /api/moderation/members/:userId/notes',
  // The state is already as requested.
  'DELETE /api/moderation/mutes/:userId of a member who isn’t muted',
  'POST /api/admin/ip-bans of an address that is banned',
  'POST /api/admin/users/:id/unban',
  'DELETE /api/admin/users/:id/garden-angel',
  'DELETE /api/admin/invites/:id that is revoked',
  'DELETE /api/sittings/:id/halls/:hallId that is taken away',
  'PUT /api/admin/invites/batches/:id that is sent',
])

/**
 * Activities of the CLI, which no call reaches; covered by administrators.api.test.ts, operator-links.api.test.ts and
 * export.api.test.ts.
 */
const cliActivities = ['user.end-sessions', 'user.create', 'user.password-link', 'user.export']

const privileged = calls.filter(
  ({ method, needs }) =>
    method !== 'GET' &&
    ['chat.moderate', 'sitting.hold', 'sitting.host', 'community.administer'].includes(needs),
)
const names = new Set(privileged.map(methodAndPath))
const played = cells.filter(
  ({ call, expected }) => names.has(call) && !notLogged.has(call) && expected.startsWith('2'),
)

const app = await openTestApp({ isUnlimited: true })
await makeMeditation(app)
await prepareMatrix(app)

const lines = () => app.database.query.selectFrom('activities').selectAll().orderBy('id').execute()

test('the matrix plays every privileged call with a valid request, and every exception is a privileged call', () => {
  const allowed = new Set(played.map(({ call }) => call))
  expect([...names].filter((call) => !allowed.has(call) && !notLogged.has(call))).toEqual([])
  expect([...notLogged.keys()].filter((call) => !names.has(call))).toEqual([])
  expect([...writesNone].filter((name) => !played.some((cell) => cell.name === name))).toEqual([])
})

describe('[I23] [T25] a privileged change writes one activity entry', () => {
  const seen = new Set<string>()
  test.each(played)('$call $when as $column', async (cell) => {
    const before = await lines()
    expect((await playCell(app, cell)).actual).toBe(cell.expected)
    const added = (await lines()).slice(before.length)
    expect(added).toHaveLength(writesNone.has(cell.name) ? 0 : 1)
    for (const { action, actorId, targetType, createdAt, before: was, after: is } of added) {
      seen.add(action)
      const actor = await app.database.query
        .selectFrom('users')
        .select(['isAdmin', 'isGardenAngel', 'mayHost'])
        .where('id', '=', actorId)
        .executeTakeFirstOrThrow()
      const role = { X: actor.isAdmin, H: actor.mayHost, N: actor.mayHost }
      expect(cell.column in role ? role[cell.column as keyof typeof role] : actor.isGardenAngel).toBe(true)
      expect(createdAt).toBe(new Date(app.clock.now()).toISOString())
      expect(action.startsWith(`${targetType}.`)).toBe(true)
      // A field without a label would be shown by its name.
      const fields = activityKinds.find((kind) => kind.action === action)?.fields ?? {}
      const named = Object.keys({ ...was, ...is }).filter((name) => fields[name]?.isHidden !== true)
      expect(named.filter((name) => fields[name]?.label === undefined)).toEqual([])
    }
  })

  test('every declared kind was recorded, and no two have the same name', () => {
    const actions = activityKinds.map(({ action }) => action)
    expect([...seen, ...cliActivities].sort()).toEqual(actions.sort())
  })
})

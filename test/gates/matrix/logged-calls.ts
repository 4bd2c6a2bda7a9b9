// Which calls of moderators and administrators write an activity entry, and what they wrote while the matrix was played.
import type { TestApp } from '#test/app.ts'
import { calls, methodAndPath } from '../all-calls.ts'
import { cells, playCell, type Cell } from './matrix-http.ts'

/** Calls that need no activity entry, and why. */
export const notLogged = new Map([
  ['POST /api/admin/community/zone/preview', 'It changes nothing.'],
  ['POST /api/admin/invites/import/preview', 'It changes nothing.'],
  ['POST /api/admin/invites/batches/:id/attendance/preview', 'It changes nothing.'],
  ['PUT /api/sittings/:id/stream/:rendition/init', 'It begins what its own end records.'],
  ['PUT /api/sittings/:id/stream/:rendition/:seq', 'It is a teacher’s voice.'],
  ['POST /api/mood/sample-data', 'It adds entries only to the diary of the calling administrator.'],
])

/** Allowed rows of the matrix without an entry. */
export const writesNone = new Set([
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
export const cliActivities = ['user.end-sessions', 'user.create', 'user.password-link', 'user.export']

export const privilegedCalls = new Set(
  calls
    .filter(
      ({ method, needs }) =>
        method !== 'GET' &&
        ['chat.moderate', 'sitting.hold', 'sitting.host', 'community.administer'].includes(needs),
    )
    .map(methodAndPath),
)

/** The cells that carry out a privileged change. */
export const loggedCells = cells.filter(
  ({ call, expected }) => privilegedCalls.has(call) && !notLogged.has(call) && expected.startsWith('2'),
)

/** Records the entries of each cell of `loggedCells` that is played with `around`, with the roles of their actors. */
export function createActivityRecorder(app: TestApp) {
  const { query } = app.database
  const logged = new Set(loggedCells)
  const entriesAfter = (id: number) =>
    query
      .selectFrom('activities')
      .leftJoin('users', 'users.id', 'actorId')
      .selectAll('activities')
      .select(['isAdmin', 'isGardenAngel', 'mayHost'])
      .where('activities.id', '>', id)
      .execute()
  const recorded = new Map<Cell, Awaited<ReturnType<typeof entriesAfter>>>()
  const around = async (cell: Cell, send: () => Promise<string>): Promise<string> => {
    if (!logged.has(cell)) return send()
    const { id } = await query
      .selectFrom('activities')
      .select((of) => of.fn.coalesce(of.fn.max('id'), of.lit(0)).as('id'))
      .executeTakeFirstOrThrow()
    const result = await send()
    recorded.set(cell, await entriesAfter(id))
    return result
  }
  return {
    around,
    /** The entries of a cell, which is played now if it wasn't before. */
    entriesOf: async (cell: Cell) => {
      if (!recorded.has(cell)) await playCell(app, cell, { around })
      return recorded.get(cell) ?? []
    },
  }
}

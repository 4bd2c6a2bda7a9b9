// Matrix recipes for the administrators' calls about members.
import { cast, signIn } from '#test/people/cast.ts'
import type { Recipe } from './matrix-http.ts'

const missingId = 2_000_000_000

type Facts = Parameters<Recipe>[0]

const other = (facts: Facts) => facts.other.userId
const themselves = ({ caller, other }: Facts) => caller?.userId || other.userId
const administrator = async ({ app, serial }: Facts) =>
  (await signIn(app, `admin-${serial}`, cast.ada)).userId
const gardenAngel = async ({ app, serial }: Facts) => (await signIn(app, `angel-${serial}`, cast.gail)).userId
const banned = async ({ app, serial }: Facts) => (await signIn(app, `banned-${serial}`, cast.bea)).userId
const deleted = async ({ app, other }: Facts) => {
  const deletedAt = '2026-11-20T12:00:00.000Z'
  await app.database.query.updateTable('users').set({ deletedAt }).where('id', '=', other.userId).execute()
  return other.userId
}

/** The recipes of a call on a member, by the member's state. */
function aimed(
  call: string,
  rest: string,
  body: object | undefined,
  cases: Record<string, (facts: Facts) => number | Promise<number>>,
): Record<string, Recipe> {
  return Object.fromEntries(
    Object.entries(cases).map(([condition, target]) => [
      `${call}${condition}`,
      async (facts: Facts) => ({ path: `/api/admin/users/${await target(facts)}${rest}`, body }),
    ]),
  )
}

const update = 'PUT /api/admin/users/:id'
const anyCaller = { '': other, ' of nobody': () => missingId }

export const memberRecipes: Record<string, Recipe> = {
  ...aimed(
    update,
    '',
    { name: 'A new name', isAdmin: true },
    { ...anyCaller, ' of a deleted member': deleted },
  ),
  [`${update} to the address of another member`]: async ({ app, other, serial }) => {
    const { email } = await signIn(app, `taken-${serial}`, cast.mo)
    return { path: `/api/admin/users/${other.userId}`, body: { email: email.toUpperCase() } }
  },
  [`${update} with a field that isn't theirs to change`]: ({ other }) => ({
    path: `/api/admin/users/${other.userId}`,
    body: { quantumLovePoints: 100 },
  }),
  ...aimed('DELETE /api/admin/users/:id', '', undefined, {
    ...anyCaller,
    ' of themselves': themselves,
    ' of an administrator': administrator,
    ' of a deleted member': deleted,
  }),
  ...aimed('POST /api/admin/users/:id/unban', '/unban', undefined, {
    ...anyCaller,
    ' of a banned member': banned,
  }),
  ...aimed('POST /api/admin/users/:id/garden-angel', '/garden-angel', undefined, {
    ...anyCaller,
    ' of an administrator': administrator,
    ' of a banned member': banned,
  }),
  ...aimed('DELETE /api/admin/users/:id/garden-angel', '/garden-angel', undefined, {
    ...anyCaller,
    ' of a garden angel': gardenAngel,
    ' of an administrator': administrator,
  }),
  ...aimed('PUT /api/admin/users/:id/time-spent', '/time-spent', { timeSpent: 90 }, anyCaller),
  'PUT /api/admin/users/:id/time-spent below zero': ({ other }) => ({
    path: `/api/admin/users/${other.userId}/time-spent`,
    body: { timeSpent: -1 },
  }),
}

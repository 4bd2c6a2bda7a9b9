// Sample requests of a call on a member, whose state is the condition of the row.
import { personFields, signIn } from '#test/people/people.ts'
import { missingId, type SampleRequestInput, type SampleRequest } from './sample-requests.ts'

type Target = (input: SampleRequestInput) => number | Promise<number>

const signedIn =
  (role: keyof typeof personFields): Target =>
  async ({ app, serial }) =>
    (await signIn(app, `${role}-target-${serial}`, personFields[role])).userId

const targets = {
  '': ({ other }) => other.userId,
  'of nobody': () => missingId,
  'of themselves': ({ caller, other }) => caller?.userId || other.userId,
  'of an administrator': signedIn('ada'),
  'of a garden angel': signedIn('gail'),
  'of a banned member': signedIn('bea'),
  'of a deleted member': async ({ app, other }) => {
    const deletedAt = '2026-11-20T12:00:00.000Z'
    await app.database.query.updateTable('users').set({ deletedAt }).where('id', '=', other.userId).execute()
    return other.userId
  },
} satisfies Record<string, Target>

/** A request of a call such as 'PUT /api/admin/users/:id/ban'; without a condition, on the other member. */
export function onMember(call: string, condition: keyof typeof targets = '', body?: object): SampleRequest {
  const [, path = ''] = call.split(' ')
  return async (input) => ({ path: path.replace(':id', String(await targets[condition](input))), body })
}

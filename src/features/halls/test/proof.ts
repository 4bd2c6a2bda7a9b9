// By hand, a second time: what the contract of halls declares, and where its members’ data is.
import { hash } from 'node:crypto'
import { hallToken, openHall } from '#test/data/halls.ts'
import { missingId, type SampleRequest, type SampleRequestInput } from '#test/gates/matrix/sample-requests.ts'
import { withSitting } from '#test/gates/matrix/with-sitting.ts'
import { everyone, holders, type Proof } from '#test/gates/proof.ts'
import { personFields, signIn } from '#test/people/people.ts'

/** Before the bell of a sitting whose doors are open, with a hall of the caller where they have a row. */
const onHall = (
  inSeconds: number,
  body?: object,
  { isRevoked = false }: { isRevoked?: boolean } = {},
): SampleRequest =>
  withSitting(inSeconds, async ({ sittingId }, input) => {
    const id = await insertHall(input, sittingId, isRevoked)
    const path = `/api/sittings/${sittingId}/halls/${id}`
    return body ? { path, body } : { path }
  })

async function insertHall(
  { app, other, serial }: SampleRequestInput,
  sittingId: number,
  isRevoked: boolean,
): Promise<number> {
  const madeAt = new Date(app.clock.now())
  const tokenHash = hash('sha256', `hall ${serial}`, 'buffer')
  const { id } = await app.database.query
    .insertInto('hall_links')
    .values({ tokenHash, sittingId, madeBy: other.userId, madeAt, revokedAt: isRevoked ? madeAt : null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const ofSitting: SampleRequest = withSitting(60, ({ sittingId }) => ({
  path: `/api/sittings/${sittingId}/halls`,
}))
const ofNothing =
  (rest = '', body?: object): SampleRequest =>
  () => ({ path: `/api/sittings/${missingId}/halls${rest}`, ...(body && { body }) })
const nothing = holders('404 not_found', { N: '404 not_found' })
const limits = [{ per: 'caller', max: 120, within: 60 }] as const

const ofHall = (headers: Record<string, string>): SampleRequest =>
  withSitting(60, async ({ sittingId }, { app }) => {
    await openHall(app, sittingId)
    return { headers }
  })

export const proof: Proof = {
  // For the column of its token.
  prepare: async (app) => {
    const other = await signIn(app, 'other-of-hall', personFields.mo)
    await ofHall({})({ app, caller: null, other, aimed: null, holder: null, serial: 0 })
  },
  calls: {
    'GET /api/sittings/:id/halls': {
      responses: holders('200'),
      fields: 'halls[].id halls[].madeAt halls[].people kind',
      request: withSitting(60, async ({ sittingId }, input) => {
        await insertHall(input, sittingId, false)
        return { path: `/api/sittings/${sittingId}/halls` }
      }),
    },
    'GET /api/sittings/:id/halls of nothing': { responses: nothing, request: ofNothing() },
    'POST /api/sittings/:id/halls': {
      responses: holders('200'),
      fields: 'id madeAt people url',
      limits,
      request: ofSitting,
    },
    'POST /api/sittings/:id/halls of nothing': { responses: nothing, request: ofNothing() },
    'PUT /api/sittings/:id/halls/:hallId': {
      responses: holders('200'),
      fields: 'id madeAt people',
      limits,
      request: onHall(60, { people: 12 }),
    },
    'PUT /api/sittings/:id/halls/:hallId of 201 people': {
      responses: holders('400 invalid', { N: '400 invalid' }),
      request: onHall(60, { people: 201 }),
    },
    'PUT /api/sittings/:id/halls/:hallId of nothing': {
      responses: nothing,
      request: ofNothing(`/${missingId}`, { people: 12 }),
    },
    'DELETE /api/sittings/:id/halls/:hallId': {
      responses: holders('200'),
      fields: 'success',
      limits,
      request: onHall(60),
    },
    'DELETE /api/sittings/:id/halls/:hallId that is taken away': {
      responses: holders('200'),
      request: onHall(60, undefined, { isRevoked: true }),
    },
    'DELETE /api/sittings/:id/halls/:hallId of nothing': {
      responses: nothing,
      request: ofNothing(`/${missingId}`),
    },
    'GET /api/hall': {
      responses: everyone('200'),
      fields: `
        bellBy blocks[].kind blocks[].minutes blocks[].strokes kind language people present sitting.cancelled
        sitting.doorsAt sitting.endsAt sitting.gatherAt sitting.keepsTempo sitting.mediaSeconds sitting.sharingAt
        sitting.startsAt sitting.version sitting.videoAt title videoUrl`,
      limits: [{ per: 'address', max: 120, within: 1, burst: 60 }],
      request: ofHall({ 'x-hall': hallToken }),
    },
    'GET /api/hall without a token': {
      responses: everyone('401 hall_closed', { T: '200' }),
      request: ofHall({}),
    },
  },
  events: {
    'halls-changed': 'halls people sittingId type',
  },
  memberData: {
    notExported: { hall_links: 'the links that a member made for halls, until a day after the sitting' },
    insertCanary: async ({ database, clock }, { canary, sittingId }) => {
      await database.query
        .insertInto('hall_links')
        .values({
          tokenHash: hash('sha256', `canary-${canary.userId}`, 'buffer'),
          sittingId,
          madeBy: canary.userId,
          madeAt: new Date(clock.now()),
        })
        .execute()
    },
  },
}

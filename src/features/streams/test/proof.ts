// By hand, a second time: what the contract of streams declares, and where its members’ data is.
import { missingId, type SampleRequest, type SampleRequestInput } from '#test/gates/matrix/sample-requests.ts'
import { live, withSitting } from '#test/gates/matrix/with-sitting.ts'
import { holders, type Proof } from '#test/gates/proof.ts'
import { deskId, initBytes, segmentBytes } from '#test/streams/live-sitting.ts'

const film = { 'content-type': 'video/mp4' }
const desk = `desk=${deskId}`
const segmentQuery = `${desk}&startsAtMs=1000&durationMs=2000`
const otherDesk = 'the-desk-of-someone-else'

/** On a live sitting whose bell has rung half a minute ago. */
const onLive = (
  rest: string,
  {
    body,
    prepare,
  }: { body?: () => Uint8Array; prepare?: (input: SampleRequestInput, id: number) => Promise<void> } = {},
): SampleRequest =>
  withSitting(
    -30,
    async ({ sittingId }, input) => {
      await prepare?.(input, sittingId)
      const path = `/api/sittings/${sittingId}/stream${rest}`
      return body ? { path, body: body(), headers: film } : { path }
    },
    live,
  )

/** Someone speaks there, at a desk. */
const speaking =
  (teacherId: (input: SampleRequestInput) => number | null, ofDesk = deskId) =>
  async (input: SampleRequestInput, sittingId: number) => {
    const { query } = input.app.database
    const values = { sittingId, state: 'on' as const, teacherId: teacherId(input), deskId: ofDesk }
    await query.insertInto('streams').values(values).execute()
    const init = { sittingId, rendition: 'picture' as const, fromSeq: 0, bytes: Buffer.from(initBytes()) }
    await query.insertInto('stream_inits').values(init).execute()
  }
const callerId = ({ caller }: SampleRequestInput) => caller?.userId || null
const otherId = ({ other }: SampleRequestInput) => other.userId

const ofNothing = (rest: string, body?: () => Uint8Array): SampleRequest => {
  const path = `/api/sittings/${missingId}/stream${rest}`
  return () => (body ? { path, body: body(), headers: film } : { path })
}
const nothing = holders('404 not_found', { N: '404 not_found' })
const streamFields =
  'bellBy fromMs inSharing isClosed language leadMs next.picture next.sound next.test offsetMs sitting.cancelNote ' +
  'sitting.cancelled sitting.day sitting.doorsAt sitting.endsAt sitting.gatherAt sitting.id sitting.keepsTempo ' +
  'sitting.mediaSeconds sitting.scheduleId sitting.sharingAt sitting.startsAt sitting.version sitting.videoAt sittingId ' +
  'state teacher.id teacher.name title untilMs version'
const limits = [{ per: 'caller', max: 240, within: 1, burst: 90 }] as const

export const proof: Proof = {
  calls: {
    'GET /api/sittings/:id/stream': {
      responses: holders('200'),
      fields: streamFields,
      request: onLive('', { prepare: speaking(callerId) }),
    },
    'GET /api/sittings/:id/stream of nothing': { responses: nothing, request: ofNothing('') },
    'PUT /api/sittings/:id/stream/:rendition/init': {
      responses: holders('200'),
      fields: streamFields,
      limits,
      request: onLive(`/picture/init?${desk}`, { body: initBytes }),
    },
    'PUT /api/sittings/:id/stream/:rendition/init while someone else speaks': {
      responses: holders('409 stream_not_yours'),
      request: onLive(`/picture/init?${desk}`, { body: initBytes, prepare: speaking(otherId, otherDesk) }),
    },
    'PUT /api/sittings/:id/stream/:rendition/init of nothing': {
      responses: nothing,
      request: ofNothing(`/picture/init?${desk}`, initBytes),
    },
    'PUT /api/sittings/:id/stream/:rendition/:seq': {
      responses: holders('200'),
      fields: 'delayMs leadMs nextSeq offsetMs reserveMs state version',
      limits,
      request: onLive(`/picture/0?${segmentQuery}`, { body: segmentBytes, prepare: speaking(callerId) }),
    },
    'PUT /api/sittings/:id/stream/:rendition/:seq that isn’t the next': {
      responses: holders('409 stream_gap'),
      request: onLive(`/picture/1?${segmentQuery}`, { body: segmentBytes, prepare: speaking(callerId) }),
    },
    'PUT /api/sittings/:id/stream/:rendition/:seq while someone else speaks': {
      responses: holders('409 stream_not_yours'),
      request: onLive(`/picture/0?${segmentQuery}`, {
        body: segmentBytes,
        prepare: speaking(otherId, otherDesk),
      }),
    },
    'PUT /api/sittings/:id/stream/:rendition/:seq of nothing': {
      responses: nothing,
      request: ofNothing(`/picture/0?${segmentQuery}`, segmentBytes),
    },
    'POST /api/sittings/:id/stream/end': {
      responses: holders('200'),
      fields: streamFields,
      limits: [{ per: 'caller', max: 60, within: 60 }],
      request: onLive('/end', { prepare: speaking(callerId) }),
    },
    'POST /api/sittings/:id/stream/end of nothing': { responses: nothing, request: ofNothing('/end') },
  },
  events: {
    'stream-changed': 'leadMs offsetMs sittingId state type version',
  },
  memberData: {
    notExported: {
      streams: 'who speaks now, until they end; no picture and no voice is kept',
      stream_renditions: 'no member’s data',
      stream_segments: 'a teacher’s voice of the last five minutes, deleted as it passes',
      stream_inits: 'no member’s data',
    },
    insertCanary: async ({ database }, { canary, sittingId }) => {
      // Ended, as canaries hold no sitting.
      const spoke = { state: 'ended' as const, teacherId: canary.userId, deskId: 'canary' }
      await database.query
        .insertInto('streams')
        .values({ sittingId, ...spoke })
        .onConflict((conflict) => conflict.column('sittingId').doUpdateSet(spoke))
        .execute()
    },
  },
}

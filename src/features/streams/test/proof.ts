// By hand, a second time: what the contract of streams declares, and where its members’ data is.
import { updateMemberRow } from '#features/auth/server/service.ts'
import { missingId, type SampleRequest, type SampleRequestInput } from '#test/gates/matrix/sample-requests.ts'
import { live, withSitting } from '#test/gates/matrix/with-sitting.ts'
import { everyone, holders, members, type Proof } from '#test/gates/proof.ts'
import { deskId, initBytes, segmentBytes } from '#test/streams/live-sitting.ts'
import { hashStreamKey } from '../server/stream-key.ts'

const film = { 'content-type': 'video/mp4' }
const desk = `desk=${deskId}`
const segmentQuery = `${desk}&startsAtMs=1000&durationMs=2000`
const otherDesk = 'the-desk-of-someone-else'

/** On a live sitting whose bell has rung half a minute ago. */
const onLive = (
  rest: string,
  {
    body,
    json,
    prepare,
    source = 'here',
  }: {
    body?: () => Uint8Array
    json?: object
    prepare?: (input: SampleRequestInput, id: number) => Promise<void>
    source?: string
  } = {},
): SampleRequest =>
  withSitting(
    -30,
    async ({ sittingId }, input) => {
      await prepare?.(input, sittingId)
      const path = `/api/sittings/${sittingId}/stream${rest}`
      if (json) return { path, body: json }
      return body ? { path, body: body(), headers: film } : { path }
    },
    { ...live, source },
  )

const outside = 'https://live.example.com/ana/index.m3u8'
/** A stream server asks for an encoder, on a sitting that the other member holds, with its key or another one. */
const publishing = (more: string): SampleRequest =>
  withSitting(
    -30,
    async ({ scheduleId, sittingId }, { app, other, serial }) => {
      const { query } = app.database
      const key = `key-${serial}`
      await updateMemberRow(query, other.userId, { mayHost: true })
      const hostId = other.userId
      await query.updateTable('schedules').set({ hostId }).where('id', '=', scheduleId).execute()
      const values = { sittingId, keyHash: hashStreamKey(key), keyUserId: hostId }
      await query.insertInto('streams').values(values).execute()
      return { path: '/api/stream/publish', body: { call: 'publish', name: 'ana', key: key + more } }
    },
    { ...live, source: outside },
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
const ended = async (input: SampleRequestInput, sittingId: number) => {
  const values = { sittingId, state: 'ended' as const }
  await input.app.database.query.insertInto('streams').values(values).execute()
}
const callerId = ({ caller }: SampleRequestInput) => caller?.userId || null
const otherId = ({ other }: SampleRequestInput) => other.userId

const ofNothing = (rest: string, body?: () => Uint8Array): SampleRequest => {
  const path = `/api/sittings/${missingId}/stream${rest}`
  return () => (body ? { path, body: body(), headers: film } : { path })
}
const nothing = holders('404 not_found', { N: '404 not_found' })
const streamFields = `
  bellBy chosenLeadMs fromMs inSharing isOpen language leadMs mayStart next.picture next.sound next.test offsetMs place
  sitting.cancelNote sitting.cancelled sitting.day sitting.doorsAt sitting.endsAt sitting.gatherAt sitting.id
  sitting.keepsTempo sitting.mediaSeconds sitting.scheduleId sitting.sharingAt sitting.startsAt sitting.version
  sitting.videoAt sittingId state teacher.id teacher.name title untilMs version`
const hourly = [{ per: 'caller', max: 60, within: 60 }] as const
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
      limits: hourly,
      request: onLive('/end', { prepare: speaking(callerId) }),
    },
    'POST /api/sittings/:id/stream/end of nothing': { responses: nothing, request: ofNothing('/end') },
    'POST /api/sittings/:id/stream/start': {
      responses: holders('200'),
      fields: streamFields,
      limits: hourly,
      request: onLive('/start', { prepare: ended }),
    },
    'POST /api/sittings/:id/stream/start of nothing': { responses: nothing, request: ofNothing('/start') },
    'PUT /api/sittings/:id/stream/lead': {
      responses: holders('200'),
      fields: streamFields,
      limits: hourly,
      request: onLive('/lead', { json: { seconds: 8 }, prepare: speaking(callerId) }),
    },
    'PUT /api/sittings/:id/stream/lead of 31 s': {
      responses: holders('400 invalid', { N: '400 invalid' }),
      request: onLive('/lead', { json: { seconds: 31 } }),
    },
    'POST /api/sittings/:id/stream/key': {
      responses: holders('200'),
      fields: 'server streamKey',
      limits: [{ per: 'caller', max: 30, within: 60 }],
      request: onLive('/key', { source: outside }),
    },
    'POST /api/sittings/:id/stream/key of a sitting here': {
      responses: holders('404 not_found', { N: '404 not_found' }),
      request: onLive('/key'),
    },
    'POST /api/stream/publish': {
      responses: everyone('200'),
      fields: 'code',
      limits: [{ per: 'address', max: 240, within: 1, burst: 120 }],
      request: publishing(''),
    },
    'POST /api/stream/publish with another key': {
      responses: everyone('403 stream_key'),
      request: publishing('x'),
    },
    'GET /api/stream/read': {
      responses: members('204'),
      limits: [{ per: 'caller', max: 240, within: 1, burst: 120 }],
    },
  },
  events: {
    'stream-changed': 'jump.byMs jump.seq leadMs offsetMs sittingId state type version',
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
      const keyHash = hashStreamKey(`canary-${canary.userId}`)
      const key = { keyHash, keyUserId: canary.userId }
      const spoke = { state: 'ended' as const, teacherId: canary.userId, deskId: 'canary', ...key }
      await database.query
        .insertInto('streams')
        .values({ sittingId, ...spoke })
        .onConflict((conflict) => conflict.column('sittingId').doUpdateSet(spoke))
        .execute()
    },
  },
}

// By hand, a second time: what the contract of sittings declares, and where its members’ data is.
import { type SampleRequest, missingId } from '#test/gates/matrix/sample-requests.ts'
import { live, withSitting } from '#test/gates/matrix/with-sitting.ts'
import { holders, members, moderators, type Proof } from '#test/gates/proof.ts'

const bodies = {
  begin: { inSeconds: 60 },
  delay: { minutes: 5 },
  extend: { minutes: 5 },
  end: undefined,
  cancel: { note: 'The line is down.' },
  restore: undefined,
}

type Action = keyof typeof bodies

const hostCall = (action: Action, inSeconds: number | null, plays?: typeof live): SampleRequest =>
  withSitting(
    inSeconds,
    ({ scheduleId, sittingId }) => {
      const id = action === 'begin' || action === 'restore' ? scheduleId : sittingId
      return { path: `/api/sittings/${id}/${action}`, body: bodies[action] }
    },
    plays,
  )

const ofNothing =
  (action: Action): SampleRequest =>
  () => ({ path: `/api/sittings/${missingId}/${action}`, body: bodies[action] })

/** The fields of a sitting. */
const sittingFields = `
  cancelNote cancelled day doorsAt endsAt gatherAt id keepsTempo mediaSeconds scheduleId sharingAt
  startsAt version videoAt`

export const proof: Proof = {
  calls: {
    'GET /api/sittings': {
      responses: members('200'),
      fields: `
        [].cancelNote [].cancelled [].day [].doorsAt [].endsAt [].gatherAt [].id [].keepsTempo
        [].mediaSeconds [].scheduleId [].sharingAt [].startsAt [].version [].videoAt`,
      request: () => ({ path: '/api/sittings?from=2026-11-01&to=2026-11-30' }),
    },
    'POST /api/sittings/:scheduleId/begin': {
      responses: holders('200'),
      fields: sittingFields,
      limits: [
        { per: 'caller', counts: 'carried-out', max: 10, within: 60 },
        { per: 'caller', counts: 'refused', max: 60, within: 60 },
      ],
      request: hostCall('begin', null),
    },
    'POST /api/sittings/:scheduleId/begin while everyone sits': {
      responses: holders('409 too_late'),
      request: hostCall('begin', -30),
    },
    'POST /api/sittings/:scheduleId/begin of nothing': {
      responses: holders('404 not_found', { N: '404 not_found' }),
      request: ofNothing('begin'),
    },
    'POST /api/sittings/:id/delay': {
      responses: holders('200'),
      fields: sittingFields,
      limits: [
        { per: 'caller', counts: 'carried-out', max: 10, within: 60 },
        { per: 'caller', counts: 'refused', max: 60, within: 60 },
      ],
      request: hostCall('delay', 600),
    },
    'POST /api/sittings/:id/delay after its bell': {
      responses: holders('409 too_late'),
      request: hostCall('delay', -30),
    },
    'POST /api/sittings/:id/delay of nothing': {
      responses: holders('404 not_found', { N: '404 not_found' }),
      request: ofNothing('delay'),
    },
    'POST /api/sittings/:id/extend': {
      responses: holders('200'),
      fields: sittingFields,
      limits: [
        { per: 'caller', counts: 'carried-out', max: 10, within: 60 },
        { per: 'caller', counts: 'refused', max: 60, within: 60 },
      ],
      request: hostCall('extend', -30, live),
    },
    'POST /api/sittings/:id/extend of a video': {
      responses: holders('409 not_extendable'),
      request: hostCall('extend', -30),
    },
    'POST /api/sittings/:id/extend before its bell': {
      responses: holders('409 too_late'),
      request: hostCall('extend', 30, live),
    },
    'POST /api/sittings/:id/extend of nothing': {
      responses: holders('404 not_found', { N: '404 not_found' }),
      request: ofNothing('extend'),
    },
    'POST /api/sittings/:id/end': {
      responses: holders('200'),
      fields: sittingFields,
      limits: [{ per: 'caller', max: 30, within: 60 }],
      request: hostCall('end', -30),
    },
    'POST /api/sittings/:id/end before its bell': {
      responses: holders('409 too_late'),
      request: hostCall('end', 30),
    },
    'POST /api/sittings/:id/end of nothing': {
      responses: holders('404 not_found', { N: '404 not_found' }),
      request: ofNothing('end'),
    },
    'POST /api/sittings/:id/cancel': {
      responses: holders('200'),
      fields: sittingFields,
      limits: [{ per: 'caller', max: 30, within: 60 }],
      request: hostCall('cancel', -30),
    },
    'POST /api/sittings/:id/cancel in its sharing': {
      responses: holders('409 too_late'),
      request: hostCall('cancel', -300),
    },
    'POST /api/sittings/:id/cancel of nothing': {
      responses: holders('404 not_found', { N: '404 not_found' }),
      request: ofNothing('cancel'),
    },
    'POST /api/sittings/:scheduleId/restore': {
      responses: moderators('200'),
      fields: sittingFields,
      limits: [{ per: 'caller', max: 30, within: 60 }],
      request: hostCall('restore', 3_600),
    },
    'POST /api/sittings/:scheduleId/restore of nothing': {
      responses: moderators('404 not_found'),
      request: ofNothing('restore'),
    },
  },
  events: {
    'sitting-changed': `
      id sitting.cancelNote sitting.cancelled sitting.day sitting.doorsAt sitting.endsAt sitting.gatherAt
      sitting.id sitting.keepsTempo sitting.mediaSeconds sitting.scheduleId sitting.sharingAt
      sitting.startsAt sitting.version sitting.videoAt type`,
  },
  memberData: {
    notExported: { sittings: 'no member’s data' },
  },
}

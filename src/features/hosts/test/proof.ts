// By hand, a second time: what the contract of hosts declares, and where its members’ data is.
import { missingId, type SampleRequest } from '#test/gates/matrix/sample-requests.ts'
import { withSitting } from '#test/gates/matrix/with-sitting.ts'
import { holders, moderators, type Proof } from '#test/gates/proof.ts'

/** Of a sitting an hour ahead. */
const onSchedule = (body?: (callerId: number) => object): SampleRequest =>
  withSitting(3_600, ({ scheduleId }, { caller }) => ({
    path: `/api/schedules/${scheduleId}/host`,
    ...(body && { body: body(caller?.userId ?? 0) }),
  }))

const ofNothing =
  (body?: object): SampleRequest =>
  ({ caller }) => ({
    path: `/api/schedules/${missingId}/host`,
    ...(body && { body: { hostId: caller?.userId ?? 0 } }),
  })

export const proof: Proof = {
  calls: {
    'GET /api/held-sittings': {
      responses: moderators('200', { H: '200', N: '200' }),
      fields: '[].date [].host.id [].host.name [].isSeries [].language [].scheduleId [].startsAt [].title',
    },
    'GET /api/schedules/:scheduleId/host': {
      responses: holders('200', { N: '200' }),
      fields: 'mayTake',
      request: onSchedule(),
    },
    'GET /api/schedules/:scheduleId/host of nothing': {
      responses: holders('404 not_found', { N: '404 not_found' }),
      request: ofNothing(),
    },
    'PUT /api/schedules/:scheduleId/host': {
      responses: holders('200', { N: '409 host_taken' }),
      fields: 'hostId schedules',
      limits: [{ per: 'caller', max: 60, within: 1 }],
      request: onSchedule((hostId) => ({ hostId })),
    },
    'PUT /api/schedules/:scheduleId/host of nothing': {
      responses: holders('404 not_found', { N: '404 not_found' }),
      request: ofNothing({}),
    },
    'DELETE /api/schedules/:scheduleId/host': {
      responses: holders('200'),
      fields: 'success',
      limits: [{ per: 'caller', max: 60, within: 1 }],
      request: onSchedule(),
    },
    'DELETE /api/schedules/:scheduleId/host of nothing': {
      responses: holders('404 not_found', { N: '404 not_found' }),
      request: ofNothing(),
    },
  },
  memberData: {
    notExported: { freed_schedules: 'only a note for administrators that sittings look for a host' },
  },
}

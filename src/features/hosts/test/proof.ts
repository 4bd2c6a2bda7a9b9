// By hand, a second time: what the contract of hosts declares, and where its members’ data is.
import { missingId, type SampleRequest } from '#test/gates/matrix/sample-requests.ts'
import { withSitting } from '#test/gates/matrix/with-sitting.ts'
import { administrators, holders, moderators, type Proof } from '#test/gates/proof.ts'

/** Of a sitting an hour ahead. */
const onSchedule = (body?: (callerId: number) => object, part = 'host'): SampleRequest =>
  withSitting(3_600, ({ scheduleId }, { caller }) => ({
    path: `/api/schedules/${scheduleId}/${part}`,
    ...(body && { body: body(caller?.userId ?? 0) }),
  }))

const meeting = (meetingUrl: string | null) => onSchedule(() => ({ meetingUrl }), 'meeting')

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
      fields: `
        [].date [].doorsAt [].host.id [].host.name [].isCancelled [].isSeries [].language [].meetingUrl
        [].scheduleId [].startsAt [].templateMeetingUrl [].title`,
    },
    'GET /api/held-sittings/past': {
      responses: moderators('200', { H: '200', N: '200' }),
      fields: `
        [].count [].date [].endsAt [].id [].language [].reflection.changeTenths [].reflection.pairs
        [].reflection.sittingId [].startsAt [].thanks [].title`,
    },
    'GET /api/admin/hosts': { responses: administrators('200'), fields: '[].id [].name' },
    'GET /api/admin/freed-sittings': { responses: administrators('200'), fields: '[].name [].sittings' },
    'PUT /api/schedules/:scheduleId/meeting': {
      // A garden angel holds none of them.
      responses: holders('200', { G: '403 forbidden' }),
      fields: 'meetingUrl',
      limits: [{ per: 'caller', max: 60, within: 1 }],
      request: meeting('https://zoom.us/j/123'),
    },
    'PUT /api/schedules/:scheduleId/meeting with an address of http': {
      responses: holders('400 invalid', { G: '400 invalid', N: '400 invalid' }),
      request: meeting('http://zoom.us/j/123'),
    },
    'PUT /api/schedules/:scheduleId/meeting of nothing': {
      responses: holders('404 not_found', { N: '404 not_found' }),
      request: () => ({
        path: `/api/schedules/${missingId}/meeting`,
        body: { meetingUrl: null },
      }),
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
    fields: 'hosting.sittings[].date hosting.sittings[].title',
    retainedColumns: { 'schedules.hostId': 'who held a past sitting: a number, without a name' },
    notExported: { freed_schedules: 'only a note for administrators that sittings look for a host' },
  },
}

// By hand, a second time: what the contract of hosts declares, and where its members’ data is.
import { updateMemberRow } from '#features/auth/server/service.ts'
import { missingId, type SampleRequest, type SampleRequestInput } from '#test/gates/matrix/sample-requests.ts'
import { withSitting } from '#test/gates/matrix/with-sitting.ts'
import { administrators, holders, moderators, type Proof } from '#test/gates/proof.ts'

type WhoHolds = (input: SampleRequestInput) => number | null
/** The caller, if no one else does; a caller without a row can't. */
const someone: WhoHolds = ({ caller, holder }) => {
  const id = (holder ?? caller)?.userId ?? 0
  return id > 0 ? id : null
}
/** Free but for another member's. */
const another: WhoHolds = ({ caller, holder }) =>
  holder?.userId === caller?.userId ? null : (holder?.userId ?? null)

/** Of a sitting an hour ahead. */
const onSchedule = (
  part: 'host' | 'meeting',
  { body, heldBy }: { body?: (input: SampleRequestInput) => object; heldBy: WhoHolds },
): SampleRequest =>
  withSitting(3_600, async ({ scheduleId }, input) => {
    await input.app.database.query
      .updateTable('schedules')
      .set({ hostId: heldBy(input) })
      .where('id', '=', scheduleId)
      .execute()
    return {
      path: `/api/schedules/${scheduleId}/${part}`,
      ...(body && { body: body(input) }),
    }
  })

const meeting = (address: string) =>
  onSchedule('meeting', {
    // Each time another one.
    body: ({ serial }) => ({ meetingUrl: `${address}/${serial}` }),
    heldBy: ({ holder }) => holder?.userId ?? null,
  })

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
        [].date [].deskSittingId [].doorsAt [].host.id [].host.name [].isCancelled [].isSeries [].language [].livePlace
        [].meetingUrl
        [].scheduleId [].sittingId [].startsAt [].templateMeetingUrl [].title`,
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
      request: meeting('https://zoom.us/j'),
    },
    'PUT /api/schedules/:scheduleId/meeting with an address of http': {
      responses: holders('400 invalid', { G: '400 invalid', N: '400 invalid' }),
      request: meeting('http://zoom.us/j'),
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
      request: onSchedule('host', { heldBy: someone }),
    },
    'GET /api/schedules/:scheduleId/host of nothing': {
      responses: holders('404 not_found', { N: '404 not_found' }),
      request: ofNothing(),
    },
    'PUT /api/schedules/:scheduleId/host': {
      responses: holders('200', { N: '409 host_taken' }),
      fields: 'hostId schedules',
      limits: [{ per: 'caller', max: 60, within: 1 }],
      request: onSchedule('host', {
        body: ({ caller }) => ({ hostId: caller?.userId ?? 0 }),
        heldBy: another,
      }),
    },
    'PUT /api/schedules/:scheduleId/host of someone else': {
      responses: holders('403 forbidden', { X: '200' }),
      request: withSitting(3_600, async ({ scheduleId }, { app, other }) => {
        await updateMemberRow(app.database.query, other.userId, { mayHost: true })
        return { path: `/api/schedules/${scheduleId}/host`, body: { hostId: other.userId } }
      }),
    },
    'PUT /api/schedules/:scheduleId/host of nothing': {
      responses: holders('404 not_found', { N: '404 not_found' }),
      request: ofNothing({}),
    },
    'DELETE /api/schedules/:scheduleId/host': {
      responses: holders('200', { N: '403 forbidden' }),
      fields: 'success',
      limits: [{ per: 'caller', max: 60, within: 1 }],
      request: onSchedule('host', { heldBy: someone }),
    },
    'DELETE /api/schedules/:scheduleId/host of nothing': {
      responses: holders('404 not_found', { N: '404 not_found' }),
      request: ofNothing(),
    },
  },
  memberData: {
    fields: 'hosting.sittings[].date hosting.sittings[].title',
    retainedColumns: { 'schedules.hostId': 'who held a past sitting: a number, without a name' },
    insertCanary: async ({ database }, { canary, sittingId }) => {
      const { scheduleId } = await database.query
        .selectFrom('sittings')
        .select('scheduleId')
        .where('id', '=', sittingId)
        .executeTakeFirstOrThrow()
      if (scheduleId === null) return
      const note = { formerHostId: canary.userId }
      await database.query
        .insertInto('freed_schedules')
        .values({ scheduleId, ...note })
        .onConflict((conflict) => conflict.column('scheduleId').doUpdateSet(note))
        .execute()
    },
    notExported: { freed_schedules: 'only a note for administrators that sittings look for a host' },
  },
}

// By hand, a second time: what the contract of invite batches declares, and where its members’ data is.
import { inviteSentence, makeInviteBatch, queueForLater } from '#test/data/invite-batches.ts'
import { missingId, type SampleRequestInput } from '#test/gates/matrix/sample-requests.ts'
import { administrators, members, type Proof } from '#test/gates/proof.ts'

const path = (id: number, rest = '') => `/api/admin/invites/batches/${id}${rest}`
const email = (serial: number) => `listed-${serial}@example.org`
const tables = { per: 'caller', max: 20, within: 1 } as const
const changes = { per: 'caller', max: 30, within: 1 } as const
const counts = 'counts.bad counts.invited counts.member counts.ready counts.refused counts.twice'
const attendance = (serial: number) => `email,date,minutes\n${email(serial)},2026-03-04,20`
const attendanceRequest = async ({ app, serial }: SampleRequestInput, rest: string) => {
  const { id } = await makeInviteBatch(app, { email: email(serial), state: 'sent' })
  return { path: path(id, rest), body: { text: attendance(serial) } }
}

export const proof: Proof = {
  prepare: async ({ app }) => {
    // As with SMTP_URL: without it no list is invited.
    Object.assign(app.platform.mailer, { isOutbox: false })
  },
  calls: {
    'POST /api/admin/invites/import/preview': {
      responses: administrators('200'),
      fields: `${counts} people[].email people[].language people[].name people[].note people[].row
        people[].sameAs people[].state`,
      limits: [tables],
      request: ({ serial }) => ({ body: { text: email(serial) } }),
    },
    'POST /api/admin/invites/import': {
      responses: administrators('201'),
      fields: `${counts} id`,
      limits: [tables],
      request: ({ serial }) => ({ body: { text: email(serial), sentence: inviteSentence } }),
    },
    'GET /api/admin/invites/batches': {
      responses: administrators('200'),
      fields: `
        batches[].attendance.minutes batches[].attendance.people batches[].bounced batches[].bounces[].email
        batches[].bounces[].id batches[].bounces[].reason batches[].createdAt batches[].id batches[].isPaused
        batches[].joined batches[].maker.id batches[].maker.name batches[].perhapsSent
        batches[].perhaps[].email batches[].perhaps[].id batches[].refused batches[].sent
        batches[].sentence batches[].total batches[].waiting blocked`,
    },
    'GET /api/admin/invites/batches/names': {
      responses: administrators('200'),
      fields: 'batches[].createdAt batches[].id batches[].maker.id batches[].maker.name',
    },
    'PUT /api/admin/invites/batches/:id': {
      responses: administrators('200'),
      fields: 'success',
      limits: [changes],
      // Its mail waits in no queue: it is paused.
      request: async ({ app, serial }) => ({
        path: path((await makeInviteBatch(app, { email: email(serial) })).id),
        body: { isPaused: false },
      }),
    },
    'PUT /api/admin/invites/batches/:id whose mails wait': {
      responses: administrators('200'),
      request: async ({ app, serial }) => {
        const { id, recipientId } = await makeInviteBatch(app, { email: email(serial) })
        await queueForLater(app, { batchId: id, recipientId })
        return { path: path(id), body: { isPaused: true } }
      },
    },
    'PUT /api/admin/invites/batches/:id that is sent': {
      responses: administrators('200'),
      request: async ({ app, serial }) => ({
        path: path((await makeInviteBatch(app, { email: email(serial), state: 'sent' })).id),
        body: { isPaused: true },
      }),
    },
    'PUT /api/admin/invites/batches/:id of none': {
      responses: administrators('404 not_found'),
      request: () => ({ path: path(missingId), body: { isPaused: true } }),
    },
    'DELETE /api/admin/invites/batches/:id': {
      responses: administrators('200'),
      fields: 'success',
      limits: [changes],
      request: async ({ app, serial }) => ({
        path: path((await makeInviteBatch(app, { email: email(serial) })).id),
      }),
    },
    'DELETE /api/admin/invites/batches/:id of none': {
      responses: administrators('404 not_found'),
      request: () => ({ path: path(missingId) }),
    },
    'POST /api/admin/invites/batches/:id/send-again': {
      responses: administrators('200'),
      fields: 'success',
      limits: [changes],
      request: async ({ app, serial }) => {
        const { id, recipientId } = await makeInviteBatch(app, { email: email(serial), state: 'sending' })
        return { path: path(id, '/send-again'), body: { recipientId } }
      },
    },
    'POST /api/admin/invites/batches/:id/send-again of another list': {
      responses: administrators('404 not_found'),
      request: async ({ app, serial }) => {
        const { id } = await makeInviteBatch(app, { email: email(serial), state: 'sending' })
        const { recipientId } = await makeInviteBatch(app, { email: email(serial), state: 'sending' })
        return { path: path(id, '/send-again'), body: { recipientId } }
      },
    },
    'POST /api/admin/invites/batches/:id/send-again of none': {
      responses: administrators('404 not_found'),
      request: () => ({ path: path(missingId, '/send-again'), body: { recipientId: 1 } }),
    },
    'POST /api/admin/invites/batches/:id/attendance/preview': {
      responses: administrators('200'),
      fields: `isOrderNeeded problems[].date problems[].email problems[].row problems[].state ready.minutes
        ready.people ready.rows skipped`,
      limits: [tables],
      request: (input) => attendanceRequest(input, '/attendance/preview'),
    },
    'POST /api/admin/invites/batches/:id/attendance/preview of none': {
      responses: administrators('404 not_found'),
      request: ({ serial }) => ({
        path: path(missingId, '/attendance/preview'),
        body: { text: attendance(serial) },
      }),
    },
    'POST /api/admin/invites/batches/:id/attendance': {
      responses: administrators('200'),
      fields: 'isOrderNeeded ready.minutes ready.people ready.rows skipped',
      limits: [tables],
      request: (input) => attendanceRequest(input, '/attendance'),
    },
    'POST /api/admin/invites/batches/:id/attendance of none': {
      responses: administrators('404 not_found'),
      request: ({ serial }) => ({ path: path(missingId, '/attendance'), body: { text: attendance(serial) } }),
    },
    'GET /api/account/offered-time': {
      responses: members('200'),
      fields: 'offered.from offered.minutes offered.sits offered.to',
    },
    'POST /api/account/offered-time': {
      responses: members('200'),
      fields: 'imported skipped',
      limits: [changes],
      request: () => ({ body: { keep: false } }),
    },
  },
  memberData: {
    fields: 'offeredTime.sits[].date offeredTime.sits[].minutes',
    exported: {
      offered_time: {
        at: ['offeredTime.sits'],
        left: 'id batchId email createdAt',
        why: 'the list that it came with; the caller’s address; when an administrator added it',
      },
    },
    notExported: {
      invite_batches: 'the community’s; its maker is in the activity',
      invite_recipients:
        'once they joined, only that they did: the invitation’s address and name are erased then',
      invited_mailboxes: 'hashes of mailboxes, of members and others',
      mail_refusals: 'hashes of mailboxes, of members and others',
      mailbox_hash_key: 'a secret of the community',
    },
    insertCanary: async (app, { canary: { userId, uid, email: address } }) => {
      const { database, clock } = app
      const createdAt = new Date(clock.now())
      const { id } = await makeInviteBatch(app, { email: '', state: 'sent', byId: userId, joinedId: userId })
      await database.query
        .insertInto('outside_identities')
        .values({ provider: 'google', subject: uid, uid, email: address, emailVerified: true, createdAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await database.query
        .insertInto('offered_time')
        .values({ batchId: id, email: address, date: '2026-03-04', minutes: 20, createdAt })
        .execute()
    },
  },
}

// Where tests look for a member's data of web push.
import { hash, randomBytes } from 'node:crypto'
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const pushFacts: MemberDataFacts = {
  exported: {
    push_subscriptions: {
      at: ['push.devices'],
      left: 'endpointHash endpoint p256dh auth userId sessionId refusals',
      why: 'secrets of the browser, of which the host is named as service; the caller and their sign-in; the state of sending',
    },
  },
  notExported: { push_key: 'the community’s', gone_push_devices: 'no member’s data' },
  erasedColumns: ['push_subscriptions.userId'],
  insertCanary: async ({ database, clock }, { canary }) => {
    const endpoint = `https://fcm.googleapis.com/fcm/send/canary-${canary.userId}`
    await database.query
      .insertInto('push_subscriptions')
      .values({
        endpointHash: hash('sha256', endpoint, 'buffer'),
        endpoint,
        p256dh: Buffer.concat([Buffer.from([4]), randomBytes(64)]),
        auth: randomBytes(16),
        userId: canary.userId,
        sessionId: 1,
        renewedAt: new Date(clock.now()),
      })
      .execute()
  },
}

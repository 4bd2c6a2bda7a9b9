// By hand, a second time: what the contract of push declares, and where its members’ data is.
import { createECDH, hash, randomBytes } from 'node:crypto'
import { otherUserId } from '#test/gates/matrix/sample-requests.ts'
import { members, type Proof } from '#test/gates/proof.ts'

const p256dh = createECDH('prime256v1').generateKeys('base64url', 'uncompressed')

const keys = { p256dh, auth: 'AAAAAAAAAAAAAAAAAAAAAA' }

const endpointOf = (serial: number) => `https://updates.push.services.mozilla.com/wpush/v2/matrix-${serial}`

export const proof: Proof = {
  calls: {
    'GET /api/account/push': { responses: members('200'), fields: 'hasDevice obstacle publicKey' },
    'POST /api/account/push': {
      responses: members('200', { O: '400 invalid' }),
      fields: 'success',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: (input) => ({
        body: { endpoint: endpointOf(input.serial), keys, ...otherUserId(input) },
      }),
    },
    'POST /api/account/push for an unknown service': {
      responses: members('400 invalid', { O: '400 invalid' }),
      request: () => ({
        body: { endpoint: 'https://push.example.org/1', keys },
      }),
    },
    'DELETE /api/account/push': {
      responses: members('200', { O: '400 invalid' }),
      fields: 'success',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: (input) => ({
        body: { endpoint: endpointOf(input.serial), keys, ...otherUserId(input) },
      }),
    },
  },
  memberData: {
    fields: 'push.devices[].renewedAt push.devices[].service',
    exported: {
      push_subscriptions: {
        at: ['push.devices'],
        left: 'endpointHash endpoint p256dh auth userId sessionId refusals',
        why: 'secrets of the browser, of which the host is named as service; the caller and their sign-in; the state of sending',
      },
    },
    notExported: { push_key: 'the community’s', gone_push_devices: 'no member’s data' },
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
  },
}

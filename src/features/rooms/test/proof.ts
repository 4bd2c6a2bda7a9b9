// By hand, a second time: what the contract of rooms declares.
import { joined, type SampleMessage } from '#test/gates/matrix/sample-requests.ts'
import { members, membersReceive, type Proof } from '#test/gates/proof.ts'

const join =
  (day?: string): SampleMessage =>
  ({ app, client, me }) =>
    client.send({ type: 'join-session', userId: me.userId, sessionDate: day ?? app.calendar.today() })

export const proof: Proof = {
  calls: {
    'GET /api/meditation/online-count/:date': {
      responses: members('200', { I: '200' }),
      fields: 'count',
      limits: [{ per: 'caller', max: 60, within: 1 }],
    },
    'GET /api/meditation/online-count': {
      responses: members('200', { I: '200' }),
      fields: 'count',
      limits: [{ per: 'caller', max: 60, within: 1 }],
    },
    'GET /api/meditation/online-users/:date': {
      responses: members('200'),
      fields: '[].id [].name [].profilePicture',
      limits: [{ per: 'caller', max: 60, within: 1 }],
    },
  },
  messages: {
    'join-session': {
      M: 'initial-messages',
      O: 'identity_mismatch, then 1008',
      G: 'initial-messages',
      X: 'initial-messages',
      send: join(),
    },
    'join-session of a day long past': { ...membersReceive('bad_date'), send: join('2025-01-05') },
    'join-session of a day that is none': { ...membersReceive('bad_date'), send: join('2026-02-30') },
    'join-session once more': { ...membersReceive('nothing'), send: joined(join()) },
  },
  events: {
    'session-changed': 'meditationChanged roomClosed sessionDate type',
  },
}

// By hand, a second time: what the channel does with messages that no feature declares, and the fields of its events.
import { request } from '#test/request.ts'
import { joined, sending } from './matrix/sample-requests.ts'
import { everyone, members, membersReceive, type Proof, type Responses } from './proof.ts'

/** Responses to the request for a socket. */
export const upgrades: Readonly<Record<string, Responses>> = {
  upgrade: members('101'),
  'upgrade from a foreign page': everyone('403 bad_origin'),
  'upgrade without an Origin': everyone('403 bad_origin'),
}

export const proof: Proof = {
  messages: {
    'leave-session': {
      ...membersReceive('nothing'),
      send: ({ client }) => client.send({ type: 'leave-session' }),
    },
    'leave-session of a room': {
      ...membersReceive('user-left to the others'),
      send: sending({ type: 'leave-session' }),
    },
    'a type that is none': { ...membersReceive('unknown_type'), send: sending({ type: 'ban', userId: 1 }) },
    'no JSON': { ...membersReceive('unknown_type'), send: sending('Good morning') },
    bytes: {
      ...membersReceive('nothing, then 1003'),
      send: sending(new TextEncoder().encode('{"type":"leave-session"}')),
    },
    'more than 8 KB': { ...membersReceive('nothing, then 1009'), send: sending('x'.repeat(8_193)) },
    'twenty wrong messages': {
      ...membersReceive('unknown_type, then 1008'),
      send: joined(async ({ client }) => {
        for (let count = 1; count < 20; count += 1) {
          client.send('nonsense')
          await client.next('error')
        }
        client.send('nonsense')
      }),
    },
    'sign-out while it is open': {
      ...membersReceive('nothing, then 4401'),
      send: joined(async ({ app, me }) => {
        await request(app, 'DELETE /api/auth/session', { as: me })
      }),
    },
  },
  events: {
    'access-denied': 'reason type',
    'account-changed': 'type',
    'community-changed': `
      community.accent community.bell community.hasLegalNotice community.hue community.joining
      community.language community.languages[] community.links[].kind community.links[].label
      community.links[].url community.logo community.name community.termsVersion community.version
      community.welcome community.welcomeLanguage community.zone community.zones[].fromDay
      community.zones[].zone type`,
    error: 'clientMessageId code message opensAtMs reason retryAfterMs retryAtMs scope type untilMs',
    heartbeat: 'type',
    'news-changed': 'id type version',
    'online-count-updated':
      'onlineCount onlineUsers[].id onlineUsers[].name onlineUsers[].profilePicture type',
    'user-joined': 'type user.id user.name user.profilePicture',
    'user-left': 'type userId',
  },
  addresses: {
    'GET /media/:picture': '200',
    'GET /media/still-water.en.vtt': '200',
    'GET /pages/privacy.md': '200',
    'GET /pages/care.md': '200',
    'GET /pages/terms.md': '200',
    'GET /healthz': '200',
    'GET /readyz': '200',
    'GET /metrics': '200',
    'GET /api/nothing-here': '404 not_found',
    'POST /api/nothing-here': '404 not_found',
  },
}

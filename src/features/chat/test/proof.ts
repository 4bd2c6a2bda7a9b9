// By hand, a second time: what the contract of chat declares, and where its members’ data is.
import type { TestApp } from '#test/app.ts'
import {
  type SampleRequest,
  joined,
  type SampleMessage,
  sending,
} from '#test/gates/matrix/sample-requests.ts'
import { members, membersReceive, moderators, type Proof } from '#test/gates/proof.ts'
import { sendChatMessage } from '#test/live/live-client.ts'
import type { TestUser } from '#test/people/people.ts'

const pastDay = '2025-01-05'

async function insertMessage(
  { database, calendar, clock }: TestApp,
  author: TestUser,
  isDeleted: boolean,
): Promise<number> {
  const now = new Date(clock.now())
  const { id } = await database.query
    .insertInto('chat_messages')
    .values({
      userId: author.userId,
      message: 'Good morning.',
      timestamp: now,
      sessionDate: calendar.today(),
      ...(isDeleted ? { deletedAt: now, deletedBy: author.userId } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** On a message by the caller, or by the other member in column O. */
const onMessage =
  (rest = '', isDeleted = false): SampleRequest =>
  async ({ app, aimed, other }) => {
    const author = aimed && aimed.userId > 0 ? aimed : other
    return { path: `/api/messages/${await insertMessage(app, author, isDeleted)}${rest}` }
  }

const sendingChat = (text: unknown, more: object = {}) => sending({ type: 'chat-message', text, ...more })

/** Sends messages; all but the last are broadcast. */
const sendingRepeatedly = (times: number): SampleMessage =>
  joined(async ({ client }) => {
    for (let count = 1; count < times; count += 1) {
      sendChatMessage(client, `Good morning ${count}`)
      await client.next('new-message')
    }
    sendChatMessage(client, 'Once more')
  })

export const proof: Proof = {
  calls: {
    'GET /api/meditation/chat/:date': {
      responses: members('200'),
      fields: `
        messages[].clientMessageId messages[].id messages[].isFolded messages[].isHeld messages[].likes
        messages[].message messages[].timestamp messages[].user.id messages[].user.isGardenAngel messages[].user.name messages[].user.profilePicture`,
    },
    'GET /api/meditation/chat/:date of a day long past': {
      responses: members('200', { M: '404 not_found' }),
      request: () => ({
        path: `/api/meditation/chat/${pastDay}`,
      }),
    },
    'GET /api/messages/:id/likes': {
      responses: members('200', { O: '200' }),
      fields: 'likes',
      limits: [{ per: 'caller', max: 120, within: 1, burst: 90 }],
      request: onMessage('/likes'),
    },
    'GET /api/messages/:id/likes of a deleted message': {
      responses: members('404 not_found'),
      request: onMessage('/likes', true),
    },
    'POST /api/messages/:id/like': {
      responses: members('200', { O: '200' }),
      fields: 'likes version',
      limits: [{ per: 'caller', max: 60, within: 1 }],
      request: onMessage('/like'),
    },
    'POST /api/messages/:id/like of a deleted message': {
      responses: members('404 not_found'),
      request: onMessage('/like', true),
    },
    'DELETE /api/messages/:id/like': {
      responses: members('200', { O: '200' }),
      fields: 'likes version',
      limits: [{ per: 'caller', max: 60, within: 1 }],
      request: onMessage('/like'),
    },
    'DELETE /api/messages/:id/like of a deleted message': {
      responses: members('404 not_found'),
      request: onMessage('/like', true),
    },
    'GET /api/users/:userId/liked-messages': {
      responses: members('200', { O: '403 forbidden' }),
      fields: 'likedMessages[]',
      request: ({ aimed, other }) => ({
        path: `/api/users/${aimed?.userId || other.userId}/liked-messages`,
      }),
    },
    'GET /api/users/:userId/liked-messages of somebody else': {
      responses: members('403 forbidden'),
      request: ({ other }) => ({
        path: `/api/users/${other.userId}/liked-messages`,
      }),
    },
    'DELETE /api/messages/:id': {
      responses: moderators('200', { O: '403 forbidden' }),
      fields: 'success',
      limits: [{ per: 'caller', max: 60, within: 1 }],
      request: onMessage(),
    },
    'DELETE /api/messages/:id of a deleted message': {
      responses: moderators('404 not_found'),
      request: onMessage('', true),
    },
  },
  messages: {
    'chat-message before a join': {
      ...membersReceive('not_joined'),
      send: ({ client }) => sendChatMessage(client, 'Is anybody here?'),
    },
    'chat-message': { ...membersReceive('new-message of their own'), send: sendingChat('Good morning') },
    'chat-message that names another author': {
      ...membersReceive('invalid'),
      send: sendingChat('Good morning', { userId: 1 }),
    },
    'chat-message that is empty': { ...membersReceive('invalid'), send: sendingChat(' \u0007 ') },
    'chat-message that is too long': { ...membersReceive('invalid'), send: sendingChat('x'.repeat(501)) },
    "chat-message that can't be stored": { ...membersReceive('invalid'), send: sendingChat('a\u0000b') },
    'chat-message that is no text': { ...membersReceive('invalid'), send: sendingChat(['Good morning']) },
    'new-message': {
      ...membersReceive('unknown_type'),
      send: sending({ type: 'new-message', message: { id: 1, message: 'forged' } }),
    },
    'message-deleted': {
      ...membersReceive('unknown_type'),
      send: sending({ type: 'message-deleted', messageId: 1 }),
    },
    'a 6th chat-message at once': {
      M: 'rate_limited',
      G: 'new-message of their own',
      X: 'new-message of their own',
      send: sendingRepeatedly(6),
    },
    'an 11th chat-message at once': { G: 'rate_limited', X: 'rate_limited', send: sendingRepeatedly(11) },
    'chat-message after a ban that nobody has told of': {
      ...membersReceive('access-denied, then 4403'),
      send: joined(async ({ app, client, me }) => {
        const ban = { isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: 'Unkind words' }
        await app.database.query.updateTable('users').set(ban).where('id', '=', me.userId).execute()
        sendChatMessage(client, 'Good morning')
      }),
    },
  },
  events: {
    'initial-messages': `
      messages[].clientMessageId messages[].id messages[].isFolded messages[].isHeld messages[].likes
      messages[].message messages[].timestamp messages[].user.id messages[].user.isGardenAngel messages[].user.name messages[].user.profilePicture
      type`,
    'message-deleted': 'clientMessageId messageId type',
    'message-likes-updated': 'likes messageId type',
    'new-message': `
      duringPause message.clientMessageId message.id message.isFolded message.isHeld message.likes
      message.message message.timestamp message.user.id message.user.isGardenAngel message.user.name message.user.profilePicture type`,
    'message-folded': 'messageId type',
    'message-restored': `
      message.clientMessageId message.id message.isFolded message.isHeld message.likes message.message
      message.timestamp message.user.id message.user.isGardenAngel message.user.name
      message.user.profilePicture type`,
    'room-settings': 'slowSeconds type',
    'own-like': 'liked messageId type version',
  },
  memberData: {
    fields: `
      chat.likes[].createdAt chat.likes[].messageId chat.messages[].deletedAt chat.messages[].id
      chat.messages[].message chat.messages[].sessionDate chat.messages[].timestamp`,
    exported: {
      chat_messages: {
        at: ['chat.messages'],
        left: 'userId clientMessageId deletedBy storedAt foldedAt heldAt',
        why: 'the moderator’s number; a number of the page; when it was stored, folded by reports, or held',
      },
      message_likes: { at: ['chat.likes'], left: 'id userId', why: 'the caller' },
    },
    retainedColumns: { 'chat_messages.deletedBy': 'the moderator’s number, without a name' },
  },
}

// Matrix recipes for the calls and messages of the chat.
import type { TestApp } from '#test/app.ts'
import {
  joined,
  sending,
  type CallRecipe,
  type MatrixRecipes,
  type MessageRecipe,
} from '#test/gates/matrix/recipes.ts'
import { sendChatMessage } from '#test/live/live-client.ts'
import type { TestUser } from '#test/people/cast.ts'

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
  (rest = '', isDeleted = false): CallRecipe =>
  async ({ app, aimed, other }) => {
    const author = aimed && aimed.userId > 0 ? aimed : other
    return { path: `/api/messages/${await insertMessage(app, author, isDeleted)}${rest}` }
  }

const sendingChat = (text: unknown, more: object = {}) => sending({ type: 'chat-message', text, ...more })

/** Sends messages; all but the last are broadcast. */
const sendingRepeatedly = (times: number): MessageRecipe =>
  joined(async ({ client }) => {
    for (let count = 1; count < times; count += 1) {
      sendChatMessage(client, `Good morning ${count}`)
      await client.next('new-message')
    }
    sendChatMessage(client, 'Once more')
  })

export const chatRecipes: MatrixRecipes = {
  calls: {
    'GET /api/meditation/chat/:date of a day long past': () => ({
      path: `/api/meditation/chat/${pastDay}`,
    }),
    'GET /api/messages/:id/likes': onMessage('/likes'),
    'GET /api/messages/:id/likes of a deleted message': onMessage('/likes', true),
    'POST /api/messages/:id/like': onMessage('/like'),
    'POST /api/messages/:id/like of a deleted message': onMessage('/like', true),
    'DELETE /api/messages/:id/like': onMessage('/like'),
    'DELETE /api/messages/:id/like of a deleted message': onMessage('/like', true),
    'DELETE /api/messages/:id': onMessage(),
    'DELETE /api/messages/:id of a deleted message': onMessage('', true),
    'GET /api/users/:userId/liked-messages': ({ aimed, other }) => ({
      path: `/api/users/${aimed?.userId || other.userId}/liked-messages`,
    }),
    'GET /api/users/:userId/liked-messages of somebody else': ({ other }) => ({
      path: `/api/users/${other.userId}/liked-messages`,
    }),
  },
  messages: {
    'chat-message before a join': ({ client }) => sendChatMessage(client, 'Is anybody here?'),
    'chat-message': sendingChat('Good morning'),
    'chat-message that names another author': sendingChat('Good morning', { userId: 1 }),
    'chat-message that is empty': sendingChat(' \u0007 '),
    'chat-message that is too long': sendingChat('x'.repeat(501)),
    "chat-message that can't be stored": sendingChat('a\u0000b'),
    'chat-message that is no text': sendingChat(['Good morning']),
    'new-message': sending({ type: 'new-message', message: { id: 1, message: 'forged' } }),
    'message-deleted': sending({ type: 'message-deleted', messageId: 1 }),
    'a 6th chat-message at once': sendingRepeatedly(6),
    'an 11th chat-message at once': sendingRepeatedly(11),
    'chat-message after a ban that nobody has told of': joined(async ({ app, client, me }) => {
      const ban = { isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: 'Unkind words' }
      await app.database.query.updateTable('users').set(ban).where('id', '=', me.userId).execute()
      sendChatMessage(client, 'Good morning')
    }),
  },
}

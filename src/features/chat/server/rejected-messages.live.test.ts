// Rejected chat messages: malformed, from banned members, or while the database is down.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createInProcessBus } from '#server/bus/bus.ts'
import { connectDatabase } from '#server/db/database.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { defaultTestTime } from '#test/clock.ts'
import { openAdmission, openTestChannel } from '#test/live/live-channel.ts'
import { connectLive, joinLive, sendChatMessage, type LiveAddress } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { createChatMessageHandler } from './messages.ts'
import { createChatFeature } from './room/room-chat.ts'

const today = '2026-11-21'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

const joined = (person: TestUser, to: LiveAddress = app) => joinLive(to, person, today)

const stored = (userId: number) =>
  app.database.query
    .selectFrom('chat_messages')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()

async function ban(userId: number, reason: string): Promise<void> {
  const bannedAt = new Date(app.clock.now())
  await app.database.query
    .updateTable('users')
    .set({ isBanned: true, bannedAt, bannedReason: reason })
    .where('id', '=', userId)
    .execute()
}

describe('an invalid message', () => {
  const tooLong = 'x'.repeat(501)
  const bad: [string, unknown][] = [
    ['empty', ''],
    ['blank', ' \n\t '],
    ['of 501 units', tooLong],
    ['of 251 surrogate pairs', '🌊'.repeat(251)],
    ['with NUL', 'a\u0000b'],
    ['with half a surrogate pair', 'a\ud83cb'],
    ['with the other half', '\udf0a'],
    ['a number', 7],
    ['a list', ['a']],
    ['nothing', undefined],
  ]

  test('[CHAT-05] [T22] gets invalid with its id, and nothing is stored or sent', async () => {
    const xena = await signIn(app, 'xena', { name: 'Xena' })
    const [client, other] = [await joined(xena), await joined(people.mo)]
    for (const [index, [name, text]] of bad.entries()) {
      const clientMessageId = `bad-message-${index}`
      sendChatMessage(client, text, clientMessageId)
      const error = await client.next('error')
      expect({ name, ...error }).toMatchObject({ name, code: 'invalid', clientMessageId })
    }
    for (const extra of [{ userId: 1 }, { user: { id: 1 } }, { sessionDate: '2026-01-01' }]) {
      client.send({ type: 'chat-message', text: 'hello', ...extra })
      expect((await client.next('error')).code).toBe('invalid')
    }
    for (const clientMessageId of ['short', 'x'.repeat(65), 'not allowed!', 7, '']) {
      client.send({ type: 'chat-message', text: 'hello', clientMessageId })
      const error = await client.next('error')
      expect(error.code).toBe('invalid')
      expect(error).not.toHaveProperty('clientMessageId')
    }
    expect(await stored(xena.userId)).toEqual([])
    await other.whenCaughtUp()
    expect(other.count('new-message')).toBe(0)
    await Promise.all([client.close(), other.close()])
  })

  test.each(['\u200B', '\u2800', '\u00AD\u00AD'])('[CHAT-29] %j is rejected as empty', async (text) => {
    const client = await joined(people.gail)
    sendChatMessage(client, text, 'nothing-to-see')
    const error = await client.next('error')
    expect(error).toMatchObject({ code: 'invalid', clientMessageId: 'nothing-to-see' })
    expect(await stored(people.gail.userId)).toEqual([])
    await client.close()
  })

  test('[CHAT-05] 500 units are stored, and the text is normalized', async () => {
    const yuri = await signIn(app, 'yuri', { name: 'Yuri' })
    const client = await joined(yuri)
    const good = [
      ['x'.repeat(500), 'x'.repeat(500)],
      ['🌊'.repeat(250), '🌊'.repeat(250)],
      [`  ${'y'.repeat(500)}\r\n`, 'y'.repeat(500)],
      ['one\r\ntwo\u202e \u0007', 'one\ntwo'],
      ['cafe\u0301', 'caf\u00e9'],
      ["<b>'; drop table users; --</b>", "<b>'; drop table users; --</b>"],
    ] as const
    for (const [text, expected] of good) {
      sendChatMessage(client, text)
      expect((await client.next('new-message')).message.message).toBe(expected)
    }
    expect((await stored(yuri.userId)).map(({ message }) => message)).toEqual(good.map(([, text]) => text))
    await client.close()
  })
})

describe('a banned author', () => {
  test('[I11] [T23] stores nothing after the ban is committed, and is disconnected with the reason', async () => {
    const bo = await signIn(app, 'bo', { name: 'Bo' })
    const [client, other] = [await joined(bo), await joined(people.mo)]
    await ban(bo.userId, 'Enough')
    sendChatMessage(client, 'one more thing')
    expect(await client.next('access-denied')).toEqual({ type: 'access-denied', reason: 'Enough' })
    expect(await client.closed).toBe(4403)
    expect(await stored(bo.userId)).toEqual([])
    await other.next('user-left', ({ userId }) => userId === bo.userId)
    expect(other.count('new-message')).toBe(0)
    await other.close()
  })

  test('[I11] of 200 sends concurrent with the ban, none is stored after it', async () => {
    const cy = await signIn(app, 'cy', { name: 'Cy' })
    const speak = createChatMessageHandler({
      ...app.app.platform,
      bus: createInProcessBus('deaf'),
    })
    const sends = Array.from({ length: 200 }, (_, index) =>
      speak(
        {
          user: { id: cy.userId },
          room: roomOfDay(`2020-01-${String((index % 28) + 1).padStart(2, '0')}`),
          persona: 'member' as const,
          admission: openAdmission,
        },
        { text: 'x' },
      ),
    )
    const outcomes = Promise.allSettled(sends)
    await expect.poll(async () => (await stored(cy.userId)).length).toBeGreaterThan(0)
    await ban(cy.userId, 'Now')
    const before = (await stored(cy.userId)).length
    await outcomes
    expect((await stored(cy.userId)).length).toBe(before)
    const rejected = (await outcomes).filter(({ status }) => status === 'rejected')
    expect(rejected).toHaveLength(200 - before)
  })
})

describe('without the database', () => {
  test('[LIVE-23] a message gets unavailable with its id, and the socket stays', async () => {
    const gone = connectDatabase(app.databaseUrl, { maxConnections: 1 })
    await gone.close()
    const down = connectDatabase('postgres://127.0.0.1:1/nothing')
    const platform = { ...app.app.platform, database: down }
    const node = await openTestChannel(app, {
      features: [createChatFeature(platform, { initialMessages: async () => [] })],
    })
    const client = await joined(people.mia, node)
    sendChatMessage(client, 'anybody there?', 'while-it-rests')
    expect(await client.next('error')).toMatchObject({
      code: 'unavailable',
      clientMessageId: 'while-it-rests',
    })
    await client.whenCaughtUp()
    await node.close()
    await down.close()
  })

  test('[LIVE-23] a join gets unavailable and joins nothing, and the next one can succeed', async () => {
    let isDown = true
    const node = await openTestChannel(app, {
      initialMessages: async () => {
        if (isDown) throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
        return []
      },
    })
    const dora = await signIn(app, 'dora', { name: 'Dora' })
    const client = await connectLive(node, { as: dora })
    // This doesn't cover members who are in the same room on other nodes, or were a moment ago.
    const isThere = () =>
      node.channel.presence.newest(roomOfDay(today), 0, 50).some(({ id }) => id === dora.userId)
    client.send({ type: 'join-session', userId: dora.userId, sessionDate: today })
    expect((await client.next('error')).code).toBe('unavailable')
    expect(isThere()).toBe(false)
    isDown = false
    await client.join(today)
    expect(isThere()).toBe(true)
    await node.close()
  })
})

test('[CHAT-05] the table itself rejects an empty and an overlong message', async () => {
  const insert = (message: string) =>
    sql`insert into chat_messages ("userId", message, "timestamp", "sessionDate")
      values (${people.mia.userId}, ${message}, ${defaultTestTime}, ${today})`.execute(app.database.query)
  await expect(insert('')).rejects.toThrow('chat_messages_message_check')
  await expect(insert('x'.repeat(501))).rejects.toThrow('chat_messages_message_check')
})

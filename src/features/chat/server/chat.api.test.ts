// The endpoint that reads a day's chat.
import { expect, test } from 'vitest'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { insertSentMessage } from './sql/messages.ts'

const app = await openTestApp()
const people = await signInPeople(app)
for (const sessionDate of ['2026-11-21', '2026-11-20', '2026-11-19']) {
  for (let count = 1; count <= 31; count += 1) {
    const timestamp = new Date(Date.UTC(2026, 10, 1, 12, 0, Math.floor(count / 2)))
    const userId = count % 2 === 0 ? people.mia.userId : people.gail.userId
    const clientMessageId = count === 31 ? `last-of-${sessionDate}` : null
    const message = `${sessionDate} ${count}`
    await insertSentMessage(app.database.query, {
      isHeld: false,
      userId,
      message,
      timestamp,
      sessionDate,
      clientMessageId,
    })
  }
}

const read = (day: string, as: keyof typeof people) =>
  request(app, `GET /api/meditation/chat/${day}`, { as: people[as] })

test('[CHAT-24] returns the latest 30 of today and yesterday, oldest first, in the format of initial-messages', async () => {
  for (const day of ['2026-11-21', '2026-11-20']) {
    const { status, body } = await read(day, 'mia')
    expect(status).toBe(200)
    const { messages } = body as { messages: { message: string }[] }
    expect(messages.map(({ message }) => message)).toEqual(
      Array.from({ length: 30 }, (_, index) => `${day} ${index + 2}`),
    )
    expect(messages.at(-1)).toEqual({
      id: expect.any(Number) as number,
      message: `${day} 31`,
      timestamp: '2026-11-01T12:00:15.000Z',
      user: {
        id: people.gail.userId,
        name: people.gail.name,
        profilePicture: expect.stringMatching(/^\/media\//) as string,
        isGardenAngel: true,
      },
      likes: 0,
      clientMessageId: `last-of-${day}`,
    })
  }
})

test('[CHAT-24] returns all earlier messages, however many callers there are', async () => {
  const said = { userId: people.mia.userId, sessionDate: '2026-11-20', clientMessageId: null, isHeld: false }
  for (const message of ['a word', 'another', 'the last']) {
    const before = Array.from({ length: 5 }, () => read('2026-11-20', 'mo'))
    const timestamp = new Date('2026-11-20T12:00:00Z')
    await insertSentMessage(app.database.query, { ...said, message, timestamp })
    const { body } = await read('2026-11-20', 'mo')
    expect((body as { messages: { message: string }[] }).messages.at(-1)?.message).toBe(message)
    for (const { status } of await Promise.all(before)) expect(status).toBe(200)
  }
})

test('[CHAT-24] an older day is 404 for members and readable for moderators; a future day is 404 for all', async () => {
  expect(await read('2026-11-19', 'mia')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  for (const moderator of ['gail', 'ada'] as const) {
    const { status, body } = await read('2026-11-19', moderator)
    expect(status).toBe(200)
    expect((body as { messages: unknown[] }).messages).toHaveLength(30)
    expect((await read('2020-01-01', moderator)).body).toEqual({ messages: [] })
  }
  for (const who of ['mia', 'gail', 'ada'] as const) expect((await read('2026-11-22', who)).status).toBe(404)
})

test('[CHAT-24] an invalid date is 400, and a caller without chat permission may not read', async () => {
  expect((await read('2026-02-30', 'mia')).status).toBe(400)
  expect((await read('yesterday', 'mia')).status).toBe(400)
  expect((await read('2026-11-21', 'ned')).status).toBe(403)
  expect((await read('2026-11-21', 'bea')).status).toBe(403)
  expect((await request(app, 'GET /api/meditation/chat/2026-11-21')).status).toBe(401)
})

test('[MOD-13] of the same member’s messages on several nodes at once, slow mode stores one', async () => {
  await request(app, 'PUT /api/moderation/room', { as: people.gail, body: { slowSeconds: 120 } })
  // Each node stores a room’s messages one by one; the statement itself keeps nodes apart.
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      insertSentMessage(app.database.query, {
        isHeld: false,
        userId: people.mo.userId,
        message: `Node ${index}`,
        timestamp: new Date(app.clock.now()),
        sessionDate: '2026-11-21',
        clientMessageId: null,
      }),
    ),
  )
  expect(results.filter((result) => 'message' in result)).toHaveLength(1)
  expect(results.filter((result) => 'obstacle' in result && result.obstacle === 'slow')).toHaveLength(7)
})

test('[MOD-24] a ban that ends by itself refuses messages until its end, by the database’s clock', async () => {
  await request(app, 'PUT /api/moderation/room', { as: people.gail, body: { slowSeconds: 0 } })
  const send = (bannedUntil: Date) =>
    app.database.transaction(async (tx) => {
      const ban = { isBanned: true, bannedAt: new Date(0), bannedReason: 'Loud', bannedUntil }
      await tx.updateTable('users').set(ban).where('id', '=', people.mia.userId).execute()
      return insertSentMessage(tx, {
        isHeld: false,
        userId: people.mia.userId,
        message: 'Back again',
        timestamp: new Date(app.clock.now()),
        sessionDate: '2026-11-21',
        clientMessageId: null,
      })
    })
  expect(await send(new Date(Date.now() + 60_000))).toEqual({ obstacle: 'banned' })
  expect(await send(new Date(Date.now() - 60_000))).toMatchObject({ state: 'new' })
  await app.database.query
    .updateTable('users')
    .set({ isBanned: false, bannedAt: null, bannedReason: null, bannedUntil: null })
    .where('id', '=', people.mia.userId)
    .execute()
})

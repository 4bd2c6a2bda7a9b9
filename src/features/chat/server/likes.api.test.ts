// The endpoints that like, unlike and count likes.
import { describe, expect, test } from 'vitest'
import type { Executor } from '#server/db/database.ts'
import { defaultTestTime } from '#test/clock.ts'
import { makeMessage } from '#test/data/factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

const message = (facts?: Parameters<typeof makeMessage>[2]) => makeMessage(app, people.mo, facts)
const like = (id: number, as: TestUser | null) => request(app, `POST /api/messages/${id}/like`, { as })
const unlike = (id: number, as: TestUser | null) => request(app, `DELETE /api/messages/${id}/like`, { as })
const likes = (id: number, as: TestUser | null) => request(app, `GET /api/messages/${id}/likes`, { as })
const likedBy = (userId: number, as: TestUser) =>
  request(app, `GET /api/users/${userId}/liked-messages`, { as })
const rowsOf = (messageId: number) =>
  app.database.query
    .selectFrom('message_likes')
    .selectAll()
    .where('messageId', '=', messageId)
    .orderBy('id')
    .execute()
const deleteAs = (id: number, as: TestUser) => request(app, `DELETE /api/messages/${id}`, { as })

describe('a like', () => {
  test('[CHAT-08] adds one however often it is sent, and is removed once', async () => {
    const id = await message()
    for (const person of [people.mia, people.mia]) {
      expect(await like(id, person)).toMatchObject({ status: 200, body: { likes: 1 } })
    }
    expect((await like(id, people.mo)).body).toMatchObject({ likes: 2 })
    expect((await unlike(id, people.mia)).body).toMatchObject({ likes: 1 })
    expect((await unlike(id, people.mia)).body).toEqual({ likes: 1 })
    expect((await unlike(id, people.gail)).body).toEqual({ likes: 1 })
    expect((await likes(id, people.gail)).body).toEqual({ likes: 1 })
  })

  test('[LIVE-33] returns a version that grows with each change, and none when nothing changed', async () => {
    const id = await message()
    const responses = [await like(id, people.mia), await unlike(id, people.mia), await like(id, people.mia)]
    const versions = responses.map(({ body }) => (body as { version: number }).version)
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
    expect((await like(id, people.mia)).body).toEqual({ likes: 1 })
  })

  test('[DATA-08] is a row with the message, the member and the time', async () => {
    const id = await message()
    await like(id, people.mia)
    expect(await rowsOf(id)).toEqual([
      {
        id: expect.any(Number) as number,
        messageId: id,
        userId: people.mia.userId,
        createdAt: defaultTestTime,
      },
    ])
  })

  test('[I20] sent while an equal one commits is in the count, and returns no version', async () => {
    const id = await message()
    const insert = (tx: Executor) =>
      tx
        .insertInto('message_likes')
        .values({ messageId: id, userId: people.mia.userId, createdAt: defaultTestTime })
        .execute()
    const outcome = await raceUncommittedChange(app, insert, () => like(id, people.mia))
    expect(outcome).toMatchObject({ value: { status: 200, body: { likes: 1 } } })
    expect(outcome).not.toHaveProperty('value.body.version')
    expect(await rowsOf(id)).toHaveLength(1)
  })

  test('[I20] taken back while an equal request commits is not in the count, and returns no version', async () => {
    const id = await message()
    await like(id, people.mia)
    const erase = (tx: Executor) => tx.deleteFrom('message_likes').where('messageId', '=', id).execute()
    const outcome = await raceUncommittedChange(app, erase, () => unlike(id, people.mia))
    expect(outcome).toMatchObject({ value: { status: 200, body: { likes: 0 } } })
    expect(outcome).not.toHaveProperty('value.body.version')
  })

  test('[I20] [CHAT-24] is part of the chat response, also at 0 likes', async () => {
    const day = app.calendar.today()
    const [liked, other] = [await message({ text: 'liked' }), await message({ text: 'not liked' })]
    for (const person of [people.mia, people.mo, people.gail]) await like(liked, person)
    await unlike(liked, people.gail)
    const { body } = await request(app, `GET /api/meditation/chat/${day}`, { as: people.mia })
    const { messages } = body as { messages: { id: number; likes: number }[] }
    const counts = new Map(messages.map(({ id, likes: count }) => [id, count]))
    expect([counts.get(liked), counts.get(other)]).toEqual([2, 0])
    expect(await rowsOf(liked)).toHaveLength(2)
  })
})

describe('a message that doesn’t exist', () => {
  const calls = { like, unlike, likes }

  test.each(Object.keys(calls) as (keyof typeof calls)[])(
    '[CHAT-09] is 404 to %s: deleted, unknown or of an older day, and nothing changes',
    async (name) => {
      const deleted = await message()
      await like(deleted, people.mia)
      await deleteAs(deleted, people.gail)
      const old = await message({ day: '2026-11-19' })
      const before = [await rowsOf(deleted), await rowsOf(old)]
      for (const id of [deleted, old, 2_000_000_000]) {
        expect(await calls[name](id, people.mia)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      }
      expect((await calls[name](deleted, people.gail)).status).toBe(404)
      expect([await rowsOf(deleted), await rowsOf(old)]).toEqual(before)
    },
  )

  test('[CHAT-09] does not include yesterday’s, nor, for moderators, any day’s', async () => {
    const yesterday = await message({ day: '2026-11-20' })
    const old = await message({ day: '2020-01-01' })
    expect((await like(yesterday, people.mia)).body).toMatchObject({ likes: 1 })
    for (const moderator of [people.gail, people.ada]) expect((await like(old, moderator)).status).toBe(200)
    expect((await likes(old, people.gail)).body).toEqual({ likes: 2 })
  })

  test.each(['0', '-1', '1.5', '1e3', 'abc', '2147483648', '%00'])('[CHAT-09] is 400 as %s', async (id) => {
    for (const call of [`POST /api/messages/${id}/like`, `GET /api/messages/${id}/likes`] as const) {
      expect((await request(app, call, { as: people.mia })).status).toBe(400)
    }
  })
})

test('[CHAT-09] a like during the erasure of the message’s author waits for it, and is 404', async () => {
  const id = await message()
  const erase = (tx: Executor) => tx.deleteFrom('chat_messages').where('id', '=', id).execute()
  const outcome = await raceUncommittedChange(app, erase, () => like(id, people.mia))
  expect(outcome).toMatchObject({ value: { status: 404, body: { code: 'not_found' } } })
})

describe('the messages that a member likes', () => {
  test('[CHAT-10] are the member’s own, last liked first, without deleted ones', async () => {
    const zoe = await signIn(app, 'zoe', { name: 'Zoe' })
    const ids = [await message(), await message(), await message(), await message()] as const
    for (const id of [ids[1], ids[0], ids[3], ids[2]]) await like(id, zoe)
    await like(ids[0], people.mia)
    await unlike(ids[1], zoe)
    await deleteAs(ids[3], people.ada)
    expect(await likedBy(zoe.userId, zoe)).toMatchObject({
      status: 200,
      body: { likedMessages: [ids[2], ids[0]] },
    })
  })

  test('[CHAT-10] of another member are 403, also for admins and for unknown ids', async () => {
    for (const person of [people.mia, people.gail, people.ada]) {
      for (const userId of [people.mo.userId, 2_000_000_000]) {
        expect(await likedBy(userId, person)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      }
      expect((await likedBy(person.userId, person)).status).toBe(200)
    }
  })
})

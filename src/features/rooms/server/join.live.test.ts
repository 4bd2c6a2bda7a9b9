// Joining and leaving rooms, with two or more members.
import { describe, expect, test } from 'vitest'
import { createChatFeature } from '#features/chat/server/room/room-chat.ts'
import type { RoomFeature } from '#server/live/room-feature.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { defaultTestTime } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestChannel } from '#test/live/live-channel.ts'
import { connectLive, sendChatMessage } from '#test/live/live-client.ts'
import { guardsWithout } from '#test/network/guards-without.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'

const today = '2026-11-21'
const yesterday = '2026-11-20'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

const connectAs = (who: keyof typeof people) => connectLive(app, { as: people[who] })

describe('join-session', () => {
  test('[LIVE-02] [LIVE-04] returns the latest 30 messages, oldest first, and the presence', async () => {
    const mo = await connectAs('mo')
    await mo.join(today)
    for (let count = 1; count <= 32; count += 1) {
      mo.send({ type: 'chat-message', text: `message ${count}` })
      await mo.next('new-message')
    }
    const mia = await connectAs('mia')
    mia.send({ type: 'join-session', userId: people.mia.userId, sessionDate: today })
    const { messages } = await mia.next('initial-messages')
    expect(messages.map(({ message }) => message)).toEqual(
      Array.from({ length: 30 }, (_, index) => `message ${index + 3}`),
    )
    const { onlineCount, onlineUsers } = await mia.next('online-count-updated')
    expect(onlineCount).toBe(2)
    expect(onlineUsers.map(({ id }) => id)).toEqual([people.mia.userId, people.mo.userId])
    mia.send({ type: 'leave-session' })
    await mo.next('user-left', ({ userId }) => userId === people.mia.userId)
    await Promise.all([mo.close(), mia.close()])
  })

  test('[LIVE-03] [T07] with another member’s userId gets identity_mismatch and 1008, and joins nothing', async () => {
    const node = await openTestChannel(app, { isIsolated: true })
    const mo = await connectLive(node, { as: people.mo })
    await mo.join(today)
    const mia = await connectLive(node, { as: people.mia })
    mia.send({ type: 'join-session', userId: people.ada.userId, sessionDate: today })
    expect((await mia.next('error')).code).toBe('identity_mismatch')
    expect(await mia.closed).toBe(1008)
    expect(node.channel.presence.newest(roomOfDay(today), 0, 50).map(({ id }) => id)).toEqual([
      people.mo.userId,
    ])
    await mo.whenCaughtUp()
    expect(mo.count('user-joined')).toBe(1)
    await node.close()
  })

  test('[LIVE-03] without that guard any member gets in, so the test above can fail', async () => {
    const node = await openTestChannel(app, { enabledGuards: guardsWithout('identity') })
    const mia = await connectLive(node, { as: people.mia })
    mia.send({ type: 'join-session', userId: people.ada.userId, sessionDate: today })
    await mia.next('initial-messages')
    expect(mia.count('error')).toBe(0)
    await node.close()
  })

  test('[LIVE-21] accepts today and an open yesterday; any other date is bad_date and the socket stays', async () => {
    await makeMeditation(app, { day: yesterday, duration: 24 })
    const ada = await connectAs('ada')
    const wrong = ['2026-11-19', '2026-11-22', '', 'today', '2026-02-30', `${today} `, '2026-11-21T00:00:00Z']
    for (const sessionDate of [...wrong, yesterday]) {
      ada.send({ type: 'join-session', userId: people.ada.userId, sessionDate })
      expect((await ada.next('error')).code).toBe('bad_date')
    }
    // Midnight in Chicago is 06:00; the room closes 24 + 15 minutes later.
    app.clock.set(wall('2026-11-21 00:38:59.999'))
    await ada.join(yesterday)
    ada.send({ type: 'leave-session' })
    app.clock.set(wall('2026-11-21 00:39'))
    ada.send({ type: 'join-session', userId: people.ada.userId, sessionDate: yesterday })
    expect((await ada.next('error')).code).toBe('bad_date')
    await ada.join(today)
    app.clock.set(defaultTestTime)
    await ada.close()
  })

  test('[LIVE-22] of a second room leaves the first, of the same room changes nothing', async () => {
    app.clock.set(wall('2026-11-21 00:05'))
    const [mia, mo] = await Promise.all([connectAs('mia'), connectAs('mo')])
    await mo.join(yesterday)
    await mia.join(yesterday)
    const before = mia.frames.length
    mia.send({ type: 'join-session', userId: people.mia.userId, sessionDate: yesterday })
    mia.send({ type: 'chat-message', text: 'still here' })
    expect((await mia.next('new-message')).message.message).toBe('still here')
    expect(mia.frames.slice(before).map(({ type }) => type)).toEqual(['new-message'])

    await mia.join(today)
    await mo.next('user-left', ({ userId }) => userId === people.mia.userId)
    mo.send({ type: 'chat-message', text: 'said in the first room' })
    await mo.next('new-message')
    mia.send({ type: 'chat-message', text: 'said in the second room' })
    expect((await mia.next('new-message')).message.message).toBe('said in the second room')
    app.clock.set(defaultTestTime)
    await Promise.all([mia.close(), mo.close()])
  })
})

describe('leave-session', () => {
  test('[LIVE-22] without a room is silent, and its payload is ignored', async () => {
    const mia = await connectAs('mia')
    mia.send({ type: 'leave-session' })
    mia.send({ type: 'leave-session', userId: people.mo.userId })
    mia.send({ type: 'no such type' })
    await mia.next('error')
    expect(mia.frames.map(({ type }) => type)).toEqual(['error'])
    await mia.close()
  })

  test('[LIVE-22] and the messages just before it are handled, though the socket closes at once @full', async () => {
    const [mia, mo] = await Promise.all([connectAs('mia'), connectAs('mo')])
    await mo.join(today)
    await mia.join(today)
    mia.send({ type: 'chat-message', text: 'last words' })
    mia.send({ type: 'leave-session' })
    await mia.close()
    await mo.next('new-message', ({ message }) => message.message === 'last words')
    const left = await mo.next('user-left', ({ userId }) => userId === people.mia.userId)
    expect(left.userId).toBe(people.mia.userId)
    await mo.close()
  })

  test('[LIVE-23] a chat-message before a join or after leaving gets not_joined, with its id', async () => {
    const mia = await connectAs('mia')
    const message = { type: 'chat-message', text: 'hello', clientMessageId: 'not-joined-1' }
    mia.send(message)
    expect(await mia.next('error')).toMatchObject({ code: 'not_joined', clientMessageId: 'not-joined-1' })
    await mia.join(today)
    mia.send({ type: 'leave-session' })
    mia.send(message)
    expect(await mia.next('error')).toMatchObject({ code: 'not_joined', clientMessageId: 'not-joined-1' })
    const rows = await app.database.query
      .selectFrom('chat_messages')
      .selectAll()
      .where('clientMessageId', '=', 'not-joined-1')
      .execute()
    expect(rows).toEqual([])
    await mia.close()
  })
})

describe('a join while others write', () => {
  test('[LIVE-14] misses no message, at any moment', async () => {
    const [mo, mia] = await Promise.all([connectAs('mo'), connectAs('mia')])
    await mo.join(today)
    let stop = false
    const said: number[] = []
    const talk = async () => {
      while (!stop) {
        mo.send({ type: 'chat-message', text: `word ${said.length}` })
        said.push((await mo.next('new-message')).message.id)
      }
    }
    const talking = talk()
    for (let round = 0; round < 15; round += 1) {
      const { messages } = await mia.join(today)
      const last = (await mia.next('new-message')).message.id
      const joinedAt = mia.frames.findLastIndex(({ type }) => type === 'initial-messages')
      const live = mia.frames
        .slice(joinedAt)
        .flatMap((frame) => (frame.type === 'new-message' ? [frame.message] : []))
      const heard = new Set([...messages, ...live].map(({ id }) => id))
      const first = Math.min(...heard)
      const expected = said.filter((id) => id >= first && id <= last)
      expect(expected.filter((id) => !heard.has(id))).toEqual([])
      mia.send({ type: 'leave-session' })
    }
    stop = true
    await talking
    await Promise.all([mia.close(), mo.close()])
  })
})

describe('a room with two features', () => {
  /** A feature whose part of a join the test completes. */
  function createSlowFeature() {
    const joins: { resolve(): void; reject(error: Error): void }[] = []
    const feature: RoomFeature = {
      clientMessages: {},
      handlers: {},
      openRoom: ({ encode }) => ({
        onJoin: async () => {
          await new Promise<void>((resolve, reject) => joins.push({ resolve, reject }))
          return () => [encode({ type: 'slow' })]
        },
        onGap: () => {},
        close: () => {},
      }),
    }
    return { feature, joins }
  }

  test('[LIVE-04] [LIVE-14] joins once both are ready, and misses no message sent meanwhile', async () => {
    const { feature, joins } = createSlowFeature()
    const node = await openTestChannel(app, {
      features: [feature, createChatFeature(app.app.platform)],
      isIsolated: true,
    })
    const mo = await connectLive(node, { as: people.mo })
    const joined = mo.join(today)
    await expect.poll(() => joins.length).toBe(1)
    joins[0]?.resolve()
    await joined
    const mia = await connectLive(node, { as: people.mia })
    mia.send({ type: 'join-session', userId: people.mia.userId, sessionDate: today })
    await expect.poll(() => joins.length).toBe(2)
    sendChatMessage(mo, 'while mia joins')
    const { message } = await mo.next('new-message')
    await mia.whenCaughtUp()
    expect(mia.frames).toEqual([])
    joins[1]?.resolve()
    expect((await mia.next('new-message')).message.id).toBe(message.id)
    expect(mia.frames.map(({ type }) => String(type)).slice(0, 3)).toEqual([
      'initial-messages',
      'new-message',
      'slow',
    ])
    expect(mia.count('new-message')).toBe(1)
    await node.close()
  })

  test('[LIVE-04] has exactly one that accepts joins', async () => {
    const { feature } = createSlowFeature()
    const chat = createChatFeature(app.app.platform)
    await expect(openTestChannel(app, { features: [feature] })).rejects.toThrow('0 features accept joins')
    await expect(openTestChannel(app, { features: [chat, chat] })).rejects.toThrow('2 features accept joins')
  })

  test('[LIVE-23] joins nothing if one of them fails, and the next join can succeed', async () => {
    const { feature, joins } = createSlowFeature()
    const node = await openTestChannel(app, {
      features: [createChatFeature(app.app.platform), feature],
      isIsolated: true,
    })
    const mia = await connectLive(node, { as: people.mia })
    const join = () => mia.send({ type: 'join-session', userId: people.mia.userId, sessionDate: today })
    join()
    await expect.poll(() => joins.length).toBe(1)
    joins[0]?.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }))
    expect((await mia.next('error')).code).toBe('unavailable')
    expect(node.channel.presence.count(roomOfDay(today))).toBe(0)
    expect(mia.count('initial-messages')).toBe(0)
    join()
    await expect.poll(() => joins.length).toBe(2)
    joins[1]?.resolve()
    await mia.next('initial-messages')
    expect(node.channel.presence.count(roomOfDay(today))).toBe(1)
    await node.close()
  })
})

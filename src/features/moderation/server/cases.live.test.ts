// Moderation on open pages: who hears of a report, a decision and its undo; mutes, slow mode, folded and held messages.
import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs, minuteMs, secondMs } from '#shared/durations.ts'
import { makeKnownMembers, makeMeditation, makeMessage } from '#test/data/factories.ts'
import { eventually } from '#test/eventually.ts'
import { connectLive, joinLive, sendChatMessage, type TestLiveClient } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { Case } from '../cases-contract.ts'

const today = '2026-11-21'
const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
const { ada, gail, mia, mo } = people
await makeMeditation(app)

const report = (id: number, as: TestUser) =>
  request(app, `POST /api/messages/${id}/report`, { as, body: { reason: 'unkind' } })
const openCase = async (messageId: number): Promise<Case> => {
  const { body } = await request(app, 'GET /api/moderation/cases?state=open', { as: gail })
  const found = (body as { cases: Case[] }).cases.find(({ message }) => message?.id === messageId)
  if (!found) throw new Error('No open case.')
  return found
}
const decide = (id: number, body: object, as = gail) =>
  request(app, `PUT /api/moderation/cases/${id}`, { as, body: { version: 1, reason: 'unkind', ...body } })
const mute = (user: TestUser, minutes = 10) =>
  request(app, `POST /api/moderation/mutes/${user.userId}`, { as: gail, body: { minutes, reason: 'unkind' } })
const setSlowMode = (slowSeconds: number, as = gail) =>
  request(app, 'PUT /api/moderation/room', { as, body: { slowSeconds } })
const echo = (client: TestLiveClient, text: string) =>
  client.next('new-message', ({ message }) => message.message === text)
/** Says it in the room; returns the message's id. */
const say = async (client: TestLiveClient, text: string) => {
  sendChatMessage(client, text, `said-${Math.random().toString(36).slice(2)}`)
  return (await echo(client, text)).message.id
}
const rejection = (client: TestLiveClient, clientMessageId: string) =>
  client.next('error', (error) => error.clientMessageId === clientMessageId)
const chatOf = async (as: TestUser) => {
  const { body } = await request(app, `GET /api/meditation/chat/${today}`, { as })
  return (body as { messages: { id: number; message: string; isFolded?: true; isHeld?: true }[] }).messages
}

beforeEach(async () => {
  for (const table of ['moderation_cases', 'chat_messages'] as const)
    await app.database.query.deleteFrom(table).execute()
  await setSlowMode(0, ada)
})

test('[MOD-03] [MOD-02] [T96] a report reaches moderators in and outside the room, and neither its author nor others', async () => {
  const inside = await joinLive(app, gail, today)
  const outside = await connectLive(app, { as: ada })
  const others = [await joinLive(app, mia, today), await joinLive(app, mo, today)]
  await report(await makeMessage(app, mia), mo)
  await inside.next('cases-updated')
  await outside.next('cases-updated')
  for (const client of others) {
    await client.whenCaughtUp()
    expect(client.count('cases-updated') + client.count('moderation-messages-updated')).toBe(0)
  }
  for (const client of [inside, outside, ...others]) await client.close()
})

test('[MOD-06] [MOD-09] a decision and its undo reach the room, and its member and reporter alone', async () => {
  const clients = {
    mia: await joinLive(app, mia, today),
    mo: await joinLive(app, mo, today),
    nia: await joinLive(app, await signIn(app, 'nia', { name: 'Nia' }), today),
  }
  const messageId = await say(clients.mia, 'Go away')
  await report(messageId, mo)
  const { id } = await openCase(messageId)
  await decide(id, { action: 'remove' })
  await eventually(async () => {
    for (const client of Object.values(clients)) expect(client.count('message-deleted')).toBe(1)
    for (const client of [clients.mia, clients.mo])
      expect(client.count('moderation-messages-updated')).toBe(1)
  })
  await request(app, `POST /api/moderation/cases/${id}/undo`, { as: gail, body: { version: 2 } })
  for (const client of Object.values(clients)) {
    const { message } = await client.next('message-restored')
    expect(message).toMatchObject({ id: messageId, message: 'Go away', user: { id: mia.userId } })
  }
  await eventually(async () => expect(clients.mia.count('moderation-messages-updated')).toBe(2))
  const late = await joinLive(app, gail, today)
  expect(late.frames.find(({ type }) => type === 'initial-messages')).toMatchObject({
    messages: [{ id: messageId, message: 'Go away' }],
  })
  await clients.nia.whenCaughtUp()
  expect(clients.nia.count('moderation-messages-updated')).toBe(0)
  for (const client of [...Object.values(clients), late]) await client.close()
})

test('[MOD-06] [MOD-09] support and its undo reach the open pages of its member, and change no message', async () => {
  const clients = { mia: await joinLive(app, mia, today), gail: await joinLive(app, gail, today) }
  const messageId = await say(clients.mia, 'I can’t go on')
  await request(app, `POST /api/messages/${messageId}/report`, { as: mo, body: { reason: 'worrying' } })
  const { id } = await openCase(messageId)
  await request(app, `PUT /api/moderation/cases/${id}`, {
    as: gail,
    body: { version: 1, action: 'support' },
  })
  await eventually(async () => expect(clients.mia.count('moderation-messages-updated')).toBe(1))
  await request(app, `POST /api/moderation/cases/${id}/undo`, { as: gail, body: { version: 2 } })
  await eventually(async () => expect(clients.mia.count('moderation-messages-updated')).toBe(2))
  for (const client of Object.values(clients)) {
    await client.whenCaughtUp()
    expect(client.count('message-deleted') + client.count('message-restored')).toBe(0)
    await client.close()
  }
})

describe('a mute', () => {
  test('[MOD-10] refuses messages with its end and its reason, on every socket, and ends by itself', async () => {
    const clients = [await joinLive(app, mia, today), await joinLive(app, mia, today)]
    const { body } = await mute(mia)
    const { untilAt } = body as { untilAt: string }
    for (const [index, client] of clients.entries()) {
      sendChatMessage(client, 'Hello', `while-muted-${index}`)
      expect(await rejection(client, `while-muted-${index}`)).toMatchObject({
        code: 'muted',
        untilMs: Date.parse(untilAt),
        reason: 'It was unkind.',
      })
    }
    // Its time is by the database's clock.
    await app.database.query.updateTable('chat_mutes').set({ untilAt: new Date() }).execute()
    const [first, second] = clients as [TestLiveClient, TestLiveClient]
    sendChatMessage(first, 'Hello again', 'after-the-mute')
    await echo(second, 'Hello again')
    for (const client of clients) await client.close()
  })

  test('[MOD-11] leaves likes and energy open, and a message that was stored before is still known', async () => {
    const client = await joinLive(app, mia, today)
    sendChatMessage(client, 'Before', 'sent-before-mute')
    const { message } = await echo(client, 'Before')
    await mute(mia)
    sendChatMessage(client, 'Before', 'sent-before-mute')
    expect((await echo(client, 'Before')).message.id).toBe(message.id)
    expect((await request(app, `POST /api/messages/${message.id}/like`, { as: mia })).status).toBe(200)
    const energy = await request(app, 'POST /api/mood/entry', {
      as: mia,
      body: { sessionDate: today, emotionLevel: 6, moodType: 'pre', notes: null, comment: '' },
    })
    expect(energy.status).toBe(201)
    await request(app, `DELETE /api/moderation/mutes/${mia.userId}`, { as: gail })
    await say(client, 'Free again')
    await client.close()
  })
})

describe('slow mode', () => {
  test('[MOD-13] is told to all rooms and with the join, and of 17 seconds is an error', async () => {
    const client = await joinLive(app, mia, today)
    expect((await setSlowMode(17)).status).toBe(400)
    expect((await setSlowMode(15, mia)).status).toBe(403)
    expect((await setSlowMode(15)).status).toBe(200)
    expect(await client.next('room-settings')).toEqual({ type: 'room-settings', slowSeconds: 15 })
    const late = await joinLive(app, mo, today)
    await late.whenCaughtUp()
    expect(late.frames.find(({ type }) => type === 'room-settings')).toMatchObject({ slowSeconds: 15 })
    await setSlowMode(0)
    expect(await client.next('room-settings')).toMatchObject({ slowSeconds: 0 })
    for (const each of [client, late]) await each.close()
  })

  test('[MOD-13] lets a member write once in its time, from whichever tab, and moderators always', async () => {
    await setSlowMode(120)
    const tabs = [await joinLive(app, mia, today), await joinLive(app, mia, today)]
    for (const [index, tab] of tabs.entries()) sendChatMessage(tab, `Tab ${index}`, `slow-tab-${index}`)
    await eventually(async () => {
      const errors = tabs.flatMap(({ frames }) => frames).filter((frame) => frame.type === 'error')
      expect(errors).toHaveLength(1)
      expect(errors[0]).toMatchObject({ code: 'slow_mode' })
      const { retryAtMs = 0 } = errors[0] as { retryAtMs?: number }
      expect(retryAtMs).toBeGreaterThan(Date.now() + 110 * secondMs)
      expect(retryAtMs).toBeLessThan(Date.now() + 121 * secondMs)
    })
    expect(await chatOf(gail)).toHaveLength(1)
    const moderators = [await joinLive(app, gail, today), await joinLive(app, ada, today)]
    for (const [index, moderator] of moderators.entries())
      for (const text of [`One of ${index}`, `Two of ${index}`]) await say(moderator, text)
    for (const client of [...tabs, ...moderators]) await client.close()
  })

  test('[MOD-13] a message that was stored before is still known', async () => {
    await setSlowMode(120)
    const client = await joinLive(app, mia, today)
    const ids: number[] = []
    for (let times = 0; times < 2; times += 1) {
      sendChatMessage(client, 'Sent twice', 'sent-twice-while-slow')
      ids.push((await echo(client, 'Sent twice')).message.id)
    }
    expect(ids[1]).toBe(ids[0])
    await client.close()
  })
})

const reporters = await Promise.all(
  ['rae', 'roy', 'rui', 'unknown', 'young', 'away'].map((key) => signIn(app, key, { name: `R ${key}` })),
)
const [rae, roy, rui, unknown, young, away] = reporters as [
  TestUser,
  TestUser,
  TestUser,
  TestUser,
  TestUser,
  TestUser,
]
const wereThere = async (users: readonly TestUser[]) => {
  const at = new Date(app.clock.now())
  const templateId = (
    await app.database.query.selectFrom('meditation_templates').select('id').executeTakeFirstOrThrow()
  ).id
  await app.database.query
    .insertInto('meditation_sessions')
    .values(
      users.map(({ userId }) => ({
        userId,
        sessionDate: today,
        startTime: new Date(at.getTime() - minuteMs),
        endTime: at,
        templateId,
        createdAt: at,
      })),
    )
    .execute()
}
const beOld = (users: readonly TestUser[], createdAt = '2026-01-01T00:00:00Z') =>
  app.database.query
    .updateTable('users')
    .set({ createdAt: new Date(createdAt) })
    .where(
      'id',
      'in',
      users.map(({ userId }) => userId),
    )
    .execute()
await makeKnownMembers(app, [rae, roy, rui, young, away])
await beOld([rae, roy, rui, unknown, away])
await beOld([young], '2026-11-15T18:00:00Z')
await wereThere([rae, roy, rui, unknown, young])

describe('a message that three known members who were there report', () => {
  test('[MOD-14] [T94] rests for all but moderators and its author, until its case is decided', async () => {
    const clients = {
      mo: await joinLive(app, mo, today),
      mia: await joinLive(app, mia, today),
      gail: await joinLive(app, gail, today),
    }
    const messageId = await say(clients.mia, 'Go away')
    for (const user of [rae, roy, unknown, young, away]) await report(messageId, user)
    // Read in the table: the rooms hear of a fold a while later.
    expect((await openCase(messageId)).message?.isFolded).toBe(false)
    for (const client of Object.values(clients)) {
      await client.whenCaughtUp()
      expect(client.count('message-folded') + client.count('message-restored')).toBe(0)
    }
    await report(messageId, rui)
    for (const client of Object.values(clients))
      expect(await client.next('message-folded')).toEqual({ type: 'message-folded', messageId })
    const hidden = { id: messageId, message: '', isFolded: true }
    const shown = { id: messageId, message: 'Go away', isFolded: true }
    expect(await chatOf(mo)).toMatchObject([hidden])
    expect(await chatOf(mia)).toMatchObject([shown])
    expect(await chatOf(gail)).toMatchObject([shown])
    const initial = async (as: TestUser) => {
      const client = await joinLive(app, as, today)
      await client.whenCaughtUp()
      const texts = client.texts.join('\n')
      await client.close()
      return texts
    }
    expect(await initial(mo)).not.toContain('Go away')
    expect(await initial(mia)).toContain('Go away')
    expect(await initial(gail)).toContain('Go away')
    const { id } = await openCase(messageId)
    await decide(id, { action: 'none' })
    expect(await clients.mo.next('message-restored')).toMatchObject({
      message: { id: messageId, message: 'Go away' },
    })
    expect((await chatOf(mo))[0]).not.toHaveProperty('isFolded')
    for (const client of Object.values(clients)) await client.close()
  })

  test('[MOD-15] stays open while one of them reported six times and was wrong five times within 30 days', async () => {
    const { query } = app.database
    for (let times = 0; times < 6; times += 1) {
      const earlier = await makeMessage(app, mia, { text: `Fine ${times}` })
      await report(earlier, rae)
      const { id } = await openCase(earlier)
      await decide(id, times < 2 ? { action: 'remind' } : { action: 'none' }, ada)
      // Taken back: it was wrong as well.
      if (times === 0)
        await request(app, `POST /api/moderation/cases/${id}/undo`, { as: ada, body: { version: 2 } })
    }
    const isFolded = async () => {
      const messageId = await makeMessage(app, mia, { text: 'Fine as well' })
      for (const user of [rae, roy, rui]) await report(messageId, user)
      const { message, reports } = await openCase(messageId)
      expect(reports).toHaveLength(3)
      return message?.isFolded
    }
    expect(await isFolded()).toBe(false)
    const longAgo = new Date(app.clock.now() - 31 * dayMs)
    await query.updateTable('message_reports').set({ createdAt: longAgo }).execute()
    expect(await isFolded()).toBe(true)
  })
})

test('[MOD-21] a message with a held word is its author’s alone, however the word is spelled', async () => {
  const { body } = await request(app, 'GET /api/admin/community', { as: ada })
  const saved = await request(app, 'PUT /api/admin/community', {
    as: ada,
    body: { version: (body as { version: number }).version, heldWords: ['cheap shoes'] },
  })
  expect(saved.status).toBe(200)
  const tabs = [await joinLive(app, mia, today), await joinLive(app, mia, today)]
  const [first, second] = tabs as [TestLiveClient, TestLiveClient]
  const other = await joinLive(app, mo, today)
  const angel = await joinLive(app, gail, today)
  await eventually(async () => {
    sendChatMessage(first, 'Buy CHEАP  shöes!', 'held-message-1')
    const { message } = await first.next('new-message')
    expect(message.isHeld).toBe(true)
  })
  expect((await second.next('new-message')).message).toMatchObject({ isHeld: true })
  sendChatMessage(first, 'Cheaper, shoes', 'not-held-words')
  for (const client of [other, angel]) {
    expect((await client.next('new-message')).message.message).toBe('Cheaper, shoes')
    expect(client.texts.join('\n')).not.toContain('Buy')
  }
  expect((await chatOf(mo)).map(({ message }) => message)).toEqual(['Cheaper, shoes'])
  expect((await chatOf(gail)).map(({ message }) => message)).toEqual(['Cheaper, shoes'])
  expect((await chatOf(mia)).map(({ isHeld }) => isHeld)).toEqual([true, undefined])
  const held = (await chatOf(mia))[0]?.id ?? 0
  expect((await request(app, `POST /api/messages/${held}/like`, { as: mo })).status).toBe(404)
  expect((await report(held, mo)).status).toBe(404)
  // Moderators may name such words.
  await say(angel, 'We sell no cheap shoes here')
  expect((await echo(other, 'We sell no cheap shoes here')).message).not.toHaveProperty('isHeld')
  for (const client of [...tabs, other, angel]) await client.close()
})

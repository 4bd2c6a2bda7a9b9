// Invalid frames: malformed, oversized, too frequent, or not allowed for the sender.
import { afterEach, describe, expect, test } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { openTestChannel, type TestChannel } from '#test/live/live-channel.ts'
import { connectLive, type TestLiveClient } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'

const today = '2026-11-21'

let newcomers = 0

const app = await openTestApp()
const people = await signInPeople(app)
const node = closeAfterAll(await openTestChannel(app))
// Starts a new minute, so that no test inherits another's rate limits.
afterEach(() => app.clock.advance(120_000))

async function signInSomeone(facts: { isGardenAngel?: boolean; isAdmin?: boolean } = {}): Promise<TestUser> {
  newcomers += 1
  return signIn(app, `newcomer-${newcomers}`, { name: `Newcomer ${newcomers}`, ...facts })
}

async function joined(person: TestUser, to: TestChannel = node): Promise<TestLiveClient> {
  const client = await connectLive(to, { as: person })
  await client.join(today)
  return client
}

const sendChat = (client: TestLiveClient, text = 'hello') => client.send({ type: 'chat-message', text })
const messagesOf = async (userId: number) =>
  app.database.query.selectFrom('chat_messages').select('message').where('userId', '=', userId).execute()

describe('meaningless frames', () => {
  const nonsense = [
    '',
    'hello',
    '[]',
    'null',
    '7',
    '{}',
    '{"type":7}',
    '{"type":"__proto__"}',
    '{"type":"toString"}',
  ]
  const ofTheServer = [
    { type: 'new-message', message: { id: 1, message: 'forged' } },
    { type: 'message-deleted', messageId: 1 },
    { type: 'user-left', userId: 1 },
    { type: 'online-count-updated', onlineCount: 0, onlineUsers: [] },
    { type: 'access-denied', reason: 'forged' },
    { type: 'heartbeat' },
  ]

  test('[LIVE-23] an unknown frame gets unknown_type, is never relayed, and the socket stays', async () => {
    const other = await joined(await signInSomeone())
    const newcomer = await signInSomeone()
    const mia = await joined(newcomer)
    // Her own join may be announced late.
    await other.next('user-joined', ({ user }) => user.id === newcomer.userId)
    const before = other.frames.length
    for (const frame of [...nonsense, ...ofTheServer]) {
      mia.send(frame)
      expect(await mia.next('error')).toMatchObject({
        code: 'unknown_type',
        message: expect.any(String) as string,
      })
    }
    sendChat(mia, 'still open')
    await other.next('new-message')
    const heard = other.frames.slice(before).filter(({ type }) => type !== 'online-count-updated')
    expect(heard.map(({ type }) => type)).toEqual(['new-message'])
    await Promise.all([mia.close(), other.close()])
  })

  test('[LIVE-24] the 20th invalid message closes with 1008, the 19th does not', async () => {
    const mia = await connectLive(node, { as: await signInSomeone() })
    for (let count = 1; count < 20; count += 1) {
      mia.send(count % 2 === 0 ? 'nonsense' : { type: 'chat-message', text: 7 })
      expect((await mia.next('error')).code).toBe(count % 2 === 0 ? 'unknown_type' : 'invalid')
    }
    await mia.whenCaughtUp()
    mia.send('nonsense')
    expect(await mia.closed).toBe(1008)
    expect(mia.count('error')).toBe(20)
  })

  test('[LIVE-24] a binary frame closes with 1003, also one that holds a message', async () => {
    const person = await signInSomeone()
    const client = await joined(person)
    client.send(Buffer.from(JSON.stringify({ type: 'chat-message', text: 'in bytes' })))
    expect(await client.closed).toBe(1003)
    expect(await messagesOf(person.userId)).toEqual([])
  })

  test('[LIVE-24] [T19] a frame over 8 KB closes with 1009, one of 8 KB is handled', async () => {
    const client = await connectLive(node, { as: await signInSomeone() })
    client.send('x'.repeat(8 * 1024))
    expect((await client.next('error')).code).toBe('unknown_type')
    client.send('x'.repeat(8 * 1024 + 1))
    expect(await client.closed).toBe(1009)
  })

  test('[LIVE-23] strict schemas: extra keys and wrong types get invalid, with the message and the id', async () => {
    const { userId } = people.mia
    const client = await connectLive(node, { as: people.mia })
    for (const frame of [
      { type: 'join-session', userId: String(userId), sessionDate: today },
      { type: 'join-session', userId, sessionDate: today, role: 'admin' },
      { type: 'join-session', userId },
    ]) {
      client.send(frame)
      expect((await client.next('error')).code).toBe('invalid')
    }
    client.send({ type: 'chat-message', text: 'hello', clientMessageId: 'extra-key-1', user: { id: 1 } })
    expect(await client.next('error')).toMatchObject({
      code: 'invalid',
      message: 'Unknown: user.',
      clientMessageId: 'extra-key-1',
    })
    await client.close()
  })
})

describe('the rate', () => {
  test('[LIVE-25] [T19] a burst of 5, then rate_limited and 10 s of muting, then accepted again', async () => {
    const person = await signInSomeone()
    const client = await joined(person)
    for (let count = 0; count < 5; count += 1) sendChat(client)
    client.send({ type: 'chat-message', text: 'too fast', clientMessageId: 'too-fast-1' })
    const error = await client.next('error')
    expect(error).toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 10_000,
      clientMessageId: 'too-fast-1',
    })
    expect(error).not.toHaveProperty('scope')
    app.clock.advance(9_999)
    sendChat(client, 'still muted')
    expect(await client.next('error')).toMatchObject({ code: 'rate_limited', retryAfterMs: 1 })
    app.clock.advance(1)
    sendChat(client, 'heard again')
    await client.next('new-message', (frame) => frame.message.message === 'heard again')
    expect(await messagesOf(person.userId)).toHaveLength(6)
    await client.close()
  })

  test('[LIVE-25] one message per 1.5 s is never too fast', async () => {
    const client = await joined(await signInSomeone())
    for (let count = 0; count < 12; count += 1) {
      sendChat(client)
      await client.next('new-message')
      app.clock.advance(1_500)
    }
    expect(client.count('error')).toBe(0)
    await client.close()
  })

  test('[LIVE-25] [T19] continuing nevertheless closes with 4429; all tabs share one allowance', async () => {
    const person = await signInSomeone()
    const [one, two] = [await joined(person), await joined(person)]
    for (let count = 0; count < 5; count += 1) {
      sendChat(count % 2 === 0 ? one : two)
      await one.next('new-message')
    }
    for (let count = 0; count < 4; count += 1) {
      sendChat(two)
      expect((await two.next('error')).code).toBe('rate_limited')
    }
    sendChat(one)
    expect(await one.closed).toBe(4429)
    expect(await messagesOf(person.userId)).toHaveLength(5)
    await two.close()
  })

  test('[LIVE-25] moderators have twice the allowance', async () => {
    for (const facts of [{ isGardenAngel: true }, { isAdmin: true }]) {
      const client = await joined(await signInSomeone(facts))
      for (let count = 0; count < 10; count += 1) {
        sendChat(client)
        await client.next('new-message')
      }
      sendChat(client)
      expect((await client.next('error')).code).toBe('rate_limited')
      await client.close()
    }
  })

  test('[T19] joins and leaves, and frames of any kind, have limits too', async () => {
    const person = await signInSomeone()
    const client = await connectLive(node, { as: person })
    for (let count = 0; count < 20; count += 1) client.send({ type: 'leave-session' })
    client.send({ type: 'join-session', userId: person.userId, sessionDate: today })
    expect(await client.next('error')).toMatchObject({ code: 'rate_limited', retryAfterMs: 3_000 })
    app.clock.advance(3_000)
    await client.join(today)
    await client.close()

    const flooder = await connectLive(node, { as: await signInSomeone() })
    for (let count = 0; count < 140; count += 1) flooder.send({ type: 'leave-session' })
    expect(await flooder.closed).toBe(4429)
    expect(flooder.count('error')).toBeLessThan(10)
  })

  test('[T56] unsolicited pongs count as frames, and a flood of them closes the socket', async () => {
    const flooder = await connectLive(node, { as: await signInSomeone() })
    for (let count = 0; count < 140; count += 1) flooder.pong()
    expect(await flooder.closed).toBe(4429)
    expect(flooder.count('error')).toBeLessThan(10)
  })

  test('[T56] pongs that respond to a ping don’t count, however many there are @full', async () => {
    const quick = await openTestChannel(app, { timings: { heartbeatMs: 30 } })
    const client = await joined(await signInSomeone(), quick)
    await expect.poll(() => client.count('heartbeat'), { timeout: 15_000 }).toBeGreaterThan(140)
    sendChat(client, 'still here')
    await client.next('new-message')
    expect(client.count('error')).toBe(0)
    await client.close()
    await quick.close()
  })

  test('[T19] a flood of one member costs the others nothing', async () => {
    const calm = await joined(await signInSomeone())
    const flooder = await joined(await signInSomeone())
    for (let count = 0; count < 100; count += 1) sendChat(flooder, `flood ${count}`)
    expect(await flooder.closed).toBe(4429)
    sendChat(calm, 'calm')
    await calm.next('new-message', (frame) => frame.message.message === 'calm')
    expect(calm.count('new-message')).toBeLessThanOrEqual(6)
    await calm.close()
  })

  test('[T19] addresses in LIMITS_EXEMPT have none @full', async () => {
    const { platform } = app.app
    const config = { ...app.config, limitsExempt: parseRanges('127.0.0.0/8') }
    const exempt = await openTestChannel(app, { platform: { ...platform, config } })
    const client = await joined(await signInSomeone(), exempt)
    for (let count = 0; count < 125; count += 1) sendChat(client)
    await expect.poll(() => client.count('new-message'), { timeout: 15_000 }).toBe(125)
    expect(client.count('error')).toBe(0)
    await exempt.close()
  })
})

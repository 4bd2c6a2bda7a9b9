// Web push: a member's devices, the community's key, and sending to a fake of the push services.
import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { Registry } from 'prom-client'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseMailSender } from '#server/config/mail-sender.ts'
import { startTestApp } from '#test/app.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { eventually } from '#test/eventually.ts'
import { startPushService, type PushBrowser } from '#test/fakes/push-service.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { pushCalls } from '../contract.ts'
import { newKeyPair } from './encryption.ts'
import { createPushModule } from './module.ts'
import { createPushSender } from './sender.ts'
import type { PushNotification, PushOutcome, PushResult, PushSender } from './service.ts'
import { deleteSignedOutDevices, recordPushResult, savePushDevice } from './sql.ts'
import { loadVapidKey } from './vapid-key.ts'

const address = 'hello@example.org'
const mailFrom = parseMailSender(address) ?? { name: null, address }
const icon = '/icons/icon-192.png'
const notification: PushNotification = {
  title: 'Morning Sit',
  body: 'It begins at 6:30 AM.',
  path: '/meditation',
  topic: 'sitting-12',
  urgency: 'high',
  at: 0,
}

type LogLine = Record<string, unknown>

const service = closeAfterAll(await startPushService())
const app = await openTestApp({ isUnlimited: true, config: { mailFrom, pushTestService: service.origin } })
const people = await signInPeople(app)
beforeEach(async () => {
  for (const table of ['push_subscriptions', 'gone_push_devices'] as const)
    await app.database.query.deleteFrom(table).execute()
  service.received.length = 0
  service.reply = () => 201
})

const subscribe = (as: TestUser, { endpoint, keys }: Pick<PushBrowser, 'endpoint' | 'keys'>) =>
  request(app, 'POST /api/account/push', { as, body: { endpoint, keys } })
const unsubscribe = (as: TestUser, { endpoint }: PushBrowser) =>
  request(app, 'DELETE /api/account/push', { as, body: { endpoint } })
const rows = () =>
  app.database.query.selectFrom('push_subscriptions').selectAll().orderBy('renewedAt').execute()
const addDevice = async (as: TestUser) => {
  const browser = service.subscribe()
  expect(await subscribe(as, browser)).toMatchObject({ status: 200, body: { success: true } })
  return browser
}
/** A device of Mia as its row. */
const storedDevice = ({ endpoint, keys }: PushBrowser) => ({
  endpointHash: hash('sha256', endpoint, 'buffer'),
  endpoint,
  p256dh: Buffer.from(keys.p256dh, 'base64url'),
  auth: Buffer.from(keys.auth, 'base64url'),
  userId: people.mia.userId,
  sessionId: 1,
  renewedAt: new Date(app.clock.now()),
})
const nextKey = () => randomBytes(6).toString('hex')

/** Opens another sender, and collects its log lines and results. */
async function openSender(config = app.app.platform.config, timeoutMs?: number) {
  const logged: LogLine[] = []
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void logged.push(JSON.parse(line) as LogLine) },
  )
  const results: PushResult[] = []
  const sender = createPushSender({
    platform: { ...app.app.platform, config, log },
    key: await loadVapidKey(app.app.platform),
    subject: `mailto:${address}`,
    icon: () => icon,
    onResult: (result) => results.push(result),
    timeoutMs,
  })
  return { sender, logged, results }
}

/** Sends once to each device of the members; returns the outcomes. */
async function deliver(
  sender: PushSender,
  userIds: readonly number[],
  { sent = notification, forMs = 600_000 }: { sent?: PushNotification; forMs?: number } = {},
): Promise<PushOutcome[]> {
  const outcomes: PushOutcome[] = []
  const devices = [...(await sender.listDevices(userIds)).values()].flat()
  const deliveries = devices.map((device) => ({
    devices: [device],
    notification: sent,
    deadlineMs: app.clock.now() + forMs,
  }))
  await sender.deliver(deliveries, {
    claim: async (batch) => batch,
    onOutcomes: async (_, of) => void outcomes.push(...of),
  })
  return outcomes
}

async function send(userIds: readonly number[], options: { sent?: PushNotification; forMs?: number } = {}) {
  const { sender, logged, results } = await openSender()
  try {
    return { outcomes: await deliver(sender, userIds, options), logged, results }
  } finally {
    sender.close()
  }
}

describe('devices', () => {
  test('[REM-09] a member adds a device, renews it, and deletes it', async () => {
    const browser = await addDevice(people.mia)
    const [added] = await rows()
    expect(added).toMatchObject({ endpoint: browser.endpoint, userId: people.mia.userId })
    app.clock.advance(60_000)
    await subscribe(people.mia, browser)
    expect(await rows()).toHaveLength(1)
    expect((await rows())[0]?.renewedAt).not.toBe(added?.renewedAt)
    await unsubscribe(people.mo, browser)
    expect(await rows()).toHaveLength(1)
    for (let times = 0; times < 2; times += 1)
      expect((await unsubscribe(people.mia, browser)).status).toBe(200)
    expect(await rows()).toEqual([])
  })

  test('[REM-09] another member who uses the same browser takes it over', async () => {
    const browser = await addDevice(people.mia)
    await subscribe(people.mo, browser)
    expect(await rows()).toMatchObject([{ userId: people.mo.userId }])
    await unsubscribe(people.mia, browser)
    expect(await rows()).toHaveLength(1)
  })

  test('[REM-09] a member has at most five; the one that was renewed the longest ago goes', async () => {
    const browsers: PushBrowser[] = []
    for (let count = 0; count < 5; count += 1) {
      browsers.push(await addDevice(people.mia))
      app.clock.advance(1_000)
    }
    const [first, second] = browsers
    if (!first || !second) throw new Error('There are five.')
    await subscribe(people.mia, first)
    app.clock.advance(1_000)
    browsers.push(await addDevice(people.mia))
    const left = (await rows()).map(({ endpoint }) => endpoint)
    expect(new Set(left)).toEqual(
      new Set(browsers.filter((browser) => browser !== second).map(({ endpoint }) => endpoint)),
    )
  })

  test('[REM-09] two new devices at once aren’t both the fifth', async () => {
    for (let count = 0; count < 4; count += 1) await addDevice(people.mia)
    const device = storedDevice(service.subscribe())
    await raceUncommittedChange(
      app,
      (tx) => savePushDevice(tx, device),
      () => addDevice(people.mia),
    )
    expect(await rows()).toHaveLength(5)
  })

  test('[REM-10] [T79] an endpoint elsewhere, or a key of the wrong length, is 400 beside its field and changes nothing', async () => {
    const { endpoint, keys } = service.subscribe()
    const noPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
    const wrong: [Pick<PushBrowser, 'endpoint' | 'keys'>, string][] = [
      [{ endpoint: 'https://evil.example.org/x', keys }, 'endpoint'],
      [{ endpoint: 'http://169.254.169.254/latest', keys }, 'endpoint'],
      [{ endpoint: `${app.url}/api/admin/users`, keys }, 'endpoint'],
      [{ endpoint: `https://fcm.googleapis.com/${'x'.repeat(2_048)}`, keys }, 'endpoint'],
      [{ endpoint: 'https://fcm.googleapis.com/\u0000', keys }, 'endpoint'],
      [{ endpoint, keys: { ...keys, p256dh: randomBytes(64).toString('base64url') } }, 'keys.p256dh'],
      [{ endpoint, keys: { ...keys, p256dh: noPoint } }, 'keys.p256dh'],
      [{ endpoint, keys: { ...keys, auth: randomBytes(15).toString('base64url') } }, 'keys.auth'],
      [{ endpoint, keys: { ...keys, auth: randomBytes(17).toString('base64url') } }, 'keys.auth'],
    ]
    for (const [browser, path] of wrong)
      expect([browser, await subscribe(people.mia, browser)]).toMatchObject([
        browser,
        { status: 400, body: { code: 'invalid', issues: [{ path }] } },
      ])
    expect(await rows()).toEqual([])
    // Every key that a browser can have is accepted.
    for (let count = 0; count < 200; count += 1) {
      const p256dh = newKeyPair().getPublicKey('base64url')
      const body = { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } }
      expect(z.parse(pushCalls.subscribeToPush.body ?? z.never(), body)).toEqual(body)
    }
  })
})

describe('sending', () => {
  test('[REM-05] [REM-11] a push carries its notification, encrypted, and TTL, urgency and topic', async () => {
    const browser = await addDevice(people.mia)
    const { outcomes, results } = await send([people.mia.userId, people.mo.userId])
    expect(outcomes).toEqual(['sent'])
    expect(results).toEqual(['sent'])
    const [push] = service.received
    const { urgency: _, ...shown } = notification
    expect(push?.browser).toBe(browser)
    expect(push?.notification).toEqual({ ...shown, icon })
    expect(push?.headers).toMatchObject({
      ttl: '600',
      urgency: 'high',
      topic: 'sitting-12',
      'content-encoding': 'aes128gcm',
    })
  })

  test('[REM-08] the token names audience and subject, is signed by the community’s key, and signed again after an hour', async () => {
    const browser = await addDevice(people.mia)
    await addDevice(people.mia)
    await send([people.mia.userId])
    const [first, second] = service.received
    expect(first?.claims).toMatchObject({ aud: service.origin, sub: `mailto:${address}` })
    const { iat = 0, exp = 0 } = first?.claims ?? {}
    expect(exp - iat).toBeLessThanOrEqual(24 * 3_600)
    expect(second?.token).toBe(first?.token)
    const { body } = await request(app, 'GET /api/account/push', { as: people.mia })
    expect(body).toEqual({ publicKey: first?.publicKey, obstacle: null, hasDevice: true })

    const { sender } = await openSender()
    const tokens: (string | undefined)[] = []
    await unsubscribe(people.mia, browser)
    for (const minutes of [0, 59, 2]) {
      app.clock.advance(minutes * 60_000)
      service.received.length = 0
      await deliver(sender, [people.mia.userId])
      tokens.push(service.received[0]?.token)
    }
    sender.close()
    expect(tokens[1]).toBe(tokens[0])
    expect(tokens[2]).not.toBe(tokens[0])
  })

  test('[REM-09] 404 and 410 delete the device', async () => {
    for (const status of [404, 410]) {
      const [gone, other] = [await addDevice(people.mia), await addDevice(people.mia)]
      service.reply = (browser) => (browser === gone ? status : 201)
      expect(new Set((await send([people.mia.userId])).outcomes)).toEqual(new Set(['gone', 'sent']))
      expect((await rows()).map(({ endpoint }) => endpoint)).toEqual([other.endpoint])
      await unsubscribe(people.mia, other)
    }
  })

  test('[REM-09] 403 is logged with the subject, once a minute, and the device stays', async () => {
    await addDevice(people.mia)
    await addDevice(people.mia)
    service.reply = () => 403
    const { outcomes, logged } = await send([people.mia.userId])
    expect(outcomes).toEqual(['refused', 'refused'])
    expect(service.received).toHaveLength(2)
    expect(await rows()).toHaveLength(2)
    expect(logged).toMatchObject([{ part: 'push', status: 403, subject: `mailto:${address}` }])
    expect(JSON.stringify(logged)).not.toContain('/push/')
  })

  test('[REM-09] for 90 days a device that is gone isn’t taken again, of any member; another one is', async () => {
    const gone = await addDevice(people.mia)
    service.reply = () => 410
    await send([people.mia.userId])
    for (const as of [people.mia, people.mo])
      expect(await subscribe(as, gone)).toMatchObject({ status: 409, body: { code: 'push_gone' } })
    expect(await rows()).toEqual([])
    await addDevice(people.mia)
    expect(await rows()).toHaveLength(1)
    const job = app.app.modules
      .flatMap(({ scheduledJobs = [] }) => scheduledJobs)
      .find(({ name }) => name === 'gone-push-devices')
    const statusAfter = async (days: number) => {
      await job?.work(new Date(app.clock.now() + days * 86_400_000), new AbortController().signal)
      return (await subscribe(people.mia, gone)).status
    }
    expect(await statusAfter(89)).toBe(409)
    expect(await statusAfter(91)).toBe(200)
  })

  test('[REM-09] a device that is refused three times in a row is given up; one push that arrives clears the count', async () => {
    const refused = await addDevice(people.mia)
    const statuses = [403, 400, 201, 403, 403, 400]
    service.reply = (_browser, count) => statuses[count - 1] ?? 201
    for (const refusals of [1, 2, 0, 1, 2]) {
      await send([people.mia.userId])
      expect(await rows()).toMatchObject([{ refusals }])
    }
    expect((await send([people.mia.userId])).outcomes).toEqual(['refused'])
    expect(await rows()).toEqual([])
    expect((await subscribe(people.mia, refused)).status).toBe(409)
  })

  test('[REM-09] a push that arrives writes nothing', async () => {
    await addDevice(people.mia)
    const version = async () =>
      (await sql<{ xmin: string }>`select xmin::text from push_subscriptions`.execute(app.database.query))
        .rows
    const before = await version()
    await send([people.mia.userId])
    const [device] = await rows()
    const endpointHash = device?.endpointHash ?? Buffer.alloc(0)
    await recordPushResult(app.database.query, {
      endpointHash,
      result: 'sent',
      now: new Date(app.clock.now()),
    })
    expect(await version()).toEqual(before)
  })

  test('[REM-09] 429 and 5xx are failures that may pass, with the delay that the service asks for', async () => {
    const browser = await addDevice(people.mia)
    const replies = [503, 429, { status: 429, headers: { 'retry-after': '120' } }] as const
    service.reply = (_browser, count) => replies[count - 1] ?? 500
    for (const retryAfterMs of [0, 0, 120_000])
      expect((await send([people.mia.userId])).outcomes).toEqual([{ retryAfterMs }])
    expect((await rows())[0]?.endpoint).toBe(browser.endpoint)
    service.received.length = 0
    expect(await send([people.mia.userId], { forMs: 0 })).toMatchObject({
      outcomes: ['late'],
      results: ['late'],
    })
    expect(service.received).toEqual([])
  })

  test('[REM-10] [T79] no redirect is followed, and a stored address elsewhere gets nothing', async () => {
    const [redirected, elsewhere] = [await addDevice(people.mia), await addDevice(people.mo)]
    service.reply = () => ({
      status: 307,
      headers: { location: `${service.origin}${new URL(elsewhere.endpoint).pathname}` },
    })
    expect((await send([people.mia.userId])).outcomes).toEqual(['refused'])
    expect(service.received.map(({ browser }) => browser)).toEqual([redirected])
    const other = await startPushService()
    const { endpoint } = other.subscribe()
    const atOther = app.database.query.updateTable('push_subscriptions').set({ endpoint })
    await atOther.where('userId', '=', people.mo.userId).execute()
    expect((await send([people.mo.userId])).outcomes).toEqual(['refused'])
    expect(other.openMost()).toBe(0)
    await other.close()
  })

  test('a service that is down is a failure that may pass', async () => {
    const pushTestService = 'http://127.0.0.1:1'
    await addDevice(people.mia)
    await app.database.query
      .updateTable('push_subscriptions')
      .set({ endpoint: `${pushTestService}/push/x` })
      .execute()
    const { sender } = await openSender({ ...app.app.platform.config, pushTestService })
    expect(await deliver(sender, [people.mia.userId])).toEqual([{ retryAfterMs: 0 }])
    sender.close()
  })

  test('[REM-14] a service that doesn’t respond in time may have the push: it counts as too late, not as failed', async () => {
    await addDevice(people.mia)
    service.reply = () => new Promise(() => {})
    const { sender, logged } = await openSender(app.app.platform.config, 100)
    expect(await deliver(sender, [people.mia.userId])).toEqual(['late'])
    expect(logged).toMatchObject([{ code: 'timeout' }])
    expect(service.received).toHaveLength(1)
    sender.close()
  })

  test('[REM-04] at most 50 requests are under way, and no more are claimed than can leave @full', async () => {
    const devices = Array.from({ length: 120 }, () => storedDevice(service.subscribe()))
    await app.database.query.insertInto('push_subscriptions').values(devices).execute()
    const allSlotsUsed = eventually(() => expect(service.openCount()).toBe(50))
    service.reply = async () => {
      await allSlotsUsed
      return 201
    }
    const { sender } = await openSender()
    const found = [...(await sender.listDevices([people.mia.userId])).values()].flat()
    const deadlineMs = app.clock.now() + 600_000
    let underWay = 0
    await sender.deliver(
      found.map((device) => ({ devices: [device], notification, deadlineMs })),
      {
        claim: async (batch) => {
          underWay += batch.length
          expect(underWay).toBeLessThanOrEqual(50)
          return batch
        },
        onOutcomes: async () => void (underWay -= 1),
      },
    )
    sender.close()
    expect(service.received).toHaveLength(120)
    expect(service.openMost()).toBe(50)
  })

  test('[REM-04] what a claim doesn’t return isn’t sent, and one that fails ends the rest', async () => {
    for (const person of [people.mia, people.mo, people.gail]) await addDevice(person)
    const { sender } = await openSender()
    const devices = await sender.listDevices([people.mia.userId, people.mo.userId])
    const deliveries = [...devices].map(([userId, own]) => ({
      userId,
      devices: own,
      notification,
      deadlineMs: app.clock.now() + 60_000,
    }))
    type Delivery = (typeof deliveries)[number]
    const sent: number[] = []
    const onOutcomes = async ({ userId }: Delivery) => void sent.push(userId)
    await sender.deliver<Delivery>(deliveries, {
      claim: async (batch) => batch.filter(({ userId }) => userId === people.mo.userId),
      onOutcomes,
    })
    expect(sent).toEqual([people.mo.userId])
    const failed = sender.deliver<Delivery>(deliveries, {
      claim: () => Promise.reject(new Error('no')),
      onOutcomes,
    })
    await expect(failed).rejects.toThrow('no')
    // Their slots are free again.
    await sender.deliver<Delivery>(deliveries, { claim: async (batch) => batch, onOutcomes })
    expect(sent).toHaveLength(3)
    sender.close()
  })
})

describe('who gets nothing', () => {
  test('[REM-09] [T80] a device whose member signed out of it, was banned or deleted', async () => {
    const signedOut = await signIn(app, nextKey(), personFields.mia)
    await addDevice(signedOut)
    await request(app, 'DELETE /api/auth/session', { as: signedOut })
    const banned = await signIn(app, nextKey(), personFields.mia)
    await addDevice(banned)
    await app.database.query
      .updateTable('users')
      .set({ isBanned: true, bannedReason: 'x', bannedAt: new Date(app.clock.now()) })
      .where('id', '=', banned.userId)
      .execute()
    const member = await signIn(app, nextKey(), personFields.mia)
    await addDevice(member)
    const { outcomes } = await send([signedOut.userId, banned.userId, member.userId])
    expect(outcomes).toEqual(['sent'])
    expect(await deleteSignedOutDevices(app.database.query, 10)).toBe(1)
    expect(await rows()).toHaveLength(2)
  })

  test('an expired sign-in, or one that is no longer stored, keeps its devices', async () => {
    const member = await signIn(app, nextKey(), personFields.mia)
    await addDevice(member)
    await app.database.query.updateTable('push_subscriptions').set({ sessionId: 2_000_000_000 }).execute()
    expect((await send([member.userId])).outcomes).toEqual(['sent'])
    expect(await deleteSignedOutDevices(app.database.query, 10)).toBe(0)
  })
})

test('[REM-08] without a public host push isn’t offered: the call and the log say why, and nothing is sent @full', async () => {
  const logged: LogLine[] = []
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void logged.push(JSON.parse(line) as LogLine) },
  )
  const platform = app.app.platform
  const config = { ...platform.config, mailFrom: { name: null, address: 'no-reply@localhost' } }
  await addDevice(people.mia)
  const module = await createPushModule({ ...platform, config, log })
  expect(await deliver(module.sender, [people.mia.userId])).toEqual([])
  expect(service.received).toEqual([])
  expect(logged).toMatchObject([
    {
      part: 'push',
      reason: 'Neither MAIL_FROM nor PUBLIC_URL has a public host.',
      msg: 'Web push is not offered.',
    },
  ])
  await module.close?.()
  const plain = await startTestApp()
  const mia = await signIn(plain, 'mia', personFields.mia)
  expect((await request(plain, 'GET /api/account/push', { as: mia })).body).toEqual({
    publicKey: null,
    obstacle: 'host',
    hasDevice: false,
  })
  expect(await plain.database.query.selectFrom('push_key').selectAll().execute()).toEqual([])
  await plain.close()
})

test('metrics count pushes by result, and name no member', async () => {
  const module = await createPushModule(app.app.platform)
  await addDevice(people.mia)
  await deliver(module.sender, [people.mia.userId])
  await module.close?.()
  const registry = new Registry()
  module.registerMetrics?.(registry)
  expect(await registry.metrics()).toContain('stillwater_pushes_total{result="sent"} 1')
  expect(await (await fetch(`${app.url}/metrics`)).text()).toContain(
    'stillwater_pushes_total{result="late"} 0',
  )
})

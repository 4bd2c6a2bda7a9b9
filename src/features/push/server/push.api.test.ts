// Web push: a member's devices, the community's key, and sending to a stand-in of the push services.
import { hash, randomBytes } from 'node:crypto'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Platform } from '#server/context.ts'
import { parseMailSender } from '#server/config/mail-sender.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { eventually } from '#test/eventually.ts'
import { cast, signIn, signInCast, type TestUser } from '#test/people/cast.ts'
import { request } from '#test/request.ts'
import { startPushService, type PushBrowser, type PushService } from '#test/stand-ins/push-service.ts'
import { pushCalls } from '../contract.ts'
import { newKeyPair } from './encryption.ts'
import { createPushModule } from './module.ts'
import { createPushSender } from './sender.ts'
import type { PushNotice, PushResult } from './service.ts'
import { deleteSignedOutDevices, savePushDevice } from './sql.ts'
import { loadVapidKey } from './vapid-key.ts'

const address = 'hello@example.org'
const mailFrom = parseMailSender(address) ?? { name: null, address }
const icon = '/icons/icon-192.png'
const notice: PushNotice = {
  title: 'Morning Sit',
  body: 'It begins at 6:30 AM.',
  path: '/meditation',
  topic: 'sitting-12',
  urgency: 'high',
}

type LogLine = Record<string, unknown>

let service: PushService
let app: TestApp
let people: Awaited<ReturnType<typeof signInCast>>
beforeAll(async () => {
  service = await startPushService()
  app = await startTestApp({ isUnlimited: true, config: { mailFrom, pushTestService: service.origin } })
  people = await signInCast(app)
})
afterAll(async () => {
  await app.close()
  await service.close()
})
beforeEach(async () => {
  await app.database.query.deleteFrom('push_subscriptions').execute()
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

interface SenderFacts {
  retryDelaysMs?: readonly number[]
  log?: Platform['log']
}

/** Sends with a new sender; returns the totals and what it logged. */
async function send(
  userIds: readonly number[],
  {
    retryDelaysMs = [1],
    sent = notice,
    forMs = 600_000,
  }: SenderFacts & { sent?: PushNotice; forMs?: number } = {},
) {
  const logged: LogLine[] = []
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void logged.push(JSON.parse(line) as LogLine) },
  )
  const results: PushResult[] = []
  const sender = createPushSender({
    platform: { ...app.app.platform, log },
    key: await loadVapidKey(app.app.platform),
    subject: `mailto:${address}`,
    icon: () => icon,
    onResult: (result) => results.push(result),
    retryDelaysMs,
  })
  try {
    const totals = await sender.send(userIds, sent, app.clock.now() + forMs)
    return { totals, logged, results }
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
  test('[REM-05] [REM-11] a push carries its notice, encrypted, and TTL, urgency and topic', async () => {
    const browser = await addDevice(people.mia)
    const { totals, results } = await send([people.mia.userId, people.mo.userId])
    expect(totals).toEqual({ sent: 1, gone: 0, refused: 0, late: 0 })
    expect(results).toEqual(['sent'])
    const [push] = service.received
    const { title, body, path, topic } = notice
    expect(push?.browser).toBe(browser)
    expect(push?.notice).toEqual({ title, body, path, topic, icon })
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
    expect(body).toEqual({ publicKey: first?.publicKey, obstacle: null })

    const sender = createPushSender({
      platform: app.app.platform,
      key: await loadVapidKey(app.app.platform),
      subject: `mailto:${address}`,
      icon: () => icon,
      onResult: () => undefined,
    })
    const tokens: (string | undefined)[] = []
    await unsubscribe(people.mia, browser)
    for (const minutes of [0, 59, 2]) {
      app.clock.advance(minutes * 60_000)
      service.received.length = 0
      await sender.send([people.mia.userId], notice, app.clock.now() + 60_000)
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
      expect((await send([people.mia.userId])).totals).toMatchObject({ sent: 1, gone: 1 })
      expect((await rows()).map(({ endpoint }) => endpoint)).toEqual([other.endpoint])
      await unsubscribe(people.mia, other)
    }
  })

  test('[REM-09] 403 is logged with the subject, once a minute, and the device stays', async () => {
    await addDevice(people.mia)
    await addDevice(people.mia)
    service.reply = () => 403
    const { totals, logged } = await send([people.mia.userId])
    expect(totals).toMatchObject({ refused: 2 })
    expect(service.received).toHaveLength(2)
    expect(await rows()).toHaveLength(2)
    expect(logged).toMatchObject([{ part: 'push', status: 403, subject: `mailto:${address}` }])
    expect(JSON.stringify(logged)).not.toContain('/push/')
  })

  test('[REM-09] 429 and 5xx are tried again, at the latest until the deadline', async () => {
    const browser = await addDevice(people.mia)
    service.reply = (_browser, count) => [429, 503, 201][count - 1] ?? 500
    expect((await send([people.mia.userId])).totals).toMatchObject({ sent: 1 })
    expect(service.received).toHaveLength(3)

    service.received.length = 0
    service.reply = () => {
      app.clock.advance(25_000)
      return 503
    }
    expect((await send([people.mia.userId], { forMs: 60_000 })).totals).toMatchObject({ late: 1 })
    expect(service.received.map(({ headers }) => headers['ttl'])).toEqual(['60', '35', '10'])

    service.received.length = 0
    service.reply = () => ({ status: 429, headers: { 'retry-after': '120' } })
    expect((await send([people.mia.userId], { forMs: 60_000 })).totals).toMatchObject({ late: 1 })
    expect((await send([people.mia.userId], { forMs: 0 })).totals).toMatchObject({ late: 1 })
    expect(service.received).toHaveLength(1)
    expect((await rows())[0]?.endpoint).toBe(browser.endpoint)
  })

  test('[REM-10] [T79] no redirect is followed, and a stored address elsewhere gets nothing', async () => {
    const [redirected, elsewhere] = [await addDevice(people.mia), await addDevice(people.mo)]
    service.reply = () => ({
      status: 307,
      headers: { location: `${service.origin}${new URL(elsewhere.endpoint).pathname}` },
    })
    expect((await send([people.mia.userId])).totals).toMatchObject({ refused: 1 })
    expect(service.received.map(({ browser }) => browser)).toEqual([redirected])
    const other = await startPushService()
    const { endpoint } = other.subscribe()
    const atOther = app.database.query.updateTable('push_subscriptions').set({ endpoint })
    await atOther.where('userId', '=', people.mo.userId).execute()
    expect((await send([people.mo.userId])).totals).toMatchObject({ refused: 1 })
    expect(other.openMost()).toBe(0)
    await other.close()
  })

  test('a service that is down is tried again', async () => {
    await addDevice(people.mia)
    await app.database.query
      .updateTable('push_subscriptions')
      .set({ endpoint: 'http://127.0.0.1:1/push/x' })
      .execute()
    const config = { pushTestService: 'http://127.0.0.1:1' }
    const sender = createPushSender({
      platform: { ...app.app.platform, config },
      key: await loadVapidKey(app.app.platform),
      subject: `mailto:${address}`,
      icon: () => icon,
      onResult: () => undefined,
      retryDelaysMs: [1, 1, 600_000],
    })
    expect(await sender.send([people.mia.userId], notice, app.clock.now() + 60_000)).toMatchObject({
      late: 1,
    })
    sender.close()
  })

  test('at most 50 requests are under way; a device that is retried keeps no other waiting @full', async () => {
    const devices = Array.from({ length: 120 }, () => storedDevice(service.subscribe()))
    await app.database.query.insertInto('push_subscriptions').values(devices).execute()
    const allSlotsUsed = eventually(() => expect(service.openCount()).toBe(50))
    service.reply = async (browser, count) => {
      await allSlotsUsed
      return browser === service.received[0]?.browser && count === 1 ? 503 : 201
    }
    const { totals } = await send([people.mia.userId], { retryDelaysMs: [500] })
    expect(totals.sent).toBe(120)
    expect(service.openMost()).toBe(50)
    expect(service.received.at(-1)?.browser).toBe(service.received[0]?.browser)
  })
})

describe('who gets nothing', () => {
  test('[REM-09] [T80] a device whose member signed out of it, was banned or deleted', async () => {
    const signedOut = await signIn(app, nextKey(), cast.mia)
    await addDevice(signedOut)
    await request(app, 'DELETE /api/auth/session', { as: signedOut })
    const banned = await signIn(app, nextKey(), cast.mia)
    await addDevice(banned)
    await app.database.query
      .updateTable('users')
      .set({ isBanned: true, bannedReason: 'x', bannedAt: new Date(app.clock.now()) })
      .where('id', '=', banned.userId)
      .execute()
    const member = await signIn(app, nextKey(), cast.mia)
    await addDevice(member)
    const { totals } = await send([signedOut.userId, banned.userId, member.userId])
    expect(totals).toMatchObject({ sent: 1 })
    expect(await deleteSignedOutDevices(app.database.query, 10)).toBe(1)
    expect(await rows()).toHaveLength(2)
  })

  test('an expired sign-in, or one that is no longer stored, keeps its devices', async () => {
    const member = await signIn(app, nextKey(), cast.mia)
    await addDevice(member)
    await app.database.query.updateTable('push_subscriptions').set({ sessionId: 2_000_000_000 }).execute()
    expect((await send([member.userId])).totals).toMatchObject({ sent: 1 })
    expect(await deleteSignedOutDevices(app.database.query, 10)).toBe(0)
  })
})

describe('the key', () => {
  const keyRows = () => app.database.query.selectFrom('push_key').selectAll().execute()

  test('[REM-08] [T80] is made once for all nodes, and stored encrypted', async () => {
    await app.database.query.deleteFrom('push_key').execute()
    const platform = app.app.platform
    const keys = await Promise.all(Array.from({ length: 4 }, () => loadVapidKey(platform)))
    for (const key of keys) expect(key).toEqual(keys[0])
    const [stored, ...others] = await keyRows()
    expect(others).toEqual([])
    const privateKey = keys[0]?.privateKey ?? Buffer.alloc(0)
    expect(privateKey).toHaveLength(32)
    expect(stored?.sealedPrivateKey.includes(privateKey)).toBe(false)
    expect(await loadVapidKey(platform)).toEqual(keys[0])
  })

  test('[REM-08] another SESSION_SECRET renews it, and deletes the subscriptions for the former one', async () => {
    const platform = app.app.platform
    const before = await loadVapidKey(platform)
    await addDevice(people.mia)
    const config = { ...platform.config, sessionSecret: 'another secret of at least 32 characters' }
    const after = await loadVapidKey({ ...platform, config })
    expect(after.publicKey).not.toEqual(before.publicKey)
    expect(await rows()).toEqual([])
    expect(await loadVapidKey({ ...platform, config })).toEqual(after)
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
  expect(await module.sender.send([people.mia.userId], notice, app.clock.now() + 60_000)).toEqual({
    sent: 0,
    gone: 0,
    refused: 0,
    late: 0,
  })
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
  const mia = await signIn(plain, 'mia', cast.mia)
  expect((await request(plain, 'GET /api/account/push', { as: mia })).body).toEqual({
    publicKey: null,
    obstacle: 'host',
  })
  expect(await plain.database.query.selectFrom('push_key').selectAll().execute()).toEqual([])
  await plain.close()
})

test('metrics count pushes by result, and name no member', async () => {
  const module = await createPushModule(app.app.platform)
  await addDevice(people.mia)
  await module.sender.send([people.mia.userId], notice, app.clock.now() + 60_000)
  await module.close?.()
  const registry = new Registry()
  module.registerMetrics?.(registry)
  expect(await registry.metrics()).toContain('stillwater_pushes_total{result="sent"} 1')
  expect(await (await fetch(`${app.url}/metrics`)).text()).toContain(
    'stillwater_pushes_total{result="late"} 0',
  )
})

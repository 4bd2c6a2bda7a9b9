// Address bans API: administrators list, create and lift bans; which requests a ban blocks.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { busEvents } from '#shared/bus-events.ts'
import { defaultTestTime } from '#test/clock.ts'
import { rejectedUpgrade } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { AddressBan } from '../contract.ts'
import { createAddressBanRegistry, type AddressBanRegistry } from './address-bans.ts'
import { saveAddressBan } from './sql/address-bans.ts'

const own = '198.41.0.200'
const bad = '198.41.0.4'
const network = '2a00:1450:4001:81b::/64'
const reason = 'Floods the chat'
const password = 'a quiet lake at dawn'

// Every client connects through a trusted proxy, which reports the client's address.
const app = await openTestApp({ config: { trustedProxies: parseRanges('127.0.0.0/8, 198.41.77.0/24') } })
const people = await signInPeople(app)
await request(app, 'POST /api/identity/sign-up/email', {
  body: { name: 'Known', email: 'known@example.org', password },
})
beforeEach(() => app.clock.set(defaultTestTime))
afterEach(async () => {
  for (const { id } of await list()) await lift(id)
  app.clock.advance(60_000)
})

const from = (address: string) => ({ 'x-forwarded-for': address })
const requestFrom = (
  call: Parameters<typeof request>[1],
  address: string,
  as: TestUser | null = null,
  body?: unknown,
) => request(app, call, { as, body, headers: from(address) })
const ban = (body: object, as: TestUser | null = people.ada) =>
  requestFrom('POST /api/admin/ip-bans', own, as, body)
const lift = (id: number) => requestFrom(`DELETE /api/admin/ip-bans/${id}`, own, people.ada)
const list = async () => (await requestFrom('GET /api/admin/ip-bans', own, people.ada)).body as AddressBan[]
const anyNumber: unknown = expect.any(Number)
const anyText: unknown = expect.any(String)
const rows = () => app.database.query.selectFrom('ip_bans').selectAll().orderBy('id').execute()
const recordedActivities = () =>
  app.database.query
    .selectFrom('activities')
    .select(['action', 'actorId', 'targetType', 'targetId', 'label', 'before', 'after'])
    .orderBy('id')
    .execute()
const isoAfter = (ms: number) => new Date(app.clock.now() + ms).toISOString()
const denied = {
  status: 403,
  body: { code: 'banned', reason, message: 'This address has been banned.' },
}

describe('address bans', () => {
  test('[API-14] [API-25] are created, listed with administrator and reason, and lifted', async () => {
    expect(await list()).toEqual([])
    const made = await ban({ ipAddress: ` ${bad} `, reason: `  ${reason} ` })
    const expected = {
      id: anyNumber,
      ipAddress: bad,
      reason,
      bannedAt: defaultTestTime,
      bannedBy: { id: people.ada.userId, name: people.ada.name },
      expiresAt: null,
    }
    expect(made).toMatchObject({ status: 201 })
    expect(made.body).toEqual(expected)
    const second = await ban({ ipAddress: '2a00:1450:4001:81b::200e', reason, expiresAt: isoAfter(60_000) })
    expect(second.body).toMatchObject({ ipAddress: network, expiresAt: isoAfter(60_000) })
    expect(await list()).toEqual([second.body, made.body])
    const { id } = made.body as AddressBan
    expect(await lift(id)).toMatchObject({ status: 200, body: { success: true } })
    expect(await list()).toEqual([second.body])
    expect(await lift(id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await lift(2_000_000_000)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('[API-14] are available to administrators only', async () => {
    for (const [as, status] of [
      [null, 401],
      [people.mia, 403],
      [people.gail, 403],
    ] as const) {
      expect((await requestFrom('GET /api/admin/ip-bans', own, as)).status).toBe(status)
      expect((await ban({ ipAddress: bad, reason }, as)).status).toBe(status)
      expect((await requestFrom('DELETE /api/admin/ip-bans/1', own, as)).status).toBe(status)
    }
    expect(await list()).toEqual([])
  })

  test('[API-14] of the same address keep one row, with the new reason and expiry', async () => {
    const { body: first } = await ban({ ipAddress: bad, reason: 'First' })
    app.clock.advance(1_000)
    const again = await ban({ ipAddress: `::ffff:${bad}`, reason, expiresAt: isoAfter(60_000) })
    expect(again.status).toBe(200)
    expect(again.body).toEqual({ ...(first as AddressBan), reason, expiresAt: isoAfter(60_000) })
    expect(await list()).toEqual([again.body])
    expect((await rows()).filter(({ isActive }) => isActive)).toHaveLength(1)
  })

  test('[DATA-13, DATA-17] lifted or expired and created again keep their row, and the activity has the previous values', async () => {
    const { body: first } = await ban({ ipAddress: bad, reason: 'First' })
    const { id } = first as AddressBan
    const { body: other } = await ban({ ipAddress: network, reason })
    await lift(id)
    app.clock.advance(1_000)
    const again = await ban({ ipAddress: bad, reason, expiresAt: isoAfter(1_000) })
    expect(again).toMatchObject({ status: 201, body: { id, reason, bannedAt: isoAfter(0) } })
    expect(await list()).toEqual([again.body, other])
    app.clock.advance(2_000)
    const third = await ban({ ipAddress: bad, reason: 'Third' })
    expect(third).toMatchObject({ status: 201, body: { id, reason: 'Third', expiresAt: null } })
    expect((await rows()).filter(({ ipAddress }) => ipAddress === `${bad}/32`)).toHaveLength(1)
    const lines = (await recordedActivities()).filter(({ targetId }) => Number(targetId) === id)
    expect(lines.slice(-4).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['ip-ban.create', null, { reason: 'First', expiresAt: null }],
      ['ip-ban.lift', { reason: 'First', expiresAt: null }, null],
      ['ip-ban.create', null, { reason, expiresAt: anyText }],
      ['ip-ban.create', null, { reason: 'Third', expiresAt: null }],
    ])
    // Unique also among the lifted ones.
    await lift(id)
    const row = { ipAddress: `${bad}/32`, bannedAt: isoAfter(0), bannedBy: people.ada.userId, reason }
    await expect(app.database.query.insertInto('ip_bans').values(row).execute()).rejects.toThrow(
      'ip_bans_one_per_address',
    )
  })

  test('[API-14] created twice concurrently result in one', async () => {
    const responses = await Promise.all(
      ['First', 'Second', 'Third'].map((why) => ban({ ipAddress: bad, reason: why })),
    )
    expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 201])
    expect(await list()).toHaveLength(1)
  })

  test('[API-14] can be created again after they expire', async () => {
    const { body: first } = await ban({ ipAddress: bad, reason, expiresAt: isoAfter(1_000) })
    app.clock.advance(1_000)
    expect(await list()).toEqual([])
    expect((await lift((first as AddressBan).id)).status).toBe(404)
    const again = await ban({ ipAddress: bad, reason })
    expect(again).toMatchObject({ status: 201, body: { bannedAt: isoAfter(0), expiresAt: null } })
    expect(await list()).toEqual([again.body])
  })

  test.each([
    ['a private one', '192.168.1.7'],
    ['a loopback', '::1'],
    ['a reserved one', '203.0.113.9'],
    ['a network', '198.41.0.0/24'],
    ['no address', 'nonsense'],
    ['a proxy of ours', '198.41.77.9'],
    ['one’s own', own],
    ['one’s own in IPv6 dress', `::ffff:${own}`],
  ])('[API-14] [T26] can’t cover %s', async (_, ipAddress) => {
    const before = await rows()
    const response = await ban({ ipAddress, reason })
    expect(response).toMatchObject({ status: 400, body: { code: 'address_not_bannable' } })
    expect(response.body).toMatchObject({ issues: [{ path: 'ipAddress', message: anyText }] })
    expect(await rows()).toEqual(before)
  })

  test('[API-14] [T26] can’t cover one’s own IPv6 network by another address of it', async () => {
    const body = { ipAddress: '2a00:1450:4001:81b::1', reason }
    const response = await requestFrom(
      'POST /api/admin/ip-bans',
      '2a00:1450:4001:81b:ffff::2',
      people.ada,
      body,
    )
    expect(response).toMatchObject({ status: 400, body: { code: 'address_not_bannable' } })
  })

  test.each([
    ['ipAddress', { ipAddress: '' }],
    ['reason', { reason: ' ' }],
    ['reason', { reason: 'a'.repeat(501) }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
    ['expiresAt', { expiresAt: defaultTestTime }],
    ['', { isActive: true }],
  ])('[API-14] with an invalid field (%s) are rejected beside it', async (path, change) => {
    const response = await ban({ ipAddress: bad, reason, ...change })
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid', issues: [{ path }] } })
  })

  test('[I23] [T25] record one activity entry for each change, and none without a change', async () => {
    const before = await recordedActivities()
    const id = ((await ban({ ipAddress: bad, reason })).body as AddressBan).id
    await ban({ ipAddress: bad, reason })
    await ban({ ipAddress: bad, reason, expiresAt: isoAfter(1_000) })
    await ban({ ipAddress: '10.0.0.1', reason })
    await lift(id)
    await lift(id)
    const line = { actorId: people.ada.userId, targetType: 'ip-ban', targetId: id, label: bad }
    expect((await recordedActivities()).slice(before.length)).toEqual([
      { ...line, action: 'ip-ban.create', before: null, after: { reason, expiresAt: null } },
      {
        ...line,
        action: 'ip-ban.create',
        before: { expiresAt: null },
        after: { expiresAt: isoAfter(1_000) },
      },
      { ...line, action: 'ip-ban.lift', before: { reason, expiresAt: isoAfter(1_000) }, after: null },
    ])
  })
})

describe('a client at a banned address', () => {
  const calls = [
    'GET /api/auth/session',
    'GET /api/meditation/online-count',
    'GET /api/referral/validate/0ABCDEF1',
    'DELETE /api/auth/session',
    'GET /api/no-such-call',
    'PUT /api/auth/user',
  ] as const

  test('[API-13] [T26] gets 403 with the reason for every request, with and without a session', async () => {
    await ban({ ipAddress: bad, reason })
    for (const call of calls) {
      for (const as of [null, people.mia, people.gail, people.ned, people.una]) {
        expect({ call, ...(await requestFrom(call, bad, as)) }).toMatchObject({ call, ...denied })
      }
    }
    const credentials = { email: 'known@example.org', password }
    const response = await requestFrom('POST /api/identity/sign-in/email', bad, null, credentials)
    expect(response).toMatchObject(denied)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await rejectedUpgrade(app, { as: people.mia, headers: from(bad) })).toMatchObject(denied)
    expect(await rejectedUpgrade(app, { headers: from(bad) })).toMatchObject(denied)
  })

  test('[API-13] that is an administrator with a session has access, as members do from elsewhere', async () => {
    await ban({ ipAddress: bad, reason })
    expect((await requestFrom('GET /api/auth/session', bad, people.ada)).status).toBe(200)
    expect((await requestFrom('GET /api/auth/session', '198.41.0.5', people.mia)).status).toBe(200)
    // A forged entry on the left neither lifts nor causes a ban (T26).
    expect(await requestFrom('GET /api/auth/session', `198.41.0.5, ${bad}`, people.mia)).toMatchObject(denied)
    expect((await requestFrom('GET /api/auth/session', `${bad}, 198.41.0.5`, people.mia)).status).toBe(200)
    const gone = await signIn(app, 'gone-admin', { name: 'Gone Admin', isAdmin: true })
    await requestFrom('DELETE /api/auth/session', own, gone)
    expect(await requestFrom('GET /api/auth/session', bad, gone)).toMatchObject(denied)
  })

  test('[T26] at IPv6 is its whole /64 network', async () => {
    await ban({ ipAddress: '2a00:1450:4001:81b::200e', reason })
    for (const address of ['2a00:1450:4001:81b::1', '2a00:1450:4001:81b:ffff:ffff:ffff:ffff']) {
      expect(await requestFrom('GET /api/auth/session', address, people.mia)).toMatchObject(denied)
    }
    expect((await requestFrom('GET /api/auth/session', '2a00:1450:4001:81c::1', people.mia)).status).toBe(200)
  })

  test('[API-13] regains access when the ban expires, and immediately when it is lifted', async () => {
    await ban({ ipAddress: bad, reason, expiresAt: isoAfter(1_000) })
    app.clock.advance(999)
    expect(await requestFrom('GET /api/auth/session', bad, people.mia)).toMatchObject(denied)
    app.clock.advance(1)
    expect((await requestFrom('GET /api/auth/session', bad, people.mia)).status).toBe(200)
    const { body } = await ban({ ipAddress: bad, reason })
    expect(await requestFrom('GET /api/auth/session', bad, people.mia)).toMatchObject(denied)
    await lift((body as AddressBan).id)
    expect((await requestFrom('GET /api/auth/session', bad, people.mia)).status).toBe(200)
  })

  test('[API-13] can load pages and files, and check the server’s health', async () => {
    await ban({ ipAddress: bad, reason })
    const [picture] = await app.database.query.selectFrom('profile_pictures').select('mediaSha256').execute()
    for (const path of ['/healthz', '/readyz', `/media/${picture?.mediaSha256}.jpg`] as const) {
      expect((await requestFrom(`GET ${path}`, bad)).status).toBe(200)
    }
  })
})

describe('another node', () => {
  let other: AddressBanRegistry | null = null
  afterEach(async () => {
    await other?.close()
    other = null
  })
  const insert = () =>
    saveAddressBan(app.database.query, {
      ipAddress: bad,
      reason,
      expiresAt: null,
      bannedAt: new Date(defaultTestTime),
      bannedBy: people.ada.userId,
    })

  test('[API-13] receives a ban by the bus', async () => {
    other = await createAddressBanRegistry(app.app.platform)
    expect(other.reasonFor(bad)).toBeNull()
    await ban({ ipAddress: bad, reason })
    const { reasonFor } = other
    await expect.poll(() => reasonFor(bad)).toBe(reason)
  })

  test('[API-13] reads a ban without the bus, and at its start', async () => {
    other = await createAddressBanRegistry(app.app.platform, 20)
    await insert()
    const { reasonFor } = other
    await expect.poll(() => reasonFor(bad)).toBe(reason)
    await other.close()
    other = await createAddressBanRegistry(app.app.platform)
    expect(other.reasonFor(bad)).toBe(reason)
    expect(other.reasonFor('')).toBeNull()
    // This node has received no bus message yet.
    await app.bus.publish(busEvents.addressBans, { type: 'changed' })
    await expect.poll(async () => (await requestFrom('GET /api/auth/session', bad)).status).toBe(403)
  })
})

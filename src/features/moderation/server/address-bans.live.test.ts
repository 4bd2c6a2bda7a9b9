// Address bans and live sockets: open connections and connection attempts.
import { afterEach, describe, expect, test } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestChannel } from '#test/live/live-channel.ts'
import { connectLive, rejectedUpgrade, sendChatMessage, type LiveAddress } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { AddressBan } from '../contract.ts'
import { createAddressBanRegistry } from './address-bans.ts'
import { saveAddressBan } from './sql/address-bans.ts'

const today = '2026-11-21'
const bad = '198.41.0.4'
const good = '198.41.0.5'
const reason = 'Floods the chat'
const from = (address: string) => ({ 'x-forwarded-for': address })

const app = await openTestApp({ config: { trustedProxies: parseRanges('127.0.0.0/8') } })
const people = await signInPeople(app)
await makeMeditation(app)
afterEach(() => liftAll())

async function join(as: TestUser, address: string, to: LiveAddress = app) {
  const client = await connectLive(to, { as, headers: from(address) })
  await client.join(today)
  return client
}
const ban = (expiresAt: string | null = null) =>
  request(app, 'POST /api/admin/ip-bans', {
    as: people.ada,
    body: { ipAddress: bad, reason, expiresAt },
    headers: from(good),
  })

async function liftAll(): Promise<void> {
  const asked = { as: people.ada, headers: from(good) }
  const { body } = await request(app, 'GET /api/admin/ip-bans', asked)
  for (const { id } of body as AddressBan[]) await request(app, `DELETE /api/admin/ip-bans/${id}`, asked)
}

describe('sockets from a banned address', () => {
  test('[API-14] [LIVE-26] get the reason and are closed with 4403 within a second; administrators stay connected', async () => {
    const ada = await join(people.ada, bad)
    const [mia, gail, mo] = [
      await join(people.mia, bad),
      await join(people.gail, bad),
      await join(people.mo, good),
    ]
    const idle = await connectLive(app, { as: people.mia, headers: from(bad) })
    expect((await ban()).status).toBe(201)
    const respondedAtMs = performance.now()
    for (const socket of [mia, gail, idle]) {
      expect(await socket.next('access-denied')).toEqual({ type: 'access-denied', reason })
      expect(await socket.closed).toBe(4403)
    }
    expect(performance.now() - respondedAtMs).toBeLessThan(1_000)
    for (const member of [people.mia, people.gail]) {
      await mo.next('user-left', ({ userId }) => userId === member.userId)
    }
    sendChatMessage(ada, 'still here')
    await mo.next('new-message', ({ message }) => message.user.id === people.ada.userId)
    expect([ada.count('access-denied'), mo.count('access-denied')]).toEqual([0, 0])
    const again = await connectLive(app, { as: people.ada, headers: from(bad) })
    expect(await rejectedUpgrade(app, { as: people.mia, headers: from(bad) })).toMatchObject({
      status: 403,
      body: { code: 'banned', reason },
    })
    for (const socket of [ada, again, mo]) await socket.close()
  })

  test('[API-14] [LIVE-26] on another node are closed too, by the bus or else by its own read', async () => {
    for (const everyMs of [15_000, 20]) {
      const bans = await createAddressBanRegistry(app.app.platform, everyMs)
      const node = await openTestChannel(app, { bannedAddresses: bans })
      try {
        const mia = await join(people.mia, bad, node)
        const mo = await join(people.mo, good, node)
        if (everyMs > 1_000) await ban()
        else await insertSilently()
        expect(await mia.closed).toBe(4403)
        expect(mia.count('access-denied')).toBe(1)
        expect(mo.count('access-denied')).toBe(0)
        await mo.close()
      } finally {
        await node.close()
        await bans.close()
      }
      await liftAll()
    }
  })

  test('[API-14] [T26] that are being opened during the ban are rejected', async () => {
    const openings = Array.from({ length: 20 }, () =>
      connectLive(app, { as: people.mia, headers: from(bad) }).catch(() => null),
    )
    const [response, ...sockets] = await Promise.all([ban(), ...openings])
    expect(response.status).toBe(201)
    const codes = await Promise.all(sockets.map((socket) => (socket ? socket.closed : Promise.resolve(4403))))
    expect(codes.filter((code) => code !== 4008 && code !== 4403)).toEqual([])
  })

  test('[API-14] can connect again when the ban has expired', async () => {
    await ban(new Date(app.clock.now() + 1_000).toISOString())
    expect((await rejectedUpgrade(app, { as: people.mia, headers: from(bad) })).status).toBe(403)
    app.clock.advance(1_000)
    await (await join(people.mia, bad)).close()
  })
})

/** Inserts a ban like a node without a bus connection. */
const insertSilently = () =>
  saveAddressBan(app.database.query, {
    ipAddress: bad,
    reason,
    expiresAt: null,
    bannedAt: new Date(app.clock.now()),
    bannedBy: people.ada.userId,
  })

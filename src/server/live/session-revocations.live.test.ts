// Open sockets whose session was revoked or has expired.
import { expect, test } from 'vitest'
import { createSessionRegistry } from '#features/auth/server/session-registry.ts'
import { hourMs } from '#shared/durations.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { openTestChannel, type TestChannel } from '#test/live/live-channel.ts'
import { connectLive, rejectedUpgrade, type TestLiveClient } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const app = await openTestApp()
const never = { pollEveryMs: 3_600_000, freshMs: 3_600_000, writeEveryMs: 3_600_000 }
/** A node that pings each socket three times a second, and polls sessions only on request. */
async function openNode(): Promise<TestChannel> {
  const sessions = closeAfterAll(await createSessionRegistry(app.app.platform, never))
  return closeAfterAll(await openTestChannel(app, { sessions, timings: { heartbeatMs: 300 } }))
}
const one = await openNode()
const other = await openNode()

const sessionOf = ({ uid }: TestUser) => app.database.query.updateTable('sessions').where('uid', '=', uid)
/** Expects the socket to stay open through several checks. */
async function expectOpen(client: TestLiveClient): Promise<void> {
  await client.whenCaughtUp()
  for (let beats = 0; beats < 3; beats += 1) await client.next('heartbeat')
}

test('[T48] [T04] close with 4401 when the session ends, on every node @full', async () => {
  const mia = await signIn(app, 'ends', personFields.mia)
  const mo = await signIn(app, 'stays', personFields.mo)
  await sessionOf(mia)
    .set({ expiresAt: new Date(app.clock.now() + 15_000) })
    .execute()
  const clients = [await connectLive(one, { as: mia }), await connectLive(other, { as: mia })]
  const stays = await connectLive(one, { as: mo })
  for (const client of clients) await expectOpen(client)
  app.clock.advance(15_000)
  expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual([4401, 4401])
  expect((await rejectedUpgrade(one, { as: mia })).status).toBe(401)
  await expectOpen(stays)
  await stays.close()
})

test('[T48] [AUTH-23] stay while the session is in use, on this or another node, and close when it no longer is', async () => {
  const mia = await signIn(app, 'idles', personFields.mia, { remembered: false })
  const client = await connectLive(one, { as: mia })
  app.clock.advance(11 * hourMs)
  expect((await request(app, 'GET /api/auth/session', { as: mia })).status).toBe(200)
  await app.app.sessions.sync()
  app.clock.advance(11 * hourMs)
  await expectOpen(client)
  app.clock.advance(hourMs + 60_000)
  expect(await client.closed).toBe(4401)
})

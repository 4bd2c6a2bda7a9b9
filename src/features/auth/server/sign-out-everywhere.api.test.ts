// Sign-out everywhere: closes all sessions and sockets of an account.
import { expect, test } from 'vitest'
import { busEvents } from '#shared/bus-events.ts'
import { connectLive } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { cookieOf, signUpAccount, saveProfile, signInAgain } from '#test/people/account.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const app = await openTestApp()

const whoAmI = (cookie: string) => request(app, 'GET /api/auth/session', { headers: { cookie } })

test('[PROF-25] all sessions of the caller end and the cookie is cleared, without affecting others', async () => {
  const sol = await signUpAccount(app, 'sol-everywhere')
  const mia = await signIn(app, 'mia-everywhere', personFields.mia)
  await saveProfile(app, sol)
  const other = cookieOf(await signInAgain(app, sol.email))
  const sockets = await Promise.all(
    [sol.cookie, other].map((cookie) => connectLive(app, { as: { ...sol, cookie } })),
  )
  const hers = await connectLive(app, { as: mia })
  const received: unknown[] = []
  const stop = app.bus.subscribe(busEvents.sessions, (message) => received.push(message))
  const startedAtMs = performance.now()
  const response = await request(app, 'DELETE /api/auth/sessions', { as: sol })
  expect(response).toMatchObject({ status: 204, body: null })
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401])
  expect(performance.now() - startedAtMs).toBeLessThan(1_000)
  stop()
  // All in one message: for each message, every node checks all its sessions.
  const both = expect.arrayContaining([expect.any(Number), expect.any(Number)]) as number[]
  expect(received).toEqual([{ type: 'ended', sessionIds: both }])
  expect(response.headers.getSetCookie()[0]).toMatch(/^sid=; Max-Age=0; /)
  for (const cookie of [sol.cookie, other]) expect((await whoAmI(cookie)).status).toBe(401)
  expect((await whoAmI(mia.cookie)).status).toBe(200)
  await hers.whenCaughtUp()
  await hers.close()
  expect((await signInAgain(app, sol.email)).status).toBe(200)
})

test('[API-18] a banned member gets the reason, an anonymous visitor 401, and no session ends', async () => {
  const bea = await signIn(app, 'bea-everywhere', personFields.bea)
  expect(await request(app, 'DELETE /api/auth/sessions', { as: bea })).toMatchObject({
    status: 403,
    body: { code: 'banned', reason: 'Unkind words' },
  })
  expect((await whoAmI(bea.cookie)).status).toBe(403)
  expect(await request(app, 'DELETE /api/auth/sessions')).toMatchObject({ status: 401 })
})

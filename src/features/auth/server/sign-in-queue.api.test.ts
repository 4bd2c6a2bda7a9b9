// Sign-in queue: it stays fair while many addresses send wrong passwords.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { counters } from '#server/metrics/counters.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { initialPassword, signUpAccount } from '#test/people/account.ts'
import { setPasswordCost } from '#test/people/password-cost.ts'
import { request } from '#test/request.ts'

// A hash must take longer than the rest of an attempt, or no queue forms.
setPasswordCost(4_096)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ config: { trustedProxies: parseRanges('127.0.0.0/8') } })
})
afterAll(() => app.close())

const signIn = (from: string, email: string, password: string) =>
  request(app, 'POST /api/identity/sign-in/email', {
    body: { email, password },
    headers: { 'x-forwarded-for': from },
  })

test('[T49] members sign in while thirty addresses send wrong passwords @full', async () => {
  const member = await signUpAccount(app, 'patient')
  // Half of them in separate networks, the others all in one.
  const guesses = Array.from({ length: 300 }, (_, count) => {
    const from = count % 2 === 0 ? `198.18.${count % 30}.7` : `2a00:1450:4001:${count % 30}::7`
    return signIn(from, `victim-${count}@example.org`, 'not the one')
  })
  const waitingMax = 100
  await expect.poll(() => counters.semaphoreWaitingNow, { timeout: 15_000, interval: 1 }).toBe(waitingMax)
  const members = Array.from({ length: 8 }, (_, count) =>
    signIn(`203.0.${count}.9`, member.email, initialPassword),
  )
  expect((await Promise.all(members)).map(({ status }) => status)).toEqual(members.map(() => 200))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([401, 503]))
}, 60_000)

// The rate limit of links for a new password.
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { signUpAccount } from '#test/people/account.ts'
import { request } from '#test/request.ts'

test('[API-24] three links per quarter of an hour for one address, known or not, without limiting others @full', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const ask = async (email: string) =>
    (await request(app, 'POST /api/identity/request-password-reset', { body: { email } })).status
  const sol = await signUpAccount(app, 'sol-limits')
  for (const email of [sol.email, 'nobody@example.org']) {
    const statuses = []
    for (let time = 0; time < 4; time += 1) statuses.push(await ask(email))
    expect(statuses).toEqual([200, 200, 200, 429])
    app.clock.advance(5 * 60_000 - 1)
    expect(await ask(` ${email.toUpperCase()}`)).toBe(429)
    app.clock.advance(1)
    expect(await ask(email)).toBe(200)
  }
  expect(await ask('else@example.org')).toBe(200)
})

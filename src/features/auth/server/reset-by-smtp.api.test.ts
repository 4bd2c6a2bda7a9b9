// Password reset through a real SMTP server, from request to new password, with its rate limit.
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { eventually } from '#test/eventually.ts'
import { outboxFiles } from '#test/network/mails.ts'
import { startSmtpServer } from '#test/network/smtp-server.ts'
import { cookieOf, signUpAccount, signInAgain } from '#test/people/account.ts'
import { request } from '#test/request.ts'

test('[AUTH-38] the link arrives by a real SMTP server, and opens a session @full', async () => {
  const smtp = await startSmtpServer()
  const app = await startTestApp({
    config: { smtpUrl: smtp.url, mailFrom: { name: 'The House', address: 'house@example.org' } },
  })
  onTestFinished(async () => {
    await app.close()
    await smtp.close()
  })
  const sol = await signUpAccount(app, 'sol-smtp')
  await request(app, 'POST /api/identity/request-password-reset', { body: { email: sol.email } })
  await eventually(() => expect(smtp.received).toHaveLength(2))
  const [verification, reset] = smtp.received.toSorted((a, b) => b.subject.localeCompare(a.subject))
  expect(verification).toMatchObject({ to: sol.email, subject: 'Stillwater: Confirm your email address' })
  expect(reset).toMatchObject({
    to: sol.email,
    from: 'The House <house@example.org>',
    subject: 'Stillwater: Choose a new password',
    envelope: { from: 'house@example.org', to: [sol.email] },
  })
  const body = { token: reset?.token, newPassword: 'a lake without wind' }
  const response = await request(app, 'POST /api/identity/reset-password', { body })
  const headers = { cookie: cookieOf(response) }
  expect(await request(app, 'GET /api/auth/session', { headers })).toMatchObject({
    status: 200,
    body: { uid: sol.uid },
  })
  expect((await signInAgain(app, sol.email, 'a lake without wind')).status).toBe(200)
  expect(await outboxFiles(app.config.dataDir)).toEqual([])
})

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

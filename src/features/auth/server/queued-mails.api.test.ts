// Queued account mails: stored without secrets, sent after an outage, and erased with their member.
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { mailSite } from '#test/data/mail-site.ts'
import { startSmtpServer } from '#test/network/smtp-server.ts'
import { signUpAccount } from '#test/people/account.ts'
import { request } from '#test/request.ts'
import { unconfirmedMailWaitMs } from './mail-limits.ts'
import { composeQueuedMail } from './queued-mails.ts'

/** An app whose mail server is down, with mails of each kind that `ask` causes waiting. */
async function startWithoutMailServer() {
  const down = await startSmtpServer()
  await down.close()
  const mailFrom = { name: 'The House', address: 'house@example.org' }
  const app = await startTestApp({ config: { smtpUrl: down.url, mailFrom } })
  onTestFinished(() => app.close())
  const startMailServer = async () => {
    const smtp = await startSmtpServer(Number(new URL(down.url).port))
    onTestFinished(() => smtp.close())
    return smtp
  }
  const waiting = async () => {
    await app.app.jobs.whenIdle()
    const { rows } = await sql<{ payload: object }>`select payload from jobs order by id`.execute(
      app.database.query,
    )
    return rows.map(({ payload }) => payload)
  }
  const passTime = async (ms: number) => {
    app.clock.advance(ms)
    await app.app.jobs.whenIdle()
  }
  const requestReset = (email: string) =>
    request(app, 'POST /api/identity/request-password-reset', { body: { email } })
  return { app, startMailServer, waiting, passTime, requestReset }
}

test('[AUTH-38] mails wait for the mail server without a link’s secret, and arrive once with working links', async () => {
  const { app, startMailServer, waiting, passTime, requestReset } = await startWithoutMailServer()
  const sol = await signUpAccount(app, 'sol-waits')
  expect((await requestReset(sol.email)).status).toBe(200)
  expect((await requestReset('nobody@example.org')).status).toBe(200)
  expect(await waiting()).toEqual([
    { type: 'verification', uid: sol.uid, language: 'en' },
    { type: 'password-reset', email: sol.email, language: 'en' },
  ])
  const smtp = await startMailServer()
  await passTime(10 * 60_000)
  expect(smtp.received.map(({ subject }) => subject).toSorted()).toEqual([
    'Stillwater: Choose a new password',
    'Stillwater: Confirm your email address',
  ])
  expect(await waiting()).toEqual([])
  const token = smtp.received.find(({ subject }) => subject.includes('password'))?.token
  const body = { token, newPassword: 'a lake without wind' }
  expect((await request(app, 'POST /api/identity/reset-password', { body })).status).toBe(200)
  await passTime(24 * 3_600_000)
  expect(smtp.received.map(({ subject }) => subject)).toHaveLength(2)
})

test('[T38] [I24] a deleted member’s mails are erased and never sent; others’ are @full', async () => {
  const { app, startMailServer, waiting, passTime, requestReset } = await startWithoutMailServer()
  const leaver = await signUpAccount(app, 'leaver', { name: 'Leaver' })
  const stayer = await signUpAccount(app, 'stayer', { name: 'Stayer' })
  await requestReset(leaver.email)
  await requestReset(stayer.email)
  expect(await waiting()).toHaveLength(4)
  const { status } = await request(app, 'DELETE /api/account', { headers: { cookie: leaver.cookie } })
  expect(status).toBe(204)
  expect(JSON.stringify(await waiting())).not.toMatch(new RegExp(`${leaver.uid}|${leaver.email}`))
  const smtp = await startMailServer()
  await passTime(10 * 60_000)
  expect(new Set(smtp.received.map(({ to }) => to))).toEqual(new Set([stayer.email]))
  expect(smtp.received).toHaveLength(2)
})

test('a notification of a changed address isn’t sent if that address is in use again @full', async () => {
  const { app } = await startWithoutMailServer()
  const sol = await signUpAccount(app, 'sol-again')
  const site = mailSite({ name: 'The House', publicUrl: app.url })
  const mail = (email: string) =>
    composeQueuedMail({ ...app.app.platform, site }, { type: 'email-changed', uid: sol.uid, email }, 'job')
  expect(await mail('before@example.org')).toMatchObject({ to: 'before@example.org' })
  expect(await mail(sol.email)).toBeNull()
})

test('[T71] a mailbox gets one verification mail an hour, under any of its tags; the next ones wait', async () => {
  const { app, startMailServer, waiting, passTime } = await startWithoutMailServer()
  await signUpAccount(app, 'flood+1')
  await passTime(0)
  await signUpAccount(app, 'flood+2')
  await signUpAccount(app, 'FLOOD')
  const smtp = await startMailServer()
  // The first one's retry needs no other turn.
  await passTime(10 * 60_000)
  expect(smtp.received.map(({ to }) => to)).toEqual(['flood+1@example.org'])
  expect(await waiting()).toHaveLength(2)
  await passTime(3_600_000)
  expect(smtp.received).toHaveLength(2)
  await passTime(3_600_000)
  expect(smtp.received).toHaveLength(3)
  expect(await waiting()).toEqual([])
})

test('[T71] the whole community mails unconfirmed addresses 600 times an hour; other mails don’t wait @full', async () => {
  const { app, startMailServer, waiting, passTime, requestReset } = await startWithoutMailServer()
  const smtp = await startMailServer()
  const { platform } = app.app
  const take = (from: number, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => {
        const jobKey = `stranger-${from + index}`
        return unconfirmedMailWaitMs(platform, { email: `${jobKey}@example.org`, jobKey })
      }),
    )
  expect(new Set(await take(0, 600))).toEqual(new Set([0]))
  expect((await take(600, 1))[0]).toBeGreaterThan(0)
  const sol = await signUpAccount(app, 'sol-over')
  await requestReset(sol.email)
  await passTime(0)
  expect(smtp.received.map(({ subject }) => subject)).toEqual(['Stillwater: Choose a new password'])
  expect(await waiting()).toEqual([{ type: 'verification', uid: sol.uid, language: 'en' }])
  await passTime(3_600_000)
  expect(smtp.received.map(({ to }) => to)).toEqual([sol.email, sol.email])
})

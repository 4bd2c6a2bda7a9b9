// The operator's test mail: accepted by a real SMTP server, rejected, unreachable, and written to the outbox.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '#test/clock.ts'
import { outboxFiles } from '#test/network/mails.ts'
import { startSmtpServer } from '#test/network/smtp-server.ts'
import { freePort } from '#test/nodes/server-process.ts'
import { mailSiteOf } from './mail-site.ts'
import { sendTestMail } from './send-test-mail.ts'

function send(smtpUrl: string | null) {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-test-mail-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const mailFrom = { name: 'Quiet Lake', address: 'hello@sit.example.org' }
  const config = { smtpUrl, dataDir, mailFrom }
  const settings = { name: 'Quiet & Lake', language: 'en', logoId: null, hue: null } as const
  const site = mailSiteOf(settings, { publicUrl: 'https://sit.example.org' })
  const sending = sendTestMail(config, createTestClock(), { site, to: 'ada@example.org' })
  return { dataDir, sending }
}

test('[OPS-41] the mail arrives, and the result names the server that accepted it @full', async () => {
  const server = await startSmtpServer()
  onTestFinished(() => server.close())
  const { host } = new URL(server.url)
  expect(await send(server.url).sending).toBe(
    `${host} accepted the mail to ada@example.org from hello@sit.example.org.`,
  )
  expect(server.received).toMatchObject([{ to: 'ada@example.org', subject: 'Quiet & Lake: Test mail' }])
})

test('[OPS-41] a failure reports the server, the reason and its code', async () => {
  const host = `127.0.0.1:${await freePort()}`
  await expect(send(`smtp://${host}`).sending).rejects.toThrow(
    `Sending the test mail failed. ${host}: connect ECONNREFUSED ${host} (ESOCKET)`,
  )
})

test('[OPS-41] without SMTP_URL the result names the outbox file', async () => {
  const { dataDir, sending } = send(null)
  const result = await sending
  const [name = ''] = await outboxFiles(dataDir)
  expect(result).toBe(
    `SMTP_URL isn't set: the mail was written to ${join(dataDir, 'outbox', name)} and not sent.`,
  )
})

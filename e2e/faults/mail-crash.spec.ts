// The server is killed while mails wait for the mail server: they are sent after the restart.
import { expect, test } from '@playwright/test'
import { startSmtpServer } from '#test/network/smtp-server.ts'
import { createDataDir, freePort, startServerProcess } from '#test/nodes/server-process.ts'

test('[OPS-09] [F27] a mail accepted before a crash is sent once after the restart @full', async () => {
  test.setTimeout(120_000)
  const { dataDir, remove } = await createDataDir()
  const smtpPort = await freePort()
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    SEED: 'none',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'house@example.org',
  }
  const signUp = async (url: string, key: string) => {
    const { status } = await fetch(`${url}/api/identity/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ name: 'Mia', email: `${key}@example.org`, password: 'a quiet lake at dawn' }),
    })
    expect(status).toBe(200)
  }
  let server = await startServerProcess(settings)
  await signUp(server.url, 'before')
  // Killed during an attempt, it would be sent when the lock expires (job-queue.test.ts).
  await expect.poll(server.output, { timeout: 30_000 }).toContain('Mail delivery failed; will retry.')
  await server.stop('SIGKILL')
  const smtp = await startSmtpServer(smtpPort)
  try {
    server = await startServerProcess(settings)
    const recipients = () => smtp.received.map(({ to }) => to)
    await expect.poll(recipients, { timeout: 30_000 }).toEqual(['before@example.org'])
    await signUp(server.url, 'after')
    await expect.poll(recipients).toEqual(['before@example.org', 'after@example.org'])
    const pending = async () =>
      /^stillwater_mails_pending (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]
    await expect.poll(pending, { timeout: 30_000 }).toBe('0')
    expect(recipients()).toHaveLength(2)
  } finally {
    await server.stop()
    await smtp.close()
    await remove()
  }
})

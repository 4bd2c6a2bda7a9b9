// Outgoing mail: to the outbox, through a real SMTP server, and during its outage.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestClock } from '#test/clock.ts'
import { outboxFiles, readMail } from '#test/mails.ts'
import { startSmtpServer } from '#test/smtp-server.ts'
import { createMailer } from './mailer.ts'
import { deleteOutboxMailsTo } from './outbox.ts'
import type { Mail } from './transport.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const secret = 'T0kenT0kenT0kenT0ken'
const mailTo = (to: string, subject = 'Still water'): Mail => ({
  to,
  subject,
  text: `Grüße\n\nhttps://sit.example.org/auth?reset=${secret}\n`,
  html: `<p>Grüße</p><p><a href="https://sit.example.org/auth?reset=${secret}">Here</a></p>`,
})

function open({ smtpUrl = null as string | null, retryAfterMs = [5, 5, 5] } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-mail-'))
  folders.push(dataDir)
  const logged: string[] = []
  const write = (facts: object, message: string) => {
    logged.push(JSON.stringify({ ...facts, message }))
  }
  const clock = createTestClock()
  const mailer = createMailer({
    config: { smtpUrl, dataDir, mailFrom: { name: 'Still, "water"', address: 'hello@sit.example.org' } },
    clock,
    log: { info: write, warn: write },
    retryAfterMs,
  })
  onTestFinished(() => mailer.close())
  const send = (...mails: Mail[]) => {
    for (const mail of mails) mailer.send(async () => mail)
  }
  return { dataDir, logged, clock, mailer, send }
}

async function startSmtp() {
  const server = await startSmtpServer()
  onTestFinished(() => server.close())
  return server
}

describe('without an SMTP server', () => {
  test('[OPS-09] a mail is a file in the outbox that mail programs can open', async () => {
    const { dataDir, mailer, send } = open()
    send(mailTo('mia@example.org', 'Ein stiller See \u{1F30A}'))
    await mailer.whenIdle()
    const [name = ''] = await outboxFiles(dataDir)
    const file = join(dataDir, 'outbox', name)
    const content = readFileSync(file, 'utf8')
    expect(name).toMatch(/^2026-11-21T18-00-00\.000Z-000001-[0-9a-f]{6}\.eml$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(dataDir, 'outbox')).mode & 0o777).toBe(0o700)
    expect(content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(content).toContain(`\r\nGrüße\r\n\r\nhttps://sit.example.org/auth?reset=${secret}\r\n`)
    const { email, ...mail } = await readMail(content)
    expect(mail).toEqual({
      to: 'mia@example.org',
      from: 'Still, "water" <hello@sit.example.org>',
      subject: 'Ein stiller See \u{1F30A}',
      text: expect.stringContaining('Grüße') as unknown,
      html: expect.stringContaining('<p>Grüße</p>') as unknown,
      token: secret,
    })
    expect(email).toMatchObject({ date: '2026-11-21T18:00:00.000Z' })
    expect(email.messageId).toMatch(/^<[0-9a-f]{32}@sit\.example\.org>$/)
    expect(email.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted' }))
  })

  test('[OPS-09] the files sort by the order of sending, not of composing', async () => {
    const { clock, dataDir, mailer } = open()
    const makers: (() => void)[] = []
    for (let number = 0; number < 12; number += 1) {
      const made = new Promise<Mail>((resolve) => {
        makers.unshift(() => resolve(mailTo(`person-${number}@example.org`)))
      })
      mailer.send(() => made)
      if (number % 5 === 0) clock.advance(1)
    }
    for (const make of makers) make()
    await mailer.whenIdle()
    const names = await outboxFiles(dataDir)
    const mails = await Promise.all(
      names.map((name) => readMail(readFileSync(join(dataDir, 'outbox', name)))),
    )
    expect(mails.map(({ to }) => to)).toEqual(
      Array.from({ length: 12 }, (_, number) => `person-${number}@example.org`),
    )
  })

  test('[OPS-09] mails are deleted by exact recipient address, however the file encodes it', async () => {
    const { dataDir, mailer, send } = open()
    const goers = ['ann@example.org', 'jörg@exämple.org', 'a..b@example.org', `${'x'.repeat(64)}@exämple.org`]
    const others = ['joann@example.org', 'ann@example.org.example', 'hello@sit.example.org']
    send(...[...goers, ...others].map((to) => mailTo(to)))
    await mailer.whenIdle()
    await deleteOutboxMailsTo(dataDir, [...goers, ''])
    const names = await outboxFiles(dataDir)
    const mails = await Promise.all(
      names.map((name) => readMail(readFileSync(join(dataDir, 'outbox', name)))),
    )
    expect(mails.map(({ to }) => to)).toEqual(others)
  })

  test('[T41] the log has the file, but neither the address nor the secret', async () => {
    const { dataDir, logged, mailer, send } = open()
    send(mailTo('mia@example.org'))
    await mailer.whenIdle()
    const [name = ''] = await outboxFiles(dataDir)
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain(join(dataDir, 'outbox', name))
    expect(logged.join()).not.toMatch(new RegExp(`mia|${secret}`))
  })
})

describe('through an SMTP server', () => {
  test('[OPS-09] a mail is sent from MAIL_FROM, as text and HTML, without a file', async () => {
    const server = await startSmtp()
    const { dataDir, logged, mailer, send } = open({ smtpUrl: server.url })
    send(mailTo('mia@example.org'), mailTo('mo@example.org'))
    await mailer.whenIdle()
    expect(server.received.map(({ to }) => to).toSorted()).toEqual(['mia@example.org', 'mo@example.org'])
    const mia = server.received.find(({ to }) => to === 'mia@example.org')
    expect(mia).toMatchObject({
      envelope: { from: 'hello@sit.example.org', to: ['mia@example.org'] },
      from: 'Still, "water" <hello@sit.example.org>',
      subject: 'Still water',
      token: secret,
      html: expect.stringContaining('<a href=') as unknown,
    })
    expect(await outboxFiles(dataDir)).toEqual([])
    expect(logged).toEqual([])
  })

  test('an unavailable or busy server is retried, and the mail arrives once, with one id', async () => {
    const first = await startSmtpServer()
    await first.close()
    const { logged, mailer, send } = open({ smtpUrl: first.url, retryAfterMs: [20, 20, 20, 2_000, 20] })
    send(mailTo('mia@example.org'))
    await vi.waitFor(() => expect(logged.length).toBeGreaterThan(1))
    const again = await startSmtpServer(Number(new URL(first.url).port))
    onTestFinished(() => again.close())
    again.rejections.push(451)
    await mailer.whenIdle()
    expect(again.received).toHaveLength(1)
    expect(logged.join()).toContain('"responseCode":451')
    expect(logged.join()).toContain('"code":"ESOCKET"')
    expect(logged.join()).not.toMatch(/mia|example\.org/)
  }, 30_000)

  test('a permanent rejection isn’t retried, and is logged without the address', async () => {
    const server = await startSmtp()
    server.rejections.push(550)
    const { logged, mailer, send } = open({ smtpUrl: server.url })
    send(mailTo('mia@example.org'))
    await mailer.whenIdle()
    expect(server.received).toEqual([])
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('"responseCode":550')
    expect(logged[0]).not.toMatch(/mia|example\.org/)
  })

  test('[OPS-40] an unreachable server is logged with host, port and the system’s code', async () => {
    const gone = await startSmtpServer()
    await gone.close()
    const { logged, mailer, send } = open({ smtpUrl: gone.url, retryAfterMs: [] })
    send(mailTo('mia@example.org'))
    await mailer.whenIdle()
    const port = Number(new URL(gone.url).port)
    expect(logged.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        part: 'mail',
        host: '127.0.0.1',
        port,
        code: 'ESOCKET',
        errno: 'ECONNREFUSED',
        reason: `connect ECONNREFUSED 127.0.0.1:${port}`,
        message: 'Mail delivery failed; giving up.',
      },
    ])
  })

  test('[OPS-40, T41] a rejection is logged with the server’s response, without addresses', async () => {
    const server = await startSmtp()
    const login = server.url.replace('//', '//app:wrong-password@')
    const locked = open({ smtpUrl: login })
    locked.send(mailTo('mia@example.org'))
    await locked.mailer.whenIdle()
    expect(JSON.parse(locked.logged[0] ?? '')).toMatchObject({
      host: '127.0.0.1',
      code: 'EAUTH',
      responseCode: 535,
      reason: 'Invalid login: 535 5.7.8 Authentication failed for [address]',
    })
    server.rejections.push(550)
    const refused = open({ smtpUrl: server.url })
    refused.send(mailTo('mia.lou+1@example.org'))
    await refused.mailer.whenIdle()
    expect(JSON.parse(refused.logged[0] ?? '')).toMatchObject({
      responseCode: 550,
      reason: expect.stringContaining('550 No mail for <[address]>, [address] is unknown') as unknown,
    })
    expect([...locked.logged, ...refused.logged].join()).not.toMatch(/mia|wrong-password|app@/)
  })
})

describe('in the background', () => {
  test('the caller doesn’t wait for composing, and a mail may be omitted', async () => {
    const { dataDir, logged, mailer } = open()
    let finish = () => {}
    const waiting = new Promise<null>((resolve) => {
      finish = () => resolve(null)
    })
    mailer.send(() => waiting)
    finish()
    await mailer.whenIdle()
    expect(await outboxFiles(dataDir)).toEqual([])
    expect(logged).toEqual([])
  })

  test('a failed composition is retried, and logged by its location only', async () => {
    const { dataDir, logged, mailer } = open()
    let tries = 0
    mailer.send(async () => {
      tries += 1
      if (tries < 3) throw new Error('The database lost mia@example.org')
      return mailTo('mia@example.org')
    })
    await mailer.whenIdle()
    expect(await outboxFiles(dataDir)).toHaveLength(1)
    expect(logged.slice(0, 2).join()).toContain('mailer.test.ts')
    expect(logged.join()).not.toContain('mia@')
  })
})

describe('closing', () => {
  test('finishes pending mails and waiting retries, and rejects new mails', async () => {
    const server = await startSmtp()
    server.rejections.push(451)
    const { logged, mailer, send } = open({ smtpUrl: server.url, retryAfterMs: [600_000] })
    send(mailTo('mia@example.org'))
    await vi.waitFor(() => expect(logged).toHaveLength(1))
    send(mailTo('mo@example.org'))
    await mailer.close()
    expect(server.received.map(({ to }) => to).toSorted()).toEqual(['mia@example.org', 'mo@example.org'])
    send(mailTo('late@example.org'))
    await mailer.whenIdle()
    expect(server.received).toHaveLength(2)
  })

  test('does not wait for an unresponsive server', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
    })
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', () => resolve())
    })
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { logged, mailer, send } = open({ smtpUrl: `smtp://127.0.0.1:${port}` })
    send(mailTo('mia@example.org'))
    await vi.waitFor(() => expect(sockets).toHaveLength(1))
    const startedAtMs = performance.now()
    await mailer.close()
    expect(performance.now() - startedAtMs).toBeLessThan(8_000)
    await mailer.whenIdle()
    expect(logged.at(-1)).toContain('giving up')
    await new Promise((resolve) => {
      silent.close(resolve)
      for (const socket of sockets) socket.destroy()
    })
  })
})

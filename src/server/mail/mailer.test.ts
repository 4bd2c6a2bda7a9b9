// Outgoing mail: to the outbox, through a real SMTP server, during its outage, and from one start to the next.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { counters } from '#server/metrics/counters.ts'
import { createTestClock, defaultTestTime, type TestClock } from '#test/clock.ts'
import { createTestDatabase, type TestDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { outboxFiles, readMail } from '#test/network/mails.ts'
import { startSmtpServer } from '#test/network/smtp-server.ts'
import { createMailer } from './mailer.ts'
import { deleteOutboxMailsTo } from './outbox.ts'
import type { Mail } from './transport.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const secret = 'T0kenT0kenT0kenT0ken'
const mailTo = (to: string, subject = 'Still water'): Mail => ({
  sender: 'The House',
  to,
  subject,
  text: `Grüße\n\nhttps://sit.example.org/auth?reset=${secret}\n`,
  html: `<p>Grüße</p><p><a href="https://sit.example.org/auth?reset=${secret}">Here</a></p>`,
})

/** A mailer on a database of its own, or on that of another one, as a second node or the next start. */
async function open({
  smtpUrl = null as string | null,
  retryAfterMs = [2_000, 2_000, 2_000],
  compose = async (request: unknown) => request as Mail | null,
  peerOf = null as { store: TestDatabase; clock: TestClock } | null,
} = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-mail-'))
  folders.push(dataDir)
  const logged: string[] = []
  const write = (facts: object, message: string) => {
    logged.push(JSON.stringify({ ...facts, message }))
  }
  const store = peerOf?.store ?? (await createTestDatabase())
  const clock = peerOf?.clock ?? createTestClock()
  const { database } = store
  const log = { info: write, warn: write, error: write }
  const queue = createJobQueue({ clock, database, log })
  const mailer = createMailer({
    config: { smtpUrl, dataDir, mailFrom: { name: 'Still, "water"', address: 'hello@sit.example.org' } },
    clock,
    database,
    jobs: queue,
    log,
    compose,
    retryAfterMs,
  })
  const close = async () => {
    await queue.close()
    await mailer.close()
  }
  onTestFinished(async () => {
    await close()
    if (!peerOf) await store.drop()
  })
  const send = async (...mails: Mail[]) => {
    for (const mail of mails) await mailer.enqueue(database.query, mail)
  }
  // Else the queue's first poll could take a mail that the test wants to wait.
  await queue.whenIdle()
  /** Lets the next retry become due, and waits for it. */
  const retry = async () => {
    clock.advance(2_000)
    await queue.whenIdle()
  }
  const waiting = () =>
    database.query.selectFrom('jobs').select(['attempts', 'payload', 'lockedUntil']).orderBy('id').execute()
  return {
    dataDir,
    logged,
    clock,
    mailer,
    queue,
    store,
    send,
    retry,
    waiting,
    close,
    whenIdle: queue.whenIdle,
  }
}

async function startSmtp() {
  const server = await startSmtpServer()
  onTestFinished(() => server.close())
  return server
}

describe('without an SMTP server', () => {
  test('[OPS-09] a mail is a file in the outbox that mail programs can open', async () => {
    const { dataDir, send, whenIdle } = await open()
    await send(mailTo('mia@example.org', 'Ein stiller See \u{1F30A}'))
    await whenIdle()
    const [name = ''] = await outboxFiles(dataDir)
    const file = join(dataDir, 'outbox', name)
    const content = readFileSync(file, 'utf8')
    expect(name).toMatch(/-000001-[0-9a-f]{6}\.eml$/)
    expect(name).toContain(defaultTestTime.replaceAll(':', '-'))
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
    expect(email).toMatchObject({ date: defaultTestTime })
    expect(email.messageId).toMatch(/^<[0-9a-f]{32}@sit\.example\.org>$/)
    expect(email.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted' }))
  })

  test('[OPS-09] the files sort by the order of sending, not of composing @full', async () => {
    let finish = (): void => undefined
    const others = new Promise<void>((resolve) => {
      finish = resolve
    })
    const { clock, dataDir, send, whenIdle } = await open({
      compose: async (request) => {
        if ((request as Mail).to === 'person-0@example.org') await others
        return request as Mail
      },
    })
    for (let number = 0; number < 12; number += 1) {
      await send(mailTo(`person-${number}@example.org`))
      if (number % 5 === 0) clock.advance(1)
    }
    await eventually(async () => expect(await outboxFiles(dataDir)).toHaveLength(11))
    finish()
    await whenIdle()
    const names = await outboxFiles(dataDir)
    const mails = await Promise.all(
      names.map((name) => readMail(readFileSync(join(dataDir, 'outbox', name)))),
    )
    expect(mails.map(({ to }) => to)).toEqual(
      Array.from({ length: 12 }, (_, number) => `person-${number}@example.org`),
    )
  })

  test('[OPS-09] mails are deleted by exact recipient address, however the file encodes it @full', async () => {
    const { dataDir, send, whenIdle } = await open()
    const goers = ['ann@example.org', 'jörg@exämple.org', 'a..b@example.org', `${'x'.repeat(64)}@exämple.org`]
    const others = ['joann@example.org', 'ann@example.org.example', 'hello@sit.example.org']
    await send(...[...goers, ...others].map((to) => mailTo(to)))
    await whenIdle()
    await deleteOutboxMailsTo(dataDir, [...goers, ''])
    const names = await outboxFiles(dataDir)
    const mails = await Promise.all(
      names.map((name) => readMail(readFileSync(join(dataDir, 'outbox', name)))),
    )
    expect(mails.map(({ to }) => to)).toEqual(others)
  })

  test('[T41] the log has the file, but neither the address nor the secret', async () => {
    const { dataDir, logged, send, whenIdle } = await open()
    await send(mailTo('mia@example.org'))
    await whenIdle()
    const [name = ''] = await outboxFiles(dataDir)
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain(join(dataDir, 'outbox', name))
    expect(logged.join()).not.toMatch(new RegExp(`mia|${secret}`))
  })
})

describe('through an SMTP server', () => {
  test('[OPS-09] a mail is sent from MAIL_FROM, as text and HTML, without a file @full', async () => {
    const server = await startSmtp()
    const { dataDir, logged, send, whenIdle } = await open({ smtpUrl: server.url })
    await send(mailTo('mia@example.org'), mailTo('mo@example.org'))
    await whenIdle()
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

  test('[OPS-40] an unreachable server is logged with host, port and the system’s code', async () => {
    const gone = await startSmtpServer()
    await gone.close()
    const { logged, send, whenIdle } = await open({ smtpUrl: gone.url, retryAfterMs: [] })
    await send(mailTo('mia@example.org'))
    await whenIdle()
    const port = Number(new URL(gone.url).port)
    expect(logged.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        part: 'mail',
        host: '127.0.0.1',
        port,
        code: 'ESOCKET',
        errno: 'ECONNREFUSED',
        reason: `connect ECONNREFUSED 127.0.0.1:${port}`,
        hint: 'Nothing listens there: most servers take smtp:// at port 587, smtps:// at 465',
        message: 'Mail delivery failed; giving up.',
      },
    ])
  })

  test('[OPS-40, T41] a rejection is logged with the server’s response, without addresses, and isn’t retried @full', async () => {
    const server = await startSmtp()
    const login = server.url.replace('//', '//app:wrong-password@')
    const locked = await open({ smtpUrl: login })
    await locked.send(mailTo('mia@example.org'))
    await locked.whenIdle()
    expect(JSON.parse(locked.logged[0] ?? '')).toMatchObject({
      host: '127.0.0.1',
      code: 'EAUTH',
      responseCode: 535,
      reason: 'Invalid login: 535 5.7.8 Authentication failed for [address]',
    })
    server.rejections.push(550)
    const refused = await open({ smtpUrl: server.url })
    await refused.send(mailTo('mia.lou+1@example.org'))
    await refused.whenIdle()
    expect(JSON.parse(refused.logged[0] ?? '')).toMatchObject({
      responseCode: 550,
      reason: expect.stringContaining('550 No mail for <[address]>, [address] is unknown') as unknown,
    })
    expect(await refused.waiting()).toEqual([])
    expect([...locked.logged, ...refused.logged].join()).not.toMatch(/mia|wrong-password|app@/)
  })
})

describe('a queued mail', () => {
  test('is composed when it is sent, and may be omitted then', async () => {
    let finish = () => {}
    const waitingFor = new Promise<null>((resolve) => {
      finish = () => resolve(null)
    })
    const { dataDir, logged, send, waiting, whenIdle } = await open({ compose: () => waitingFor })
    await send(mailTo('mia@example.org'))
    finish()
    await whenIdle()
    expect(await outboxFiles(dataDir)).toEqual([])
    expect(await waiting()).toEqual([])
    expect(logged).toEqual([])
  })

  test('whose composition fails is retried, and logged by its location only @full', async () => {
    let tries = 0
    const { dataDir, logged, send, retry, whenIdle } = await open({
      compose: async (request) => {
        tries += 1
        if (tries < 3) throw new Error('The database lost mia@example.org')
        return request as Mail
      },
    })
    await send(mailTo('mia@example.org'))
    await whenIdle()
    await retry()
    await retry()
    expect(await outboxFiles(dataDir)).toHaveLength(1)
    expect(logged.slice(0, 2).join()).toContain('mailer.test.ts')
    expect(logged.join()).not.toContain('mia@')
  })

  test('is sent if its transaction commits, and only then', async () => {
    const { dataDir, mailer, store, waiting, whenIdle } = await open()
    const { query } = store.database
    const rolledBack = query.transaction().execute(async (tx) => {
      await mailer.enqueue(tx, mailTo('nobody@example.org'))
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await query.transaction().execute((tx) => mailer.enqueue(tx, mailTo('mia@example.org')))
    expect(await waiting()).toHaveLength(1)
    mailer.sendQueued()
    await whenIdle()
    expect(await outboxFiles(dataDir)).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  test('is discarded when the server was down for more than a day', async () => {
    const { dataDir, clock, logged, mailer, store, waiting, whenIdle } = await open()
    await store.database.query.transaction().execute((tx) => mailer.enqueue(tx, mailTo('mia@example.org')))
    clock.advance(24 * 3_600_000 + 1)
    await whenIdle()
    await expect.poll(waiting).toEqual([])
    expect(await outboxFiles(dataDir)).toEqual([])
    expect(logged.join()).toContain('Mail discarded')
  })

  test('is rejected when five thousand wait', async () => {
    const { logged, send, store, waiting, mailer, whenIdle } = await open()
    await sql`
      insert into jobs (kind, key, payload, "createdAt", "dueAt")
      select 'mail', number::text, '{}', now(), '2026-11-21T19:00Z' from generate_series(1, 5000) as number`.execute(
      store.database.query,
    )
    mailer.sendQueued()
    await whenIdle()
    expect(counters.mailsPendingNow).toBe(5_000)
    await send(mailTo('mia@example.org'))
    expect(await waiting()).toHaveLength(5_000)
    expect(logged).toEqual([expect.stringContaining('Mail rejected: the queue is full.')])
  })
})

describe('closing', () => {
  test('finishes the mails being sent, and leaves the others to the next start @full', async () => {
    const server = await startSmtp()
    server.rejections.push(451)
    const first = await open({ smtpUrl: server.url })
    await first.send(mailTo('mia@example.org'))
    await eventually(() => expect(first.logged).toHaveLength(1))
    await first.send(mailTo('mo@example.org'))
    await first.close()
    await first.send(mailTo('late@example.org'))
    const next = await open({ smtpUrl: server.url, peerOf: first })
    await next.whenIdle()
    next.clock.advance(10_000)
    await next.whenIdle()
    expect(server.received.map(({ to }) => to).toSorted()).toEqual([
      'late@example.org',
      'mia@example.org',
      'mo@example.org',
    ])
  })

  test('does not wait for an unresponsive server, and keeps the mail @full', async () => {
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
    const { logged, send, waiting, close } = await open({ smtpUrl: `smtp://127.0.0.1:${port}` })
    await send(mailTo('mia@example.org'))
    await eventually(() => expect(sockets).toHaveLength(1))
    const startedAtMs = performance.now()
    await close()
    expect(performance.now() - startedAtMs).toBeLessThan(8_000)
    expect(await waiting()).toMatchObject([{ attempts: 0, lockedUntil: null }])
    expect(logged).toEqual([])
    await new Promise((resolve) => {
      silent.close(resolve)
      for (const socket of sockets) socket.destroy()
    })
  })
})

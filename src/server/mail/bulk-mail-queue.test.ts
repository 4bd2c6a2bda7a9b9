// The bulk mail queue: its pace, its progress across crashes and outages, and the mail queue beside it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { counters } from '#server/metrics/counters.ts'
import { createTestClock, type TestClock } from '#test/clock.ts'
import { createTestDatabase, type TestDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { outboxFiles } from '#test/network/mails.ts'
import { startSmtpServer } from '#test/network/smtp-server.ts'
import {
  startBulkMailQueue,
  type BulkMailDelay,
  type BulkMailOutcome,
  type BulkMailRequest,
  type ComposedBulkMail,
} from './bulk-mail-queue.ts'
import { insertBulkMails } from './bulk-mails.ts'
import { createMailer } from './mailer.ts'
import { countBulkMails } from './sql.ts'
import type { Mail } from './transport.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const mailTo = (to: string): Mail => ({
  sender: 'The House',
  to,
  subject: 'Tomorrow',
  text: 'Tomorrow.\n',
  html: '<p>Tomorrow.</p>',
  headers: { 'List-Unsubscribe': '<https://sit.example.org/unsubscribe/x>' },
})

const nameOf = (id: number) => `person-${id}@example.org`
const bulkMailTo = (id: number): ComposedBulkMail => ({ mail: mailTo(nameOf(id)) })

/** A bulk mail queue and a mail queue on a new database, or on that of another one, as a second node. */
async function open({
  smtpUrl = null as string | null,
  bulkMailsPerSecond = 1_000,
  compose = async ({ recipientId }: BulkMailRequest): Promise<ComposedBulkMail | BulkMailDelay | null> =>
    bulkMailTo(recipientId),
  peerOf = null as { store: TestDatabase; clock: TestClock } | null,
} = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-bulk-'))
  folders.push(dataDir)
  const logged: string[] = []
  const write = (facts: object, message: string) => {
    logged.push(JSON.stringify({ ...facts, message }))
  }
  const log = { info: () => {}, warn: write, error: write }
  const store = peerOf?.store ?? (await createTestDatabase())
  const clock = peerOf?.clock ?? createTestClock()
  const { database } = store
  const queue = createJobQueue({ clock, database, log }, 600)
  const mailFrom = { name: null, address: 'hello@sit.example.org' }
  const config = { smtpUrl, dataDir, mailFrom, bulkMailsPerSecond }
  const options = { config, database, jobs: queue, log }
  const bulkQueue = startBulkMailQueue({
    ...options,
    compose,
    roundDelaysMs: [2_000, 2_000],
    outageDelaysMs: [2_000],
  })
  const mailer = createMailer({ ...options, clock, compose: async (request) => request as Mail })
  const close = async () => {
    await queue.close()
    await bulkQueue.close()
    await mailer.close()
  }
  onTestFinished(async () => {
    await close()
    if (!peerOf) await store.drop()
  })
  const send = async (recipientIds: readonly number[]) => {
    await insertBulkMails(database.query, {
      type: 'reminders',
      facts: {},
      recipientIds,
      now: new Date(clock.now()),
    })
    bulkQueue.sendQueued()
  }
  const later = async () => {
    clock.advance(10_000)
    await queue.whenIdle()
  }
  return {
    dataDir,
    logged,
    clock,
    store,
    queue,
    mailer,
    bulkQueue,
    send,
    later,
    close,
    query: database.query,
  }
}

async function startSmtp() {
  const server = await startSmtpServer()
  onTestFinished(() => server.close())
  return server
}

const ids = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)

test('[REM-13] a batch of mails is sent over one connection, with the headers of its mails @full', async () => {
  const server = await startSmtp()
  const { query, queue, send } = await open({ smtpUrl: server.url })
  await send(ids(40))
  await queue.whenIdle()
  expect(server.received.map(({ to }) => to)).toEqual(ids(40).map(nameOf))
  expect(server.received[0]?.email.headers).toContainEqual(
    expect.objectContaining({
      key: 'list-unsubscribe',
      value: '<https://sit.example.org/unsubscribe/x>',
    }),
  )
  expect(server.connectionsMost()).toBe(1)
  expect(await countBulkMails(query)).toEqual({ waiting: 0, oldest: null })
})

test('[REM-13] no more leave in a second than the operator allows, and the number that waits is known @full', async () => {
  const { close, dataDir, query, send } = await open({ bulkMailsPerSecond: 5 })
  const startedMs = performance.now()
  await send(ids(20))
  await eventually(async () => expect((await outboxFiles(dataDir)).length).toBeGreaterThanOrEqual(4))
  const sent = (await outboxFiles(dataDir)).length
  expect(sent).toBeLessThanOrEqual(1 + Math.ceil(((performance.now() - startedMs) / 1_000) * 5))
  await close()
  const { waiting, oldest } = await countBulkMails(query)
  expect(waiting).toBe(20 - (await outboxFiles(dataDir)).length)
  expect(oldest).not.toBeNull()
  expect(counters.bulkMailsPendingNow).toBe(waiting)
})

test('[REM-13] a mail of the queue leaves at once, whatever waits in the bulk mail queue @full', async () => {
  const server = await startSmtp()
  const { clock, query, mailer, queue, send } = await open({ smtpUrl: server.url, bulkMailsPerSecond: 2 })
  await send(ids(2_000))
  await eventually(() => expect(server.received).not.toHaveLength(0))
  const startedMs = performance.now()
  await mailer.enqueue(query, mailTo('mia@example.org'))
  await eventually(() => expect(server.received.map(({ to }) => to)).toContain('mia@example.org'))
  expect(performance.now() - startedMs).toBeLessThan(3_000)
  // More than the mail queue accepts.
  await insertBulkMails(query, {
    type: 'reminders',
    facts: {},
    recipientIds: ids(6_000),
    now: new Date(clock.now()),
  })
  expect((await countBulkMails(query)).waiting).toBeGreaterThan(7_900)
  await mailer.enqueue(query, mailTo('mo@example.org'))
  await eventually(() => expect(server.received.map(({ to }) => to)).toContain('mo@example.org'))
  await queue.close()
})

test('[REM-13] two nodes send one batch after the other, each mail once @full', async () => {
  const server = await startSmtp()
  const one = await open({ smtpUrl: server.url, bulkMailsPerSecond: 100 })
  const other = await open({ smtpUrl: server.url, bulkMailsPerSecond: 100, peerOf: one })
  for (let batch = 0; batch < 4; batch += 1) {
    await one.send(ids(10, batch * 10))
    other.bulkQueue.sendQueued()
  }
  await eventually(async () => {
    one.clock.advance(10_000)
    expect((await countBulkMails(one.query)).waiting).toBe(0)
  })
  await one.queue.whenIdle()
  await other.queue.whenIdle()
  expect(server.received.map(({ to }) => to)).toEqual(ids(40, 0).map(nameOf))
})

test('[REM-13] a mail that is on its way is sent by no other node, though its node never says so', async () => {
  const server = await startSmtp()
  let confirm = () => {}
  server.delays.push(new Promise((resolve) => (confirm = resolve)))
  const frozen = await open({ smtpUrl: server.url })
  await frozen.send(ids(4))
  await eventually(() => expect(server.received).toHaveLength(1))
  const next = await open({ smtpUrl: server.url, peerOf: frozen })
  await eventually(async () => {
    // As if its node were killed, or frozen for longer than the lease.
    await sql`update jobs set "lockedUntil" = now() where attempts = 1`.execute(next.query)
    next.bulkQueue.sendQueued()
    expect((await countBulkMails(next.query)).waiting).toBe(0)
  })
  await next.queue.whenIdle()
  confirm()
  await frozen.queue.whenIdle()
  expect(server.received.map(({ to }) => to)).toEqual(ids(4).map(nameOf))
})

test('[REM-13] a mail that the shutdown interrupts may have arrived: it isn’t sent again @full', async () => {
  const server = await startSmtp()
  server.delays.push(new Promise(() => {}))
  const stopped = await open({ smtpUrl: server.url })
  await stopped.send(ids(3))
  await eventually(() => expect(server.received).toHaveLength(1))
  await stopped.close()
  const next = await open({ smtpUrl: server.url, peerOf: stopped })
  await next.queue.whenIdle()
  expect(server.received.map(({ to }) => to)).toEqual(ids(3).map(nameOf))
})

/** A bulk mail queue whose mails are claimed in a table, once for each member. */
async function openWithClaims(options: { smtpUrl?: string; refusedId?: number; failures?: number } = {}) {
  let { failures = 0 } = options
  const bulkQueue = await open({
    smtpUrl: options.smtpUrl ?? null,
    compose: async ({ recipientId, isClaimed }) => ({
      ...bulkMailTo(recipientId),
      claim: async (tx) => {
        if (isClaimed) return true
        if (recipientId === options.refusedId) return false
        await sql`insert into mail_claims values (${recipientId})`.execute(tx)
        failures -= 1
        if (failures >= 0) throw new Error('not yet')
        return true
      },
    }),
  })
  await sql`create table mail_claims (id integer)`.execute(bulkQueue.query)
  const claims = async () => {
    const { rows } = await sql<{ id: number }>`select id from mail_claims order by id`.execute(
      bulkQueue.query,
    )
    return rows.map(({ id }) => id)
  }
  return { ...bulkQueue, claims }
}

test('[REM-13] a mail is claimed as it leaves; one without its claim isn’t sent', async () => {
  const { claims, dataDir, queue, query, send } = await openWithClaims({ refusedId: 2 })
  await send(ids(3))
  await queue.whenIdle()
  expect(await outboxFiles(dataDir)).toHaveLength(2)
  expect(await claims()).toEqual([1, 3])
  expect(await countBulkMails(query)).toEqual({ waiting: 0, oldest: null })
})

test('[REM-13] a claim that fails leaves nothing behind, and is tried again', async () => {
  const { claims, dataDir, later, queue, send } = await openWithClaims({ failures: 1 })
  await send(ids(2))
  await queue.whenIdle()
  expect(await claims()).toEqual([2])
  await later()
  expect(await claims()).toEqual([1, 2])
  expect(await outboxFiles(dataDir)).toHaveLength(2)
})

test('[REM-13] a mail that is tried again is claimed once; the claim of a rejected one stays', async () => {
  const server = await startSmtp()
  // Rejected, deferred to the next round, and stopped by the mail server.
  server.rejections.push(550, 451, 421)
  const { claims, later, logged, queue, send } = await openWithClaims({ smtpUrl: server.url })
  await send(ids(4))
  await queue.whenIdle()
  expect(server.received).toEqual([])
  expect(await claims()).toEqual([1, 2, 3])
  await later()
  await later()
  expect(server.received.map(({ to }) => to)).toEqual([3, 4, 2].map(nameOf))
  expect(await claims()).toEqual(ids(4))
  expect(logged.join()).not.toMatch(/person-|example\.org/)
})

test('[JOIN-05] what became of each mail is stored with its progress, and the last round is final', async () => {
  const server = await startSmtp()
  server.rejections.push(550, 451)
  const outcomes: [number, BulkMailOutcome['state']][] = []
  const { later, logged, queue, send } = await open({
    smtpUrl: server.url,
    compose: async ({ recipientId }) => ({
      ...bulkMailTo(recipientId),
      settle: async (_, { state }) => void outcomes.push([recipientId, state]),
    }),
  })
  await send(ids(3))
  await queue.whenIdle()
  // An outage, and two further rounds.
  server.rejections.push(421, 451, 451)
  for (let count = 0; count < 3; count += 1) await later()
  expect(outcomes).toEqual([
    [1, 'rejected'],
    [2, 'deferred'],
    [3, 'sent'],
    [2, 'outage'],
    [2, 'deferred'],
    [2, 'rejected'],
  ])
  expect(logged.join()).not.toMatch(/person-|example\.org/)
})

test('[JOIN-05] a batch that waits lets others go first', async () => {
  let isOpen = false
  const { dataDir, later, query, queue, send } = await open({
    compose: async ({ recipientId }) =>
      recipientId === 1 && !isOpen ? { waitMs: 5_000 } : bulkMailTo(recipientId),
  })
  await send([1, 2])
  await send([3])
  await queue.whenIdle()
  expect(await outboxFiles(dataDir)).toHaveLength(1)
  expect((await countBulkMails(query)).waiting).toBe(2)
  isOpen = true
  await later()
  expect(await outboxFiles(dataDir)).toHaveLength(3)
})

test('[REM-13] nothing is lost while the mail server is away or refuses the login @full', async () => {
  const gone = await startSmtpServer()
  await gone.close()
  const { later, query, queue, send } = await open({ smtpUrl: gone.url })
  await send(ids(5))
  await queue.whenIdle()
  for (let attempt = 0; attempt < 8; attempt += 1) await later()
  expect((await countBulkMails(query)).waiting).toBe(5)
  const again = await startSmtpServer(Number(new URL(gone.url).port))
  onTestFinished(() => again.close())
  await later()
  expect(again.received.map(({ to }) => to)).toEqual(ids(5).map(nameOf))
  const locked = await open({ smtpUrl: again.url.replace('//', '//app:wrong@') })
  await locked.send(ids(2))
  await locked.queue.whenIdle()
  expect((await countBulkMails(locked.query)).waiting).toBe(2)
  await locked.close()
})

test('[REM-13] a mail that has become pointless is left out, and one that can’t be composed is tried again', async () => {
  let tries = 0
  const { dataDir, later, queue, send } = await open({
    compose: async ({ recipientId }) => {
      if (recipientId === 1) return null
      if (recipientId === 2 && (tries += 1) < 2) throw new Error('not yet')
      return bulkMailTo(recipientId)
    },
  })
  await send(ids(3))
  await queue.whenIdle()
  expect(await outboxFiles(dataDir)).toHaveLength(1)
  await later()
  expect(await outboxFiles(dataDir)).toHaveLength(2)
})

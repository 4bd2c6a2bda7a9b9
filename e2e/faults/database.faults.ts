// A node whose database is slow, silent or out of disk, or whose own disk is full: error messages and consistency.
import 'temporal-polyfill/global'
import { execFileSync } from 'node:child_process'
import { mkdir, open as openFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { systemClock } from '#server/clock.ts'
import { testDays } from '#test/community-days.ts'
import { findCommunityViolations } from '#test/database/invariants.ts'
import type { Guest } from '#test/live/crowd.ts'
import { connectLive, sendChatMessage, type TestLiveClient } from '#test/live/live-client.ts'
import { callNode, waitUntil } from '#test/nodes/load-test.ts'
import { createSingleNodes, type SingleNode } from '#test/nodes/single-node.ts'

/** Longer than the statement and pool timeouts, with a margin for a slow machine. */
const timeoutMs = 9_000

const { open, closeAll } = createSingleNodes()
test.afterEach(closeAll)

async function joinRoom({ node: { url } }: SingleNode, guest: Guest | undefined): Promise<TestLiveClient> {
  if (!guest) throw new Error('No guests are left.')
  const as = { ...guest, name: '', email: '', uid: '' }
  const client = await connectLive({ url, config: { allowedOrigins: [url] } }, { as })
  await client.join(testDays.dayOf(systemClock.now()))
  return client
}

interface TimedResponse {
  status: number
  tookMs: number
  retryAfter: string | null
}

async function timedRequest(
  { node }: SingleNode,
  guest: Guest,
  call = 'GET /api/mood/sessions' as const,
): Promise<TimedResponse> {
  const startedMs = performance.now()
  const response = await callNode(node, call, guest)
  await response.arrayBuffer()
  const tookMs = Math.round(performance.now() - startedMs)
  return { status: response.status, tookMs, retryAfter: response.headers.get('retry-after') }
}

const saveEnergyEntry = ({ node }: SingleNode, guest: Guest) =>
  callNode(node, 'POST /api/mood/entry', guest, {
    sessionDate: testDays.dayOf(systemClock.now()),
    emotionLevel: 6,
    moodType: 'pre',
    notes: null,
    comment: 'Calm '.repeat(90),
  })

/** The event loop lag of the process since the last call, from its metrics: the 99th percentile and the maximum. */
async function eventLoopLagMs({ node }: SingleNode): Promise<{ p99: number; max: number }> {
  const text = await (await fetch(`${node.url}/metrics`)).text()
  const metricMs = (name: string) => {
    const [, seconds] = new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text) ?? []
    if (seconds === undefined) throw new Error(`The metric ${name} is missing.`)
    return Math.round(Number(seconds) * 1_000)
  }
  return { p99: metricMs('p99'), max: metricMs('max') }
}

/** Sends a message again while the service is unavailable, as the page does. */
async function sendUntilStored(sender: TestLiveClient, text: string): Promise<void> {
  const send = () => sendChatMessage(sender, text, `id-of-${text.replaceAll(' ', '-')}`)
  send()
  const repeated = setInterval(send, 2_000)
  await sender
    .next('new-message', ({ message }) => message.message === text)
    .finally(() => clearInterval(repeated))
}

function logLine(line: string): void {
  process.stdout.write(`    ${line}\n`)
}

test('[F06] a slow (3 s) or unresponsive database: calls fail in time, and the sockets stay open', async () => {
  const single = await open({ members: 80 })
  const { proxy, guests, node } = single
  const [sender, listener] = [await joinRoom(single, guests[0]), await joinRoom(single, guests[1])]
  // Resets the lag, so that the setup doesn't count.
  await eventLoopLagMs(single)

  proxy.delay(3_000)
  const slowResponses = await Promise.all(guests.map((guest) => timedRequest(single, guest)))
  const [succeeded, failed] = [200, 503].map((expectedStatus) =>
    slowResponses.filter(({ status }) => status === expectedStatus),
  )
  expect((succeeded?.length ?? 0) + (failed?.length ?? 0)).toBe(guests.length)
  expect(failed?.length).toBeGreaterThan(0)
  expect(succeeded?.length).toBeGreaterThan(0)
  expect(failed?.filter(({ retryAfter }) => retryAfter !== '2')).toEqual([])
  const failedMs = failed?.map(({ tookMs }) => tookMs) ?? []
  expect(Math.min(...failedMs)).toBeLessThan(3_000)
  await sendUntilStored(sender, 'Slowly')
  await listener.next('new-message')

  proxy.delay(Infinity)
  sendChatMessage(sender, 'Is anybody there?', 'silent-message')
  const silentResponses = await Promise.all(guests.map((guest) => timedRequest(single, guest)))
  expect(silentResponses.filter(({ status, retryAfter }) => status !== 503 || retryAfter !== '2')).toEqual([])
  expect(Math.max(...silentResponses.map(({ tookMs }) => tookMs))).toBeLessThan(timeoutMs)
  const error = await sender.next('error', ({ clientMessageId }) => clientMessageId === 'silent-message')
  expect(error.code).toBe('unavailable')
  expect((await fetch(`${node.url}/readyz`)).status).toBe(503)
  await Promise.all([sender, listener].map((client) => client.whenCaughtUp()))

  proxy.delay(0)
  const recoveryMs = await waitUntil(async () => (await timedRequest(single, guests[2]!)).status === 200)
  expect(recoveryMs).toBeLessThan(10_000)
  await sendUntilStored(sender, 'Here again')
  await listener.next('new-message', ({ message }) => message.message === 'Here again')
  const lag = await eventLoopLagMs(single)
  logLine(
    `failed after ${Math.min(...failedMs)}–${Math.max(...failedMs)} ms, recovered after ${recoveryMs} ms`,
  )
  logLine(`event loop lag: p99 ${lag.p99} ms, maximum ${lag.max} ms`)
  expect(lag.p99).toBeLessThan(100)
  expect(node.child.exitCode).toBe(null)
  expect(await findCommunityViolations(single.database.query)).toEqual([])
  for (const client of [sender, listener]) await client.close()
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0
const groupName = 'a database on a small disk'
const skipReason = `(not run: only root can mount a small disk; sudo npm run test:faults)`

test.describe(canMount ? groupName : `${groupName} ${skipReason}`, () => {
  test.skip(!canMount)
  let disk = ''
  test.beforeAll(async () => {
    disk = join('/tmp', `stillwater-disk-${process.pid}`)
    await mkdir(disk)
    execFileSync('sh', ['-c', `mount -t tmpfs -o size=192m,mode=0755 tmpfs ${disk}`])
  })
  test.afterAll(async () => {
    execFileSync('sh', ['-c', `umount ${disk}`])
    await rm(disk, { recursive: true })
  })

  test('[F17] a full disk: writes fail, reads work, and writes recover once there is space', async () => {
    const single = await open({ members: 3, postgresDir: join(disk, 'postgres') })
    const { guests, node, database } = single
    const [first, second] = guests
    const sender = await joinRoom(single, first)
    const { bavail, bsize } = await statfs(disk)
    const ballast = join(disk, 'ballast')
    // Leaves some room for writes that don't grow files, such as the write-ahead log.
    await writeFile(ballast, Buffer.alloc(bavail * bsize - 64 * 1024))
    const statuses = new Set<number>()
    await waitUntil(async () => {
      const { status, headers } = await saveEnergyEntry(single, first!)
      statuses.add(status)
      if (status === 503) expect(headers.get('retry-after')).toBe('2')
      return status === 503
    })
    expect([...statuses].filter((status) => ![201, 503].includes(status))).toEqual([])
    const stored = (await database.query.selectFrom('mood_entries').select('id').execute()).length
    expect((await timedRequest(single, second!)).status).toBe(200)
    await sender.whenCaughtUp()
    expect(node.child.exitCode).toBe(null)

    await rm(ballast)
    const recoveryMs = await waitUntil(async () => (await saveEnergyEntry(single, second!)).status === 201)
    sendChatMessage(sender, 'There is room again')
    await sender.next('new-message', ({ message }) => message.message === 'There is room again')
    logLine(`full after ${stored} entries; writes recovered ${recoveryMs} ms after space was freed`)
    expect(await findCommunityViolations(database.query)).toEqual([])
    await sender.close()
  })
})

test.describe('unwritable log output', () => {
  test.skip(process.platform !== 'linux', '/dev/full')

  test('[F18] an unwritable log or outbox neither stops the process nor loses a message', async () => {
    const fullDevice = await openFile('/dev/full', 'w')
    const single = await open({ members: 2, printTo: fullDevice.fd, logLevel: 'debug' })
    await fullDevice.close()
    const { node, guests, dataDir } = single
    await writeFile(join(dataDir, 'outbox'), 'No folder.')
    const sender = await joinRoom(single, guests[0])
    const signedUp = await callNode(node, 'POST /api/identity/sign-up/email', guests[1]!, {
      name: 'Mo',
      email: 'mo@example.org',
      password: 'a quiet lake at dawn',
    })
    expect(signedUp.status).toBe(200)
    for (let count = 0; count < 20; count += 1)
      expect((await timedRequest(single, guests[0]!)).status).toBe(200)
    sendChatMessage(sender, 'Nobody reads the log')
    await sender.next('new-message')
    expect(node.child.exitCode).toBe(null)
    await sender.close()
  })

  test('[F18] nor does a log pipe whose reader has exited', async () => {
    const single = await open({ members: 1, logLevel: 'debug' })
    const { node, guests } = single
    for (const stream of [node.child.stdout, node.child.stderr]) stream?.destroy()
    for (let count = 0; count < 20; count += 1)
      expect((await timedRequest(single, guests[0]!)).status).toBe(200)
    expect(node.child.exitCode).toBe(null)
  })
})

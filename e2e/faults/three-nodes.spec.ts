// Three nodes, one PostgreSQL, one Redis, under load: after kills and restarts, all members see the same state.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import * as z from 'zod/mini'
import { accountSchema, type Account } from '#features/auth/contract.ts'
import { presenceEventsRoomMax } from '#shared/constants.ts'
import { closeCodes } from '#shared/live/close-codes.ts'
import { findCommunityViolations } from '#test/database/invariants.ts'
import type { Guest } from '#test/live/crowd.ts'
import { connectLive, type TestLiveClient } from '#test/live/live-client.ts'
import { startCluster, type ClusterNode, type Cluster } from '#test/nodes/cluster.ts'
import {
  callNode,
  onlineCountAt,
  loggedErrors,
  findConsistencyFaults,
  isClusterConsistent,
  openCrowd,
  readinessOf,
  startLoad,
  waitUntil,
  type Crowd,
  type Load,
} from '#test/nodes/load-test.ts'
import { findRedis, skippedTitle } from '#test/nodes/redis-server.ts'
import { createSeededRandom } from '#test/seeded-random.ts'

const members = 60
const extraGuests = 9
const busOutageMs = 2_000

const what = 'three nodes under load'
const isMissing = findRedis() === null

test.describe(isMissing ? skippedTitle(what) : what, () => {
  test.skip(isMissing)
  test.describe.configure({ timeout: 120_000 })

  let community: Cluster
  let crowd: Crowd
  let load: Load
  /** The guests outside the crowd. */
  let spareGuests: Guest[]
  const random = createSeededRandom(5)

  test.beforeAll(async () => {
    community = await startCluster(3, 1 + extraGuests + members)
    spareGuests = community.guests.slice(1, 1 + extraGuests)
    crowd = openCrowd(community, community.guests.slice(1 + extraGuests), random)
    await waitUntil(isConsistent)
  })
  test.afterAll(async () => {
    crowd?.close()
    await community?.close()
  })
  test.beforeEach(() => {
    load = startLoad(community, crowd, random)
  })
  test.afterEach(() => load.stop())

  const isConsistent = () => isClusterConsistent(community, crowd)
  const membersAt = (node: number) => crowd.present().filter((member) => member.nodeIndex() === node)
  const nodeAt = (number: number): ClusterNode => community.nodes[number]!
  const joinAt = async (number: number, guest: Guest): Promise<TestLiveClient> => {
    const { url } = nodeAt(number)
    const as = { ...guest, name: '', email: '', uid: '' }
    const client = await connectLive({ url, config: { allowedOrigins: [url] } }, { as })
    await client.join(community.day)
    return client
  }
  const accountAt = async (number: number, guest: Guest): Promise<Account> => {
    const response = await callNode(nodeAt(number), 'GET /api/auth/user', guest)
    return z.parse(accountSchema, await response.json())
  }
  const byAdmin = (call: Parameters<typeof callNode>[1], body?: object) =>
    callNode(nodeAt(0), call, community.guests[0]!, body)
  /** All members stop sending; then no message is lost, duplicated or different anywhere. */
  const expectConsistent = async (): Promise<void> => {
    await load.stop()
    await expect.poll(() => findConsistencyFaults(community, crowd, load)).toEqual([])
    expect(community.nodes.flatMap(loggedErrors)).toEqual([])
    expect(await findCommunityViolations(community.database.query)).toEqual([])
  }

  test('[I12] [F07] bans, sign-outs and changes reach every node within 1 s, and without the bus within 15 s @full', async () => {
    await expectChangesVisible(1_000)
    const busLostMs = Date.now()
    await community.redis.kill()
    await expect.poll(() => readinessOf(nodeAt(1))).toEqual({ status: 'unavailable', missing: ['bus'] })
    await expectChangesVisible(15_000)
    // Their last messages are stored, and their node dies before it can publish them.
    await load.stop()
    await waitUntil(() => crowd.present().every((member) => member.log().pending.length === 0))
    crowd.allowMissedSince(busLostMs)
    await sendConcurrently(2)
    await nodeAt(2).stop('SIGKILL')
    await community.redis.startEmpty()
    await waitUntil(() => crowd.present().every((member) => member.nodeIndex() !== null))
    await nodeAt(2).start()
    logLine([`consistent ${await waitUntil(isConsistent)} ms after the bus was replaced by an empty one`])
    await expectConsistent()
  })

  test('[I16] [F01] [F05] a node, the bus and the database are killed, and each node is restarted @full', async () => {
    const measurements: string[] = []

    const leavers = membersAt(1).filter((_, index) => index % 2 === 0)
    expect(leavers.length).toBeGreaterThan(5)
    for (const member of leavers) member.stopReconnecting()
    crowd.markDisconnected(leavers)
    await waitUntil(() => leavers.every((member) => member.log().pending.length === 0))
    const lastSentMs = Date.now()
    await sendConcurrently(1)
    crowd.allowMissedSince(lastSentMs)
    await nodeAt(1).stop('SIGKILL')
    const survivors = [nodeAt(0), nodeAt(2)]
    const evictedMs = await waitUntil(async () => {
      const counts = await Promise.all(survivors.map((node) => onlineCountAt(node, community)))
      return counts.every((count) => count === crowd.present().length)
    })
    measurements.push(`members of a killed node evicted after ${evictedMs} ms`)
    expect(evictedMs).toBeLessThan(10_000)
    await nodeAt(1).start()

    await sendConcurrently(0)
    await community.redis.kill()
    const outage = pause(busOutageMs)
    const busEchoes = await Promise.all([0, 2].map(echoAt))
    for (const node of community.nodes) {
      await expect.poll(() => readinessOf(node)).toEqual({ status: 'unavailable', missing: ['bus'] })
    }
    await outage
    await community.redis.start()
    measurements.push(`consistent ${await waitUntil(isConsistent)} ms after the bus was back`)
    measurements.push(`echoes without the bus in ${busEchoes.join(', ')} ms`)
    expect(Math.max(...busEchoes)).toBeLessThan(1_000)

    await Promise.all([0, 2].map(sendConcurrently))
    await community.postgres.stop()
    for (const node of community.nodes) {
      await expect.poll(() => readinessOf(node)).toEqual({ status: 'unavailable', missing: ['database'] })
    }
    await community.postgres.start()
    const recoveryMs = await waitUntil(async () => (await Promise.all([0, 2].map(echoAt))).length === 2)
    measurements.push(`echoes ${recoveryMs} ms after the database was back`)
    await expectConsistent()
    logLine(measurements)
  })

  test('[I13] [I15] [F20] a rolling restart moves every client to another node, none is announced, and no call fails on all nodes @full', async () => {
    // Larger rooms announce nobody.
    const leaving = crowd.present().slice(presenceEventsRoomMax)
    crowd.markDisconnected(leaving)
    for (const member of leaving) member.leave()
    await waitUntil(isConsistent)
    const present = crowd.present()
    const before = present.map(({ closes, counts, announced }) => ({
      closes: closes.length,
      counts: counts.length,
      announced: announced.length,
    }))
    for (const node of community.nodes) {
      await node.stop('SIGTERM')
      await waitUntil(() => present.every((member) => member.nodeIndex() !== null))
      await node.start()
    }
    expect(load.calls).toEqual({ made: expect.any(Number), pending: 0 })
    const closes = present.map((member, index) => member.closes.slice(before[index]?.closes))
    expect(new Set(closes.flat())).toEqual(new Set([closeCodes.restarting]))
    expect(closes.every(({ length }) => length > 0)).toBe(true)
    await expectConsistent()
    expect(present.flatMap(({ announced }, index) => announced.slice(before[index]?.announced))).toEqual([])
    const counts = present.flatMap((member, index) => member.counts.slice(before[index]?.counts))
    expect(new Set(counts)).toEqual(new Set([present.length]))
    logLine([`${closes.flat().length} sockets closed and reconnected, ${load.calls.made} calls completed`])
  })

  /** A change made at the first node is visible at the others in time. */
  const expectChangesVisible = async (withinMs: number): Promise<void> => {
    const [banned, signedOut, changed] = spareGuests.splice(0, 3)
    if (!banned || !signedOut || !changed) throw new Error('No spare guests are left.')
    const sockets = await Promise.all(
      [banned, signedOut].flatMap((guest) => [1, 2].map((number) => joinAt(number, guest))),
    )
    const inRoom = await joinAt(1, changed)
    // Loads the current state into the caches of the other nodes.
    const before = await accountAt(2, changed)
    expect(before.isGardenAngel).toBe(false)

    const name = `${before.name} again`
    const { email, profilePicture, profileCompleted } = before
    const profile = { name, email, profilePicture, profileCompleted, firebaseUid: uidOf(before) }
    const tookMs = await Promise.all([
      timeUntilSeen(byAdmin(`PUT /api/admin/users/${banned.userId}/ban`, { reason: 'Unkind words' }), () =>
        closedWith(sockets.slice(0, 2), closeCodes.banned),
      ),
      timeUntilSeen(callNode(nodeAt(0), 'DELETE /api/auth/sessions', signedOut), () =>
        closedWith(sockets.slice(2), closeCodes.signedOut),
      ),
      timeUntilSeen(byAdmin(`POST /api/admin/users/${changed.userId}/garden-angel`), () =>
        waitUntil(async () => (await accountAt(2, changed)).isGardenAngel),
      ),
      timeUntilSeen(callNode(nodeAt(0), 'PUT /api/user/profile', changed, profile), () =>
        waitUntil(() => inRoom.texts.some((text) => text.includes(name))),
      ),
    ])
    logLine([`a ban, a sign-out, a role and a name visible at the other nodes after ${tookMs.join(', ')} ms`])
    expect(Math.max(...tookMs)).toBeLessThan(withinMs)
    inRoom.send({ type: 'leave-session' })
    await inRoom.close()
  }

  /** All members of a node send at once; settles at the first echo, with the others in flight. */
  const sendConcurrently = async (number: number): Promise<void> => {
    const senders = membersAt(number)
    expect(senders.length).toBeGreaterThan(5)
    const before = senders.map(({ echoes }) => echoes.length)
    for (const sender of senders) load.sendChat(sender, `At once ${load.sentTexts.size} at ${number}`)
    while (senders.every(({ echoes }, index) => echoes.length === before[index])) await nextTurn()
  }

  /** A member of a node sends a message; returns the milliseconds until its echo. */
  const echoAt = async (number: number): Promise<number> => {
    await waitUntil(() => membersAt(number).some((member) => member.log().pending.length === 0))
    const sender = membersAt(number).find((member) => member.log().pending.length === 0)!
    const before = sender.echoes.length
    const text = `Echo ${load.sentTexts.size} at ${number}`
    load.sendChat(sender, text)
    await waitUntil(() => sender.echoes.length > before)
    return Math.round(sender.echoes[before]?.tookMs ?? 0)
  }
})

/** The milliseconds from a call's response until its effect is visible. */
async function timeUntilSeen(
  change: Promise<Response>,
  measurements: () => Promise<unknown>,
): Promise<number> {
  expect((await change).ok).toBe(true)
  const begunMs = performance.now()
  await measurements()
  return Math.round(performance.now() - begunMs)
}

async function closedWith(sockets: readonly TestLiveClient[], code: number): Promise<void> {
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual(sockets.map(() => code))
}

function logLine(texts: readonly string[]): void {
  test.info().annotations.push(...texts.map((description) => ({ type: 'seen', description })))
  process.stdout.write(`${texts.map((line) => `    ${line}\n`).join('')}`)
}

/** Matches the uids of test/live/crowd.ts. */
function uidOf({ email }: Account): string {
  return `uid-${email.split('@', 1)[0]}`
}

// Three nodes under load with random failures, one or two at a time, for some minutes: `npm run test:faults`.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { chatHistorySize } from '#shared/constants.ts'
import { findCommunityViolations } from '#test/database/invariants.ts'
import { startCluster, type ClusterNode, type Cluster } from '#test/nodes/cluster.ts'
import {
  callNode,
  onlineCountAt,
  loggedErrors,
  findConsistencyFaults,
  isClusterConsistent,
  openCrowd,
  startLoad,
  waitUntil,
  type Crowd,
  type Load,
} from '#test/nodes/load-test.ts'
import { findRedis, skippedTitle } from '#test/nodes/redis-server.ts'
import { createSeededRandom } from '#test/seeded-random.ts'

const members = 120
const chatIntervalMs = 50
const rounds = Number(process.env['FAULTS_ROUNDS'] ?? 12)
/** The same seed makes the same choices, though not at the same moments. */
const seed = Number(process.env['FAULTS_SEED'])
const maxOutageMs = 2_500

const what = 'three nodes with random faults'
const isMissing = findRedis() === null

interface Fault {
  name: string
  /** The part that can't fail twice at once. */
  target: string
  strike(): Promise<void>
  mend(): Promise<void>
}

function possibleFaults({ nodes, redis, postgres }: Cluster): Fault[] {
  const ofNodes = nodes.flatMap((node, index) =>
    (['SIGKILL', 'SIGTERM'] as const).map((signal) => ({
      name: `${signal} to node ${index + 1}`,
      target: `node ${index + 1}`,
      strike: () => node.stop(signal),
      mend: () => restart(node),
    })),
  )
  return [
    ...ofNodes,
    { name: 'bus killed', target: 'bus', strike: redis.kill, mend: redis.start },
    { name: 'bus killed and emptied', target: 'bus', strike: redis.kill, mend: redis.startEmpty },
    { name: 'database stopped', target: 'database', strike: postgres.stop, mend: postgres.start },
    { name: 'database killed', target: 'database', strike: postgres.crash, mend: postgres.start },
  ]
}

/** Restarts as a process supervisor would: the node doesn't start while its database or its bus is down. */
async function restart(node: ClusterNode): Promise<void> {
  const isUp = () =>
    node.start().then(
      () => true,
      () => false,
    )
  await waitUntil(isUp)
}

interface Probe {
  readonly responses: readonly { status: number; tookMs: number; retryAfter: string | null }[]
  stop(): Promise<void>
}

/** A member who requests their history from the first node, again and again. */
function startProbe({ nodes, guests }: Cluster): Probe {
  const responses: { status: number; tookMs: number; retryAfter: string | null }[] = []
  let isStopped = false
  const polling = (async () => {
    while (!isStopped) {
      const startedMs = performance.now()
      const response = await callNode(nodes[0]!, 'GET /api/mood/sessions', guests[0]!).catch(() => null)
      // The test itself notices when a node is down.
      if (response === null) return
      await response.arrayBuffer()
      const tookMs = Math.round(performance.now() - startedMs)
      responses.push({ status: response.status, tookMs, retryAfter: response.headers.get('retry-after') })
      await pause(20)
    }
  })()
  return {
    responses,
    stop: async () => {
      isStopped = true
      await polling
    },
  }
}

test.describe(isMissing ? skippedTitle(what) : what, () => {
  test.skip(isMissing)

  let community: Cluster
  let crowd: Crowd
  const random = createSeededRandom(seed)

  test.beforeAll(async () => {
    test.setTimeout(120_000)
    community = await startCluster(3, 1 + members)
    crowd = openCrowd(community, community.guests.slice(1), random)
    await waitUntil(() => isClusterConsistent(community, crowd))
  })
  test.afterAll(async () => {
    crowd?.close()
    await community?.close()
  })

  const expectConsistent = async (load: Load, startedAtMs: number, what: string): Promise<void> => {
    await waitUntil(community.database.isAlive)
    await waitUntil(() => isClusterConsistent(community, crowd))
    await load.stop()
    crowd.allowMissedSince(startedAtMs)
    await expect.poll(() => findConsistencyFaults(community, crowd, load), what).toEqual([])
    expect(community.nodes.flatMap(loggedErrors), what).toEqual([])
    expect(await findCommunityViolations(community.database.query), what).toEqual([])
  }

  test('[F01] [I13] [I14] a node is killed twenty times: no echoed message is lost or duplicated, and every member reconnects', async () => {
    test.setTimeout(600_000)
    const load = startLoad(community, crowd, random, chatIntervalMs)
    const startedAtMs = Date.now()
    const measurements: { backMs: number; recountMs: number }[] = []
    for (let kill = 0; kill < 20; kill += 1) {
      // The node with most members: its members reconnect to another and stay there.
      const sizes = community.nodes.map(
        (_, at) => crowd.present().filter((one) => one.nodeIndex() === at).length,
      )
      const number = sizes.indexOf(Math.max(...sizes))
      const node = community.nodes[number]!
      const others = community.nodes.filter((one) => one !== node)
      const disconnected = crowd.present().filter((member) => member.nodeIndex() === number)
      const before = disconnected.map(({ closes }) => closes.length)
      await node.stop('SIGKILL')
      const haveDetectedLoss = () =>
        disconnected.every(({ closes }, index) => closes.length > (before[index] ?? 0))
      const hasFullCount = async () => {
        const counts = await Promise.all(others.map((one) => onlineCountAt(one, community)))
        return counts.every((count) => count === crowd.present().length)
      }
      const [backMs, recountMs] = await Promise.all([
        waitUntil(() => haveDetectedLoss() && crowd.present().every((member) => member.nodeIndex() !== null)),
        waitUntil(async () => haveDetectedLoss() && (await hasFullCount())),
      ])
      measurements.push({ backMs, recountMs })
      await restart(node)
    }
    const backMs = measurements.map((one) => one.backMs).toSorted((a, b) => a - b)
    const recountMs = Math.max(...measurements.map((one) => one.recountMs))
    process.stdout.write(
      `    all reconnected after ${backMs[10]} ms (median), ${backMs[19]} ms (maximum); counted after ${recountMs} ms\n`,
    )
    expect(backMs[18]).toBeLessThan(5_000)
    expect(recountMs).toBeLessThan(10_000)
    await expectConsistent(load, startedAtMs, 'twenty kills')
  })

  for (const [id, what, strike] of [
    ['F04', 'killed', async ({ postgres }: Cluster) => postgres.crash()],
    [
      'F05',
      'restarted',
      async ({ postgres }: Cluster) => {
        await postgres.stop()
        await postgres.start()
      },
    ],
  ] as const) {
    test(`[${id}] [I13] [I15] the database is ${what} under load: calls fail in time, and the service recovers`, async () => {
      const load = startLoad(community, crowd, random, chatIntervalMs)
      const startedAtMs = Date.now()
      await waitUntil(() => load.sentTexts.size > 2 * chatHistorySize)
      const probe = startProbe(community)
      await strike(community)
      await waitUntil(() => probe.responses.some(({ status }) => status !== 200))
      await waitUntil(community.database.isAlive)
      const recoveryMs = await waitUntil(async () => {
        const [last] = probe.responses.slice(-1)
        return last?.status === 200 && (await isClusterConsistent(community, crowd))
      })
      await probe.stop()
      const failed = probe.responses.filter(({ status }) => status !== 200)
      const slowestMs = Math.max(0, ...failed.map(({ tookMs }) => tookMs))
      process.stdout.write(
        `    ${what}: ${failed.length} of ${probe.responses.length} failed, at most ${slowestMs} ms each; consistent after ${recoveryMs} ms\n`,
      )
      expect(failed.filter(({ status, retryAfter }) => status !== 503 || retryAfter !== '2')).toEqual([])
      expect(failed.length).toBeGreaterThan(0)
      expect(slowestMs).toBeLessThan(2_500)
      expect(recoveryMs).toBeLessThan(10_000)
      await expectConsistent(load, startedAtMs, what)
    })
  }

  for (let round = 1; round <= rounds; round += 1) {
    test(`[I13] [I15] [I16] round ${round} of ${rounds}, seed ${seed}`, async () => {
      const load = startLoad(community, crowd, random, chatIntervalMs)
      const startedAtMs = Date.now()
      const all = possibleFaults(community)
      const first = all[Math.floor(random() * all.length)]!
      const others = all.filter(({ target }) => target !== first.target)
      const second = others[Math.floor(random() * others.length)]!
      const faults = random() < 0.5 ? [first] : [first, second]
      const names = faults.map(({ name }) => name).join(', ')
      await Promise.all(
        faults.map(async (fault) => {
          await pause(random() * 500)
          await fault.strike()
          await pause(random() * maxOutageMs)
          await fault.mend()
        }),
      )
      await waitUntil(community.database.isAlive)
      const recoveryMs = await waitUntil(() => isClusterConsistent(community, crowd))
      process.stdout.write(`    ${names}: consistent after ${recoveryMs} ms\n`)
      await expectConsistent(load, startedAtMs, names)
    })
  }
})

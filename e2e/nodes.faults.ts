// Three nodes under load whose parts die by chance, one or two at a time, for some minutes: `npm run test:faults`.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { chances } from '#test/chances.ts'
import { startNodes, type Node, type Nodes } from '#test/nodes.ts'
import { findRedis, titleOfSkipped } from '#test/redis-server.ts'
import {
  errorsOf,
  faultsOf,
  isCommunityWhole,
  openCrowd,
  startLoad,
  until,
  type Crowd,
} from '#test/under-load.ts'

const members = 120
const sayEveryMs = 50
const rounds = Number(process.env['FAULTS_ROUNDS'] ?? 12)
/** The same seed makes the same choices, though not the same moments. */
const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 100_000)
const longestAwayMs = 2_500

const what = 'three nodes whose parts die by chance'
const isMissing = findRedis() === null

interface Fault {
  name: string
  /** What can't fail twice at once. */
  target: string
  strike(): Promise<void>
  mend(): Promise<void>
}

function faultsAgainst({ nodes, redis, postgres }: Nodes): Fault[] {
  const ofNodes = nodes.flatMap((node, index) =>
    (['SIGKILL', 'SIGTERM'] as const).map((signal) => ({
      name: `${signal} to node ${index + 1}`,
      target: `node ${index + 1}`,
      strike: () => node.stop(signal),
      mend: () => startAgain(node),
    })),
  )
  return [
    ...ofNodes,
    { name: 'the bus killed', target: 'bus', strike: redis.kill, mend: redis.start },
    { name: 'the bus killed and emptied', target: 'bus', strike: redis.kill, mend: redis.startEmpty },
    { name: 'the database stopped', target: 'database', strike: postgres.stop, mend: postgres.start },
    { name: 'the database killed', target: 'database', strike: postgres.crash, mend: postgres.start },
  ]
}

/** As whatever looks after the process would: it doesn't start while its database or its bus is away. */
async function startAgain(node: Node): Promise<void> {
  const isUp = () =>
    node.start().then(
      () => true,
      () => false,
    )
  await until(isUp)
}

test.describe(isMissing ? titleOfSkipped(what) : what, () => {
  test.skip(isMissing)

  let community: Nodes
  let crowd: Crowd
  const random = chances(seed)

  test.beforeAll(async () => {
    test.setTimeout(120_000)
    community = await startNodes(3, 1 + members)
    crowd = openCrowd(community, community.guests.slice(1), random)
    await until(() => isCommunityWhole(community, crowd))
  })
  test.afterAll(async () => {
    crowd?.close()
    await community?.close()
  })

  for (let round = 1; round <= rounds; round += 1) {
    test(`[I13] [I15] [I16] round ${round} of ${rounds}, seed ${seed}`, async () => {
      const load = startLoad(community, crowd, random, sayEveryMs)
      const begunAtMs = Date.now()
      const all = faultsAgainst(community)
      const first = all[Math.floor(random() * all.length)]!
      const others = all.filter(({ target }) => target !== first.target)
      const second = others[Math.floor(random() * others.length)]!
      const chosen = random() < 0.5 ? [first] : [first, second]
      const names = chosen.map(({ name }) => name).join(', ')
      await Promise.all(
        chosen.map(async (fault) => {
          await pause(random() * 500)
          await fault.strike()
          await pause(random() * longestAwayMs)
          await fault.mend()
        }),
      )
      await until(community.database.isAlive)
      const mendedMs = await until(() => isCommunityWhole(community, crowd))
      process.stdout.write(`    ${names}: whole after ${mendedMs} ms\n`)
      await load.stop()
      crowd.untoldSince(begunAtMs)
      await expect.poll(() => faultsOf(community, crowd, load), names).toEqual([])
      expect(community.nodes.flatMap(errorsOf), names).toEqual([])
    })
  }
})

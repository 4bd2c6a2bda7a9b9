// The cost of the bus between nodes: in Redis for each event and receiving node, and in the receiving node.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRedis } from '../../../test/nodes/redis-server.ts'
import { freePort, startLoadClients, startStillwater } from './benchmark-servers.mjs'
import { inspectable, openGarbageCollector } from './force-gc.mjs'
import { processorMs, residentBytes } from './machine.mjs'
import { cores, startRpcProcess, startProgram, stop } from './processes.mjs'
import { median } from './quantiles.mjs'
import { messageText } from './sample-frames.mjs'

const receiverCounts = [1, 3]
const perSecond = 2_000
const seconds = 4
const startTimeoutMs = 10_000
const pollEveryMs = 20

export async function measureBus({ community, report, sizes, rounds }) {
  report.startSection(
    'Bus',
    `${perSecond} events a second of the size of a chat message, received by ${receiverCounts.join(' and ')} other nodes. Redis has one core.`,
  )
  const program = findRedis()
  if (program === null) {
    report.addRemark('Not measured: redis-server is not installed (apt install redis-server)')
    return
  }
  const redis = await startRedis(program)
  const publisher = await startBusNode(redis.url, 'publisher', false)
  const others = []
  try {
    const measurements = []
    for (const count of receiverCounts) {
      while (others.length < count) others.push(await startBusNode(redis.url, `other-${others.length}`, true))
      measurements.push(await measureRounds({ redis, publisher, others, rounds }))
    }
    reportBus(report, measurements)
    await measurePresence({ community, report, redis, size: sizes.at(-1) })
  } finally {
    for (const end of [publisher, ...others]) await end.stop()
    await redis.stop()
  }
}

async function measureRounds({ redis, publisher, others, rounds }) {
  const count = perSecond * seconds
  const results = []
  for (let round = 0; round < rounds; round += 1) {
    const pids = [redis.pid, others[0].pid, publisher.pid]
    const before = pids.map(processorMs)
    await Promise.all(others.map((end) => end.ask('expect', { count })))
    await publisher.ask('publish', { count, perSecond, bytes: messageText().length })
    const { latencyMs } = (await Promise.all(others.map((end) => end.ask('waitUntilReceived'))))[0]
    const [redisUs, busReceiveUs, publishUs] = pids.map(
      (pid, index) => ((processorMs(pid) - before[index]) * 1_000) / count,
    )
    results.push({ redisUs, busReceiveUs, publishUs, p50: latencyMs.p50, p99: latencyMs.p99 })
  }
  return (name) => median(results.map((round) => round[name]))
}

function reportBus(report, [one, three]) {
  report.addRow({ what: 'latency between two nodes, p50', unit: 'ms', ours: one('p50') })
  report.addRow({ what: 'latency between two nodes, p99', unit: 'ms', ours: one('p99') })
  report.addRow({
    what: 'Redis CPU time per event with one receiver',
    unit: 'µs',
    ours: one('redisUs'),
    key: 'busEventUs',
  })
  report.addRow({
    what: 'Redis CPU time per additional receiver',
    unit: 'µs',
    ours: Math.max(0, (three('redisUs') - one('redisUs')) / (receiverCounts[1] - receiverCounts[0])),
    key: 'busReceiverUs',
  })
  report.addRow({ what: 'CPU time per event on the publishing node', unit: 'µs', ours: one('publishUs') })
  report.addRow({
    what: 'CPU time per event on a receiving node',
    unit: 'µs',
    ours: three('busReceiveUs'),
    key: 'busReceiveUs',
  })
}

/** The cost for a node of the members that another node serves. */
async function measurePresence({ community, report, redis, size }) {
  const env = { BUS_URL: redis.url }
  const owner = await startStillwater(community, { env })
  const other = await startStillwater(community, { ...inspectable, env })
  const crowd = await startLoadClients(owner, community.today)
  try {
    const collect = await openGarbageCollector(other)
    await collect()
    const [before, beforeMs] = [residentBytes(other.pid()), processorMs(other.pid())]
    await crowd.open(community.users.slice(0, size))
    const startedMs = performance.now()
    while ((await countAt(other, community)) < size) await sleep(pollEveryMs)
    const delayMs = performance.now() - startedMs
    const usEach = ((processorMs(other.pid()) - beforeMs) * 1_000) / size
    await collect()
    const kbEach = (residentBytes(other.pid()) - before) / size / 1_024
    report.addRow({ what: `${size} join one node: replication delay to another`, unit: 'ms', ours: delayMs })
    report.addRow({ what: '– CPU time there per member', unit: 'µs', ours: usEach })
    report.addRow({ what: '– memory there per member', unit: 'KB', ours: kbEach })
  } finally {
    for (const part of [crowd, other, owner]) await part.stop()
  }
}

async function countAt({ url }, { today, users }) {
  const path = `${url}/api/meditation/online-count/${today}`
  const response = await fetch(path, { headers: { cookie: users[0].cookie } })
  return (await response.json()).count
}

async function startBusNode(url, nodeId, isReceiver) {
  const end = await startRpcProcess(cores.loading, './bus-end.mjs', { nodeArgs: ['--import', 'tsx'] })
  await end.ask('open', { url, nodeId, isReceiver })
  return end
}

async function startRedis(program) {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-bench-redis-'))
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: 'yes',
    appendfsync: 'everysec',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = startProgram(cores.serving, program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const output = []
  child.stdout.on('data', (data) => output.push(data.toString()))
  const deadlineMs = performance.now() + startTimeoutMs
  while (!output.join('').includes('Ready to accept connections')) {
    if (performance.now() > deadlineMs) throw new Error(`Redis didn't start. ${output.join('')}`)
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  }
  return {
    pid: child.pid,
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      await stop(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

// The cost of the bus between nodes: in Redis for each event and receiving node, and in the receiving node.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRedis } from '../../../test/redis-server.ts'
import { freePort, startLoadClients, startStillwater } from './benchmark-servers.mjs'
import { inspectable, openGarbageCollector } from './force-gc.mjs'
import { processorMs, residentBytes } from './machine.mjs'
import { cores, startRpcProcess, startProgram, stop } from './processes.mjs'
import { median } from './quantiles.mjs'
import { messageText } from './sample-frames.mjs'

const listeners = [1, 3]
const perSecond = 2_000
const seconds = 4
const startPatienceMs = 10_000
const pollEveryMs = 20

export async function measureBus({ community, report, sizes, rounds }) {
  report.begin(
    'Bus',
    `${perSecond} events a second of the size of a chat message, received by ${listeners.join(' and ')} other nodes. Redis has one core.`,
  )
  const program = findRedis()
  if (program === null) {
    report.remark('Not measured: redis-server is not installed (apt install redis-server)')
    return
  }
  const redis = await startRedis(program)
  const speaker = await startBusNode(redis.url, 'speaker', false)
  const others = []
  try {
    const found = []
    for (const count of listeners) {
      while (others.length < count) others.push(await startBusNode(redis.url, `other-${others.length}`, true))
      found.push(await measured({ redis, speaker, others, rounds }))
    }
    reportBus(report, found)
    await measurePresence({ community, report, redis, size: sizes.at(-1) })
  } finally {
    for (const end of [speaker, ...others]) await end.stop()
    await redis.stop()
  }
}

async function measured({ redis, speaker, others, rounds }) {
  const count = perSecond * seconds
  const told = []
  for (let round = 0; round < rounds; round += 1) {
    const pids = [redis.pid, others[0].pid, speaker.pid]
    const before = pids.map(processorMs)
    await Promise.all(others.map((end) => end.ask('expect', { count })))
    await speaker.ask('say', { count, perSecond, bytes: messageText().length })
    const { afterMs } = (await Promise.all(others.map((end) => end.ask('heard'))))[0]
    const [redisUs, hearingUs, sayingUs] = pids.map(
      (pid, index) => ((processorMs(pid) - before[index]) * 1_000) / count,
    )
    told.push({ redisUs, hearingUs, sayingUs, p50: afterMs.p50, p99: afterMs.p99 })
  }
  return (name) => median(told.map((round) => round[name]))
}

function reportBus(report, [one, three]) {
  report.note({ what: 'latency between two nodes, p50', unit: 'ms', ours: one('p50') })
  report.note({ what: 'latency between two nodes, p99', unit: 'ms', ours: one('p99') })
  report.note({
    what: 'Redis CPU time per event with one receiver',
    unit: 'µs',
    ours: one('redisUs'),
    as: 'busEventUs',
  })
  report.note({
    what: 'Redis CPU time per additional receiver',
    unit: 'µs',
    ours: Math.max(0, (three('redisUs') - one('redisUs')) / (listeners[1] - listeners[0])),
    as: 'busHearerUs',
  })
  report.note({ what: 'CPU time per event on the publishing node', unit: 'µs', ours: one('sayingUs') })
  report.note({
    what: 'CPU time per event on a receiving node',
    unit: 'µs',
    ours: three('hearingUs'),
    as: 'hearingUs',
  })
}

/** The cost for a node of the members that another node serves. */
async function measurePresence({ community, report, redis, size }) {
  const env = { BUS_URL: redis.url }
  const holder = await startStillwater(community, { env })
  const other = await startStillwater(community, { ...inspectable, env })
  const crowd = await startLoadClients(holder, community.today)
  try {
    const collect = await openGarbageCollector(other)
    await collect()
    const [before, beforeMs] = [residentBytes(other.pid()), processorMs(other.pid())]
    await crowd.open(community.people.slice(0, size))
    const begunMs = performance.now()
    while ((await countAt(other, community)) < size) await sleep(pollEveryMs)
    const lateMs = performance.now() - begunMs
    const usEach = ((processorMs(other.pid()) - beforeMs) * 1_000) / size
    await collect()
    const kbEach = (residentBytes(other.pid()) - before) / size / 1_024
    report.note({ what: `${size} join one node: replication delay to another`, unit: 'ms', ours: lateMs })
    report.note({ what: '– CPU time there per member', unit: 'µs', ours: usEach })
    report.note({ what: '– memory there per member', unit: 'KB', ours: kbEach, as: 'rollKb' })
  } finally {
    for (const part of [crowd, other, holder]) await part.stop()
  }
}

async function countAt({ url }, { today, people }) {
  const path = `${url}/api/meditation/online-count/${today}`
  const answer = await fetch(path, { headers: { cookie: people[0].cookie } })
  return (await answer.json()).count
}

async function startBusNode(url, nodeId, listens) {
  const end = await startRpcProcess(cores.loading, './bus-end.mjs', { nodeArgs: ['--import', 'tsx'] })
  await end.ask('open', { url, nodeId, listens })
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
  const words = []
  child.stdout.on('data', (data) => words.push(data.toString()))
  const givesUpMs = performance.now() + startPatienceMs
  while (!words.join('').includes('Ready to accept connections')) {
    if (performance.now() > givesUpMs) throw new Error(`Redis didn't start. ${words.join('')}`)
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

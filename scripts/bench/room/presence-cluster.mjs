// Nodes that share a room over one Redis, for the presence benchmark.
import { Redis } from 'ioredis'
import { roomOfDay } from '../../../src/shared/live/room-key.ts'
import { startTcpProxy } from '../../../test/network/tcp-proxy.ts'
import { startRedisServer } from '../../../test/nodes/redis-server.ts'
import { processorMs } from './machine.mjs'
import { cores, startRpcProcess } from './processes.mjs'

/** Ids of members that join during a part have their own range. */
const idRange = 10_000_000
/** The clock of one node is wrong, throughout. */
const clockAheadMs = [0, 3_600_000]
const convergeTimeoutMs = 60_000

export const rooms = { day: roomOfDay('2026-11-21'), next: roomOfDay('2026-11-22') }

/** Starts `count` nodes, each for `each` members. */
export async function startPresenceCluster({ count, each }) {
  const redis = await startRedisServer()
  const proxy = await startTcpProxy(redis.url)
  const operator = new Redis(redis.url)
  operator.on('error', () => {})
  const nodes = []

  /** Starts a process; `open` lets it join the others. */
  const prepareNode = async (index) => {
    const rpc = await startRpcProcess(cores.both, './presence-node.mjs', {
      nodeArgs: ['--expose-gc', '--import', 'tsx'],
    })
    const input = { url: proxy.url, nodeId: `node-${index}`, clockAheadMs: clockAheadMs[index] ?? 0 }
    const node = {
      ...rpc,
      index,
      /** The ids of its members, and of others that it may add. */
      from: 1_000_000 + index * each,
      otherFrom: idRange + index * each,
      open: () => rpc.ask('open', input),
      signal: (name) => process.kill(rpc.pid, name),
    }
    return node
  }
  const all = (call, input = {}) =>
    Promise.all(nodes.map((node) => node.ask(call, typeof input === 'function' ? input(node) : input)))

  const cluster = {
    nodes,
    redis,
    proxy,
    operator,
    total: () => nodes.length * each,
    all,
    prepareNode,
    /** Replaces a node whose process has ended; its room is empty. */
    replaceNode: async (index) => {
      const node = await prepareNode(index)
      await node.open()
      nodes[index] = node
      return node
    },
    /** Until the room has this count on every node, after `sinceMs`; throws if it never has. */
    untilCount: async (count, { room = rooms.day, sinceMs = Date.now() } = {}) => {
      const ends = await all('untilCount', { room, count, timeoutMs: convergeTimeoutMs })
      const wrong = ends.filter((end) => end.count !== count)
      if (wrong.length > 0)
        throw new Error(
          `The count is ${ends.map((end) => end.count).join(', ')} instead of ${count}. ${[...new Set((await all('takeLog')).flat())].slice(0, 5).join(' ')}`,
        )
      return Math.max(...ends.map(({ atMs }) => atMs)) - sinceMs
    },
    /** Runs `work`; the processor time in ms that Redis and the average node took meanwhile. */
    costOf: async (work) => {
      const pids = nodes.map(({ pid }) => pid)
      const nodeMs = () => pids.map(processorMs).reduce((sum, ms) => sum + ms, 0) / pids.length
      const before = { redisMs: await redisCpuMs(operator), nodeMs: nodeMs() }
      const result = await work()
      return {
        result,
        redisMs: (await redisCpuMs(operator)) - before.redisMs,
        nodeMs: nodeMs() - before.nodeMs,
      }
    },
    close: async () => {
      for (const node of nodes) await node.stop()
      operator.disconnect()
      await proxy.close()
      await redis.stop()
    },
  }
  try {
    for (let index = 0; index < count; index += 1) await cluster.replaceNode(index)
    return cluster
  } catch (error) {
    await cluster.close()
    throw error
  }
}

/** Processor time of Redis, in ms. */
async function redisCpuMs(operator) {
  const info = await operator.info('cpu')
  const seconds = (name) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1])
  return (seconds('used_cpu_user') + seconds('used_cpu_sys')) * 1_000
}

/** The memory that Redis uses, in bytes. */
export async function redisBytes(operator) {
  return Number(/^used_memory:(\d+)/m.exec(await operator.info('memory'))?.[1])
}

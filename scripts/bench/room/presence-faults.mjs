// What happens to nodes and Redis in the presence benchmark. After each, every node must have the right number again.
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { presenceGraceMs } from '../../../src/shared/constants.ts'
import { rooms } from './presence-cluster.mjs'

/** How long a page takes to reconnect after its socket was closed. */
const reconnectMs = 1_500
const suspendedMs = 4_000
const outageMs = 2_000
const slowMs = 200
/** Beside the nodes, on two cores. */
const busyPrograms = 9

/**
 * The faults in order. `act` settles when all members are where they should be; the number must then be `count` (the
 * total by default), and may have been wrong for `passMs` (ten seconds by default). `most` is the highest right number meanwhile. `announcements` allows so many of
 * them on a node, by default none. `isSoonOver`: it starts no timeout or grace period. `restore` makes the room whole for the next fault.
 */
export function faultsOf({ cluster, joinMs, isQuick }) {
  const { nodes, all, redis, proxy, operator, total } = cluster
  const each = total() / nodes.length
  const room = rooms.day
  const own = (node, count = each) => ({ room, from: node.from, count, ms: 0 })
  const [moving, churning] = [Math.ceil(each / 10), Math.ceil(each / 500)]
  const churnRounds = isQuick ? 4 : 16
  let isLate = false

  const killLast = async () => {
    const node = nodes.pop()
    await node.stop()
    return node
  }
  const addLast = async () => {
    const node = await cluster.replaceNode(nodes.length)
    await node.ask('join', own(node))
  }
  const killRedis = async (start) => {
    await redis.kill()
    await sleep(outageMs)
    await start()
  }
  const freezeRedis = async (ms) => {
    redis.pause()
    await sleep(ms)
    redis.resume()
  }

  return {
    churn: {
      what: `${churning * 2} members a second join and ${churning * 2} leave on each node`,
      goodMs: 500,
      passMs: 1_000,
      isSoonOver: true,
      act: async () => {
        await all('churn', (node) => ({
          ...own(node, churning),
          otherFrom: node.otherFrom,
          rounds: churnRounds,
        }))
        await all('watch', { room, count: total() })
      },
      announcements: () => {
        const changes = churning * churnRounds * nodes.length
        return { joined: changes, left: changes }
      },
      restore: async () => {
        await all('leave', (node) => ({
          ...own(node, churning * churnRounds),
          from: node.otherFrom,
          kind: 'left',
        }))
        await all('join', (node) => own(node, churning * churnRounds))
      },
    },
    moves: {
      what: `${moving} members move to another node`,
      goodMs: 100,
      passMs: 1_000,
      act: async () => {
        const [one, two] = nodes
        await one.ask('leave', { ...own(one, moving), kind: 'disconnected' })
        await sleep(reconnectMs)
        await two.ask('join', own(one, moving))
      },
      restore: async () => {
        const [one, two] = nodes
        await one.ask('join', own(one, moving))
        await two.ask('leave', { ...own(one, moving), kind: 'left' })
      },
    },
    suspended: {
      what: `a node suspended for ${suspendedMs / 1_000} s (SIGSTOP)`,
      goodMs: 1_000,
      act: async () => {
        const node = nodes.at(-1)
        node.signal('SIGSTOP')
        await sleep(suspendedMs)
        node.signal('SIGCONT')
      },
    },
    busy: {
      what: `${busyPrograms} busy programs on the same cores, a new node and ${moving} moves`,
      goodMs: 1_000,
      act: async () => {
        const programs = Array.from({ length: busyPrograms }, () =>
          spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
        )
        try {
          await sleep(isQuick ? 1_000 : 5_000)
          // It requests the members of all others.
          const visitor = await cluster.prepareNode(nodes.length)
          await visitor.open()
          await visitor.ask('untilCount', { room, count: total(), timeoutMs: 30_000 })
          const [one, two] = nodes
          await one.ask('leave', { ...own(one, moving), kind: 'disconnected' })
          await two.ask('join', own(one, moving))
          await one.ask('join', own(one, moving))
          await two.ask('leave', { ...own(one, moving), kind: 'left' })
          await visitor.ask('close')
          await visitor.stop()
          await sleep(isQuick ? 1_000 : 10_000)
        } finally {
          for (const program of programs) program.kill('SIGKILL')
        }
      },
    },
    killed: {
      what: 'a node killed: until its members are gone everywhere',
      count: () => total() - each,
      most: total,
      goodMs: 8_000,
      act: killLast,
      announcements: () => ({ left: each }),
      restore: addLast,
    },
    reconnecting: {
      what: 'a node killed, its members reconnect to the others',
      goodMs: 1_000,
      act: async () => {
        // Its members are on the others, so the total is for one node more.
        const node = nodes.at(-1)
        await all('watch', { room, count: total() })
        await node.stop()
        nodes.pop()
        await sleep(reconnectMs)
        const share = Math.ceil(each / nodes.length)
        await all('join', ({ index }) => ({
          room,
          from: node.from + index * share,
          count: Math.max(0, Math.min(share, each - index * share)),
          ms: 2_000,
        }))
      },
      restore: async () => {
        const share = Math.ceil(each / nodes.length)
        const others = [...nodes]
        await addLast()
        const { from } = nodes.at(-1)
        await cluster.untilCount(total())
        for (const other of others)
          await other.ask('leave', {
            room,
            from: from + other.index * share,
            count: share,
            ms: 0,
            kind: 'left',
          })
      },
    },
    restarted: {
      what: 'a node stopped and started again, as in a deploy; half of its members come back to it',
      goodMs: 2_000,
      act: async () => {
        const index = nodes.length - 1
        const [old, other] = [nodes[index], nodes[0]]
        const half = Math.floor(each / 2)
        const next = await cluster.prepareNode(index)
        const leftAtMs = performance.now()
        await old.ask('leave', { ...own(old), kind: 'disconnected', ms: 500 })
        const othersReturn = sleep(reconnectMs - 500).then(() =>
          other.ask('join', { room, from: old.from + half, count: each - half, ms: 1_000 }),
        )
        await old.ask('close')
        await Promise.all([old.stop(), next.open(), sleep(reconnectMs - 500)])
        nodes[index] = next
        await next.ask('watch', { room, count: total() })
        await next.ask('join', { room, from: old.from, count: half, ms: 1_000 })
        await othersReturn
        await cluster.untilCount(total())
        isLate = performance.now() - leftAtMs > presenceGraceMs
      },
      // On a busy machine some come back after their grace periods.
      announcements: () => (isLate ? { joined: each, left: each } : {}),
      restore: async () => {
        const node = nodes.at(-1)
        await node.ask('join', own(node))
        await nodes[0].ask('leave', { ...own(node), kind: 'left' })
      },
    },
    community: {
      what: 'all nodes killed and started again; after the last member is back',
      goodMs: 250,
      passMs: 1_000,
      act: async () => {
        await Promise.all(nodes.map((node) => node.stop()))
        for (let index = 0; index < nodes.length; index += 1) await cluster.replaceNode(index)
        await all('join', (node) => ({ ...own(node), ms: joinMs }))
        await all('watch', { room, count: total() })
      },
    },
    slow: {
      what: `Redis ${slowMs} ms away: ${moving} join`,
      goodMs: 5_000,
      isSoonOver: true,
      count: () => total() + moving,
      act: async () => {
        proxy.delay(slowMs / 2)
        await sleep(1_000)
        const [one] = nodes
        await one.ask('join', { room, from: one.otherFrom, count: moving, ms: 0 })
        await all('watch', { room, count: total() + moving })
      },
      announcements: () => ({ joined: moving }),
      restore: async () => {
        proxy.delay(0)
        await nodes[0].ask('leave', { room, from: nodes[0].otherFrom, count: moving, ms: 0, kind: 'left' })
      },
    },
    empty: {
      what: `Redis killed, back empty after ${outageMs / 1_000} s`,
      goodMs: 1_000,
      act: () => killRedis(redis.startEmpty),
    },
    ghosts: {
      what: 'Redis killed and back empty, a node killed meanwhile: until its members are gone',
      goodMs: 8_000,
      count: () => total() - each,
      most: total,
      act: () =>
        killRedis(async () => {
          await killLast()
          await redis.startEmpty()
          await all('watch', { room, count: total() })
        }),
      announcements: () => ({ left: each }),
      restore: addLast,
    },
    flush: {
      what: 'FLUSHALL',
      goodMs: 1_000,
      isSoonOver: true,
      act: () => operator.flushall(),
    },
    frozen2: { what: 'Redis frozen for 2 s', goodMs: 1_000, act: () => freezeRedis(2_000) },
    frozen6: { what: 'Redis frozen for 6 s', goodMs: 1_000, act: () => freezeRedis(6_000) },
    midnight: {
      what: 'midnight: all change rooms within 5 s; after the last',
      goodMs: 250,
      passMs: 1_000,
      isSoonOver: true,
      room: rooms.next,
      act: async () => {
        await all('move', (node) => ({ ...own(node), to: rooms.next, ms: isQuick ? 1_000 : 5_000 }))
        await all('watch', { room: rooms.next, count: total() })
        await cluster.untilCount(0, { room })
      },
      announcements: () => ({ joined: total(), left: total() }),
      restore: () => all('move', (node) => ({ ...own(node), room: rooms.next, to: room })),
    },
  }
}

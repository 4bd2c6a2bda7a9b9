// Presence of one room on ten nodes with 10,000 members each, without sockets: what it costs, and what faults do to it.
import { setTimeout as sleep } from 'node:timers/promises'
import { findRedis } from '../../../test/nodes/redis-server.ts'
import { loadAverage } from './machine.mjs'
import { redisBytes, rooms, startPresenceCluster } from './presence-cluster.mjs'
import { faultsOf } from './presence-faults.mjs'
import { cores, pinToCore } from './processes.mjs'
import { median } from './quantiles.mjs'

const fullSize = { count: 10, each: 10_000, joinMs: 20_000, settleMs: 9_000 }
const quickSize = { count: 3, each: 400, joinMs: 1_000, settleMs: 8_500 }
const megabyte = 1_000_000
const shortSettleMs = 1_000
/** No number should be wrong for longer, whatever happens. */
const wrongMaxMs = 10_000

/** Throws at the end if a promise was broken that doesn't depend on the machine's speed. */
export async function measurePresence({ report, isQuick }) {
  const { count, each, joinMs, settleMs } = isQuick ? quickSize : fullSize
  report.startSection(
    'Presence',
    `${count} nodes with ${each.toLocaleString('en')} members each in one room, without sockets, on one Redis; all on two cores. One node's clock is an hour ahead. Of each fault: the longest time for which any node had a wrong number.`,
  )
  if (findRedis() === null) {
    report.addRemark('Not measured: redis-server is not installed (apt install redis-server)')
    return
  }
  // Redis, and what is between it and the nodes, mustn't share one core with half of them.
  pinToCore(cores.both)
  const cluster = await startPresenceCluster({ count, each })
  try {
    await measureJoins({ cluster, report, each, joinMs })
    const broken = await measureFaults({ cluster, report, joinMs, settleMs, isQuick })
    if (broken.length > 0) throw new Error(broken.join('\n    '))
  } finally {
    await cluster.close()
    pinToCore(cores.loading)
  }
}

async function measureJoins({ cluster, report, each, joinMs }) {
  const { nodes, all, operator } = cluster
  const [first, ...others] = nodes
  const room = rooms.day
  const before = await all('heapBytes')
  const joinAll = async () => {
    await first.ask('join', { room, from: first.from, count: each, ms: joinMs / 4 })
    await Promise.all(
      others.map((node) => node.ask('join', { room, from: node.from, count: each, ms: joinMs })),
    )
    return cluster.untilCount(cluster.total())
  }
  const { result: joinedMs, nodeMs, redisMs } = await cluster.costOf(joinAll)
  const announcements = await all('takeAnnouncements')
  if (announcements.some(({ repeated }) => repeated > 0)) throw new Error('A member was announced twice.')
  const heaps = await all('heapBytes')
  const memory = median(heaps.map((bytes, index) => bytes - before[index]))
  const addRow = (what, unit, ours, target) =>
    report.addRow({ what, unit, ours, target: { of: 'value', ...target } })

  addRow('join: the same number everywhere after the last', 'ms', joinedMs, { good: 250, pass: 1_000 })
  addRow('– CPU time per node', 'ms', nodeMs, { good: 2_500, pass: 3_000 })
  addRow('– memory per node', 'MB', memory / megabyte, { good: 80, pass: 90 })
  addRow('– CPU time of Redis', 'ms', redisMs, { good: 1_500, pass: 3_000 })
  addRow('– memory of Redis', 'MB', (await redisBytes(operator)) / megabyte, { good: 25, pass: 50 })
  report.addRow({
    what: '– memory per member on each node',
    unit: 'KB',
    ours: memory / cluster.total() / 1_024,
    key: 'rosterKb',
  })
  await assertNewest(cluster)
  const pages = await all('newest', { room, offset: cluster.total() / 2 })
  report.addRow({ what: '– a page of 50 in the middle', unit: 'ms', ours: median(pages.map(({ ms }) => ms)) })
}

/** The member who joined last is the newest on every node, whatever the clock of a node says. */
async function assertNewest({ nodes, all, untilCount, total }) {
  const [node] = nodes
  await sleep(100)
  const visitor = { room: rooms.day, from: node.otherFrom + 1, count: 1, ms: 0 }
  await node.ask('join', visitor)
  await untilCount(total() + 1)
  const lists = await all('newest', { room: rooms.day })
  const texts = new Set(lists.map(({ ids }) => ids.join()))
  if (texts.size > 1) throw new Error('The newest members differ between nodes.')
  if (lists[0].ids[0] !== visitor.from) throw new Error('The newest member is not the one who joined last.')
  await node.ask('leave', { ...visitor, kind: 'left' })
  await untilCount(total())
}

/**
 * Returns a sentence for each promise that was broken. PRESENCE_FAULTS=killed,flush selects some faults; with
 * PRESENCE_LOG=1 each prints what its nodes saw.
 */
async function measureFaults({ cluster, report, joinMs, settleMs, isQuick }) {
  const selected = process.env['PRESENCE_FAULTS']?.split(',')
  const broken = []
  let [announced, tooMany] = [0, 0]
  for (const [name, fault] of Object.entries(faultsOf({ cluster, joinMs, isQuick }))) {
    if (selected !== undefined && !selected.includes(name)) continue
    const outcome = await measureFault({ cluster, fault, settleMs })
    report.addRow({
      what: fault.what,
      unit: 'ms',
      ours: outcome.wrongMs,
      target: { of: 'value', good: fault.goodMs, pass: fault.passMs ?? wrongMaxMs },
    })
    announced += outcome.announced
    tooMany = Math.max(tooMany, outcome.tooMany)
    broken.push(...describeBroken(outcome).map((sentence) => `${name}: ${sentence}`))
  }
  const none = { of: 'value', good: 0, pass: 0 }
  const addCount = (what, ours) => report.addRow({ what, unit: '', ours, target: none })
  addCount('members announced twice, or though they neither came nor went', announced)
  addCount('members too many, at any time', tooMany)
  return broken
}

function describeBroken({ error, announced, tooMany }) {
  return [
    error,
    announced > 0 ? `${announced} members were announced twice, or though they neither came nor went.` : null,
    tooMany > 0 ? `The number was too high by ${tooMany}.` : null,
  ].filter((sentence) => sentence !== null)
}

/** `wrongMs`: the longest time for which a node had a wrong number; `error`: why it stayed wrong. */
async function measureFault({ cluster, fault, settleMs }) {
  const { nodes, all, untilCount } = cluster
  const room = fault.room ?? rooms.day
  const count = fault.count?.() ?? cluster.total()
  const most = fault.most?.() ?? count
  const nodesBefore = new Set(nodes)
  await all('takeAnnouncements')
  await all('takeLog')
  await all('watch', { room, count })
  let error = null
  try {
    await fault.act()
    await untilCount(count, { room })
    // Timeouts and grace periods that the fault has started end within this time.
    await sleep(fault.isSoonOver ? shortSettleMs : settleMs)
    await untilCount(count, { room })
  } catch (caught) {
    error = caught.message
  }
  const states = (await all('stopWatching')).filter((state) => state !== null)
  const announcements = await all('takeAnnouncements')
  const outcome = {
    wrongMs: Math.max(...states.map(({ longestWrongMs }) => longestWrongMs)),
    tooMany: Math.max(0, ...states.map(({ highest }) => highest - most)),
    announced: countNeedless({
      announcements,
      // A node that started meanwhile announces each member once.
      ofOld: announcements.filter((_, index) => nodesBefore.has(nodes[index])),
      expected: { joined: 0, left: 0, ...fault.announcements?.() },
    }),
    error,
  }
  if (process.env['PRESENCE_LOG'] !== undefined) {
    const lines = [...new Set((await all('takeLog')).flat())].slice(0, 12)
    console.log(JSON.stringify({ load: loadAverage(), ...outcome, states, announcements, lines }))
  }
  await fault.restore?.()
  await untilCount(cluster.total(), { room: rooms.day })
  return outcome
}

function countNeedless({ announcements, ofOld, expected }) {
  const excess = (what) => Math.max(0, ...ofOld.map((node) => node[what] - expected[what]))
  return excess('joined') + excess('left') + Math.max(...announcements.map(({ repeated }) => repeated))
}

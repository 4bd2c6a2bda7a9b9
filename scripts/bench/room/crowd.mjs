// Simulates a crowd of members: opens their sockets, sends messages, leaves, and times what they receive.
import { setTimeout as sleep } from 'node:timers/promises'
import { createMidnight } from './crowd-midnight.mjs'
import { createStreamStart } from './crowd-stream.mjs'
import { openMember } from './member.mjs'
import { serveRpc } from './processes.mjs'
import { quantiles } from './quantiles.mjs'

const concurrentOpens = 500
// With many sockets on one address, closed ones included, the system takes long to find a free port.
const membersPerAddress = 200
const timeoutMs = 120_000
/** Like the product's client, but slightly shorter. */
const retryMs = 1_000

/** @type {{ port: number, day: string }} */
let server
let members = []
let networks = process.pid
let joined = 0
/** How many members have received the online count `expectedCount`. */
let informed = 0
let expectedCount = -1
let isLeaving = false
/** Errors, as the servers reported them. */
let errors = []
let midnight = null
let streamStart = null
let delivery = { receivers: 0, rejected: 0, sentAtMs: [], latenciesMs: new Float32Array(0), delivered: 0 }
const waiters = new Set()

/** A new client network for each round of opened sockets, and for each crowd. */
function nextNetwork() {
  networks += 1
  return 1 + (networks % 250)
}

/** Settles when `condition` holds; checked after every event. */
function waitUntil(condition, what) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiters.delete(check)
      reject(
        new Error(
          `Timed out waiting for ${what}: ${JSON.stringify({ joined, informed, expectedCount, errors: errors.slice(-3) })}`,
        ),
      )
    }, timeoutMs)
    const check = () => {
      if (!condition()) return
      clearTimeout(timer)
      waiters.delete(check)
      resolve(performance.now())
    }
    waiters.add(check)
    check()
  })
}

function checkWaiters() {
  for (const check of waiters) check()
}

const on = {
  message: (member) => {
    const nowMs = performance.now()
    const sentMs = delivery.sentAtMs[member.seen]
    member.seen += 1
    if (sentMs === undefined) return
    delivery.latenciesMs[delivery.delivered] = nowMs - sentMs
    delivery.delivered += 1
    if (delivery.delivered % delivery.receivers === 0) checkWaiters()
  },
  count: (member, before) => {
    if (before === expectedCount) informed -= 1
    if (member.count === expectedCount) informed += 1
    if (informed === members.length) checkWaiters()
  },
  initial: (member) => {
    joined += 1
    member.joined?.()
    midnight?.rejoined(member)
    if (joined === members.length) checkWaiters()
  },
  changed: (member, text) => {
    midnight?.changed(member, text)
    streamStart?.changed(member, text)
  },
  rejected: (_, reason) => {
    errors.push(reason)
    delivery.rejected += 1
    checkWaiters()
  },
  lost: (member, reason) => {
    if (!isLeaving) errors.push(reason)
    member.lost?.()
  },
}

function expectCount(count) {
  expectedCount = count
  informed = members.filter((member) => member.count === count).length
}

/** Opens sockets for these users, a batch at a time, until all have joined and received the full count. */
async function open({ users }) {
  isLeaving = false
  errors = []
  const first = members.length
  const startedMs = performance.now()
  const network = nextNetwork()
  const queue = users.map((user, index) => ({ user, index: first + index }))
  members.length = first + users.length
  expectCount(members.length)
  const openNext = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { user, index } = next
      const from = `127.0.${network}.${2 + Math.floor(index / membersPerAddress)}`
      while (!(await tryJoin(() => (members[index] = openMember({ ...server, from, user, on }))))) {
        await sleep(retryMs * (0.5 + Math.random()))
      }
    }
  }
  await Promise.all(Array.from({ length: concurrentOpens }, openNext))
  const joinedMs = performance.now()
  const knownMs = await waitUntil(
    () => joined === members.length && informed === members.length,
    'the final count',
  )
  const bytes = quantiles(members.slice(first).map((member) => member.bytes))
  return {
    joinedMs: joinedMs - startedMs,
    knownMs: knownMs - startedMs,
    bytes,
    rejected: errors.length,
    errors: errors.slice(0, 3),
  }
}

/** Whether a socket joins; false if it was rejected or lost. */
function tryJoin(openSocket) {
  return new Promise((resolve) => {
    const member = openSocket()
    member.joined = () => resolve(true)
    member.lost = () => resolve(false)
  })
}

async function close() {
  isLeaving = true
  for (const member of members) member.leave()
  members = []
  joined = 0
  expectCount(-1)
  await sleep(200)
}

/**
 * Sends `count` messages: each when all have received the one before and `everyMs` have passed, or, with
 * `isPaced`, one every `everyMs`. Returns the delivery times in ms, of each message to each member.
 */
async function sendMessages({ count, everyMs, isPaced = false, text }) {
  for (const member of members) member.seen = 0
  delivery = {
    receivers: members.length,
    rejected: 0,
    sentAtMs: [],
    latenciesMs: new Float32Array(count * members.length),
    delivered: 0,
  }
  // A server short of processor time rejects some messages.
  const isDelivered = (sentCount) => delivery.delivered >= (sentCount - delivery.rejected) * members.length
  const bytesBefore = members[0].bytes
  const startedMs = performance.now()
  for (let index = 0; index < count; index += 1) {
    const dueMs = isPaced ? startedMs + index * everyMs : (delivery.sentAtMs.at(-1) ?? 0) + everyMs
    const leftMs = dueMs - performance.now()
    if (leftMs > 0) await sleep(leftMs)
    delivery.sentAtMs.push(performance.now())
    members[(index * 7) % members.length].send('chat-message', { text })
    if (!isPaced) await waitUntil(() => isDelivered(index + 1), `message ${index}`)
  }
  const endedMs = await waitUntil(() => isDelivered(count), 'the last message')
  return {
    deliveries: delivery.delivered,
    rejected: delivery.rejected,
    tookMs: endedMs - startedMs,
    bytesEach: (members[0].bytes - bytesBefore) / count,
    latencyMs: quantiles(delivery.latenciesMs.subarray(0, delivery.delivered)),
  }
}

/** Every member sends a message without fields, spread over `overMs`. */
async function sendFromEach({ type, overMs }) {
  const startedMs = performance.now()
  for (const [index, member] of members.entries()) {
    const leftMs = startedMs + (index / members.length) * overMs - performance.now()
    if (leftMs > 0) await sleep(leftMs)
    member.send(type, {})
  }
}

/** `count` members leave; returns the times until the others have the new count, in ms. They rejoin afterwards. */
async function leave({ count }) {
  const leavers = members.splice(0, count)
  expectCount(members.length)
  const startedMs = performance.now()
  for (const member of leavers) member.send('leave-session', {})
  const knownMs = await waitUntil(() => informed === members.length, 'the lower count')
  members.unshift(...leavers)
  for (const member of leavers) member.count = -1
  expectCount(members.length)
  const rejoinedMs = performance.now()
  for (const member of leavers) member.join(server.day)
  const allKnownMs = await waitUntil(() => informed === members.length, 'the previous count')
  joined = members.length
  return { knownMs: knownMs - startedMs, backKnownMs: allKnownMs - rejoinedMs }
}

/** Waits for the new day and then does what pages do. */
async function simulateMidnight({ jitterMs }) {
  joined = 0
  midnight = createMidnight({ server, members, jitterMs })
  expectCount(-1)
  await waitUntil(() => midnight.isOver(), 'the new day')
  expectCount(members.length)
  const knownMs = await waitUntil(() => informed === members.length, 'the final count of the new day')
  return midnight.report(knownMs)
}

/** Waits until a stream is on, and then does what pages do. */
async function simulateStreamStart({ delaysMs, path }) {
  streamStart = createStreamStart({ server, members, delaysMs, path, onDone: checkWaiters })
  await waitUntil(() => streamStart.isOver(), 'the playlist')
  return streamStart.report()
}

serveRpc({
  setServer: (input) => {
    server = input
  },
  open,
  close,
  sendMessages,
  sendFromEach,
  leave,
  simulateMidnight,
  simulateStreamStart,
  countBytes: () => members.reduce((sum, { bytes }) => sum + bytes, 0),
})

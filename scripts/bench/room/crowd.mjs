// Simulates a crowd of members: opens their sockets, sends messages, leaves, and times what they receive.
import { setTimeout as sleep } from 'node:timers/promises'
import { openMember } from './member.mjs'
import { serveRpc } from './processes.mjs'
import { createMidnight } from './crowd-midnight.mjs'
import { quantiles } from './quantiles.mjs'

const openingAtOnce = 500
// With many sockets on one address, closed ones included, the system takes long to find a free port.
const membersPerAddress = 200
const patienceMs = 120_000
/** Like the product's client, but slightly shorter. */
const retryMs = 1_000

/** @type {{ port: number, dialect: string, day: string }} */
let place
let members = []
let networks = process.pid
let joined = 0
/** How many members know that `wanted` members are online. */
let knowing = 0
let wanted = -1
let isLeaving = false
/** Errors, as the servers reported them. */
let troubles = []
let midnight = null
let spoken = { hearers: 0, refused: 0, sentAtMs: [], latenciesMs: new Float32Array(0), delivered: 0 }
const waiting = new Set()

/** A new client network for each round of opened sockets, and for each crowd. */
function nextNetwork() {
  networks += 1
  return 1 + (networks % 250)
}

/** Settles when `isSo`; checked after every event. */
function until(isSo, what) {
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => {
      waiting.delete(look)
      reject(
        new Error(
          `${what} didn't come: ${JSON.stringify({ joined, knowing, wanted, troubles: troubles.slice(-3) })}`,
        ),
      )
    }, patienceMs)
    const look = () => {
      if (!isSo()) return
      clearTimeout(giveUp)
      waiting.delete(look)
      resolve(performance.now())
    }
    waiting.add(look)
    look()
  })
}

function happened() {
  for (const look of waiting) look()
}

const on = {
  message: (member) => {
    const nowMs = performance.now()
    const sentMs = spoken.sentAtMs[member.seen]
    member.seen += 1
    if (sentMs === undefined) return
    spoken.latenciesMs[spoken.delivered] = nowMs - sentMs
    spoken.delivered += 1
    if (spoken.delivered % spoken.hearers === 0) happened()
  },
  count: (member, before) => {
    if (before === wanted) knowing -= 1
    if (member.count === wanted) knowing += 1
    if (knowing === members.length) happened()
  },
  initial: (member) => {
    joined += 1
    member.joined?.()
    midnight?.rejoined(member)
    if (joined === members.length) happened()
  },
  changed: (member, text) => midnight?.changed(member, text),
  refused: (_, why) => {
    troubles.push(why)
    spoken.refused += 1
    happened()
  },
  lost: (member, why) => {
    if (!isLeaving && !member.isStalled) troubles.push(why)
    member.lost?.()
  },
}

function want(count) {
  wanted = count
  knowing = members.filter((member) => member.count === count).length
}

/**
 * Opens sockets for these people, a batch at a time, until all have joined and received the full count, including
 * `others`.
 */
async function open({ people, others = 0 }) {
  isLeaving = false
  troubles = []
  const first = members.length
  const beganMs = performance.now()
  const network = nextNetwork()
  const arrivals = people.map((person, index) => ({ person, index: first + index }))
  members.length = first + people.length
  want(members.length + others)
  const openNext = async () => {
    for (let next = arrivals.shift(); next; next = arrivals.shift()) {
      const { person, index } = next
      const from = `127.0.${network}.${2 + Math.floor(index / membersPerAddress)}`
      while (!(await comesIn(() => (members[index] = openMember({ ...place, from, person, on }))))) {
        await sleep(retryMs * (0.5 + Math.random()))
      }
    }
  }
  await Promise.all(Array.from({ length: openingAtOnce }, openNext))
  const joinedMs = performance.now()
  const knownMs = await until(
    () => joined === members.length && knowing === members.length,
    'The final count',
  )
  const bytes = quantiles(members.slice(first).map((member) => member.bytes))
  return {
    joinedMs: joinedMs - beganMs,
    knownMs: knownMs - beganMs,
    bytes,
    refused: troubles.length,
    troubles: troubles.slice(0, 3),
  }
}

/** Whether a socket joins; false if it was refused or lost. */
function comesIn(openSocket) {
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
  want(-1)
  await sleep(200)
}

/**
 * Sends `count` messages: each when all have received the one before and `everyMs` have passed, or, with
 * `regardless`, one every `everyMs`. Returns the delivery times in ms, of each message to each member.
 */
async function say({ count, everyMs, regardless = false, text }) {
  const hearers = members.filter((member) => !member.isStalled)
  for (const member of members) member.seen = 0
  spoken = {
    hearers: hearers.length,
    refused: 0,
    sentAtMs: [],
    latenciesMs: new Float32Array(count * hearers.length),
    delivered: 0,
  }
  // A server short of processor time refuses some messages.
  const isHeard = (said) => spoken.delivered >= (said - spoken.refused) * hearers.length
  const bytesBefore = hearers[0].bytes
  const beganMs = performance.now()
  for (let index = 0; index < count; index += 1) {
    const dueMs = regardless ? beganMs + index * everyMs : (spoken.sentAtMs.at(-1) ?? 0) + everyMs
    const leftMs = dueMs - performance.now()
    if (leftMs > 0) await sleep(leftMs)
    spoken.sentAtMs.push(performance.now())
    hearers[(index * 7) % hearers.length].say('chat-message', { text })
    if (!regardless) await until(() => isHeard(index + 1), `Message ${index}`)
  }
  const endedMs = await until(() => isHeard(count), 'Some message')
  return {
    deliveries: spoken.delivered,
    refused: spoken.refused,
    tookMs: endedMs - beganMs,
    bytesEach: (hearers[0].bytes - bytesBefore) / count,
    afterMs: quantiles(spoken.latenciesMs.subarray(0, spoken.delivered)),
  }
}

/** `count` members leave; returns the times in ms until the others know. They rejoin afterwards. */
async function leave({ count }) {
  const leaving = members.splice(0, count)
  want(members.length)
  const beganMs = performance.now()
  for (const member of leaving) member.say('leave-session', {})
  const knownMs = await until(() => knowing === members.length, 'The lower count')
  members.unshift(...leaving)
  for (const member of leaving) member.count = -1
  want(members.length)
  const backMs = performance.now()
  for (const member of leaving) member.join(place.day)
  const allKnownMs = await until(() => knowing === members.length, 'The count of before')
  joined = members.length
  return { knownMs: knownMs - beganMs, backKnownMs: allKnownMs - backMs }
}

/** Makes `count` members stop reading. */
function stall({ count }) {
  for (const member of members.slice(-count)) member.stall()
}

/** Waits for the new day and then does what pages do. */
async function passMidnight({ jitterMs }) {
  joined = 0
  midnight = createMidnight({ place, members, jitterMs })
  want(-1)
  await until(() => midnight.isOver(), 'The new day')
  want(members.length)
  const knownMs = await until(() => knowing === members.length, 'The final count of the new day')
  return midnight.report(knownMs)
}

serveRpc({
  at: (where) => {
    place = where
  },
  open,
  close,
  say,
  leave,
  stall,
  passMidnight,
})

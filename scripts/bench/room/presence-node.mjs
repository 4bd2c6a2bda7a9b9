// A node without sockets: its bus and its presence service in a process of their own, driven by the benchmark.
import { setTimeout as sleep } from 'node:timers/promises'
import { openRedisBus } from '../../../src/server/bus/redis.ts'
import { createPresenceService } from '../../../src/server/live/presence-service.ts'
import { liveTimings } from '../../../src/server/live/timings.ts'
import { serveRpc } from './processes.mjs'

const spreadStepMs = 10
const sampleEveryMs = 10
const newestCount = 50
const collections = 4
/** One member in so many sits unseen: counted, and in no list. */
const unlistedEvery = 50

let bus
let presence
const lines = []
/** How often each member was announced as joined, by room, and how many have left. */
let announced = { joined: new Map(), left: 0 }
let watched = null

async function open({ url, nodeId, clockAheadMs }) {
  const log = (line) => lines.push(line)
  bus = await openRedisBus({ url, community: 'bench', nodeId, log })
  presence = createPresenceService({
    platform: {
      bus,
      clock: { now: () => Date.now() + clockAheadMs },
      roomClock: { now: () => Date.now() },
      log: { info: (_, line) => log(line), warn: (_, line) => log(line), error: (_, line) => log(line) },
    },
    timings: liveTimings,
    joined: (room, { id }) => {
      const times = announced.joined.get(room) ?? new Map()
      announced.joined.set(room, times.set(id, (times.get(id) ?? 0) + 1))
    },
    left: () => {
      announced.left += 1
    },
    changed: () => {},
  })
}

/** With texts as long as real ones. */
function memberOf(id) {
  const profilePicture = `/media/${id.toString(16).padStart(64, '0')}.jpg`
  return { id, name: `Member number ${id}`, profilePicture, isUnlisted: id % unlistedEvery === 0 }
}

/** Runs `act` for each of `count` ids from `from` on, evenly over `ms`. */
async function spread({ from, count, ms }, act) {
  const startedMs = performance.now()
  for (let done = 0; done < count;) {
    const elapsed = performance.now() - startedMs
    const planned = elapsed >= ms ? count : Math.ceil((elapsed / ms) * count)
    for (; done < planned; done += 1) act(from + done)
    if (done < count) await sleep(spreadStepMs)
  }
}

const join = ({ room, ...ids }) => spread(ids, (id) => presence.enter(room, memberOf(id)))
const leave = ({ room, kind, ...ids }) => spread(ids, (id) => presence.leave(room, id, kind))

/** Midnight: members change rooms. */
function move({ room, to, ...ids }) {
  return spread(ids, (id) => {
    presence.leave(room, id, 'left')
    presence.enter(to, memberOf(id))
  })
}

/** Every half second, `count` members leave and as many others join, those of `otherFrom`. */
async function churn({ room, from, otherFrom, count, rounds }) {
  for (let round = 0; round < rounds; round += 1) {
    for (let id = round * count; id < (round + 1) * count; id += 1) {
      presence.leave(room, from + id, 'left')
      presence.enter(room, memberOf(otherFrom + id))
    }
    await sleep(500)
  }
}

/** The heap after garbage collections, in bytes. */
async function heapBytes() {
  for (let collection = 0; collection < collections; collection += 1) {
    globalThis.gc()
    await sleep(100)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Settles once the room has this count: when, and the count. */
async function untilCount({ room, count, timeoutMs }) {
  const deadlineMs = Date.now() + timeoutMs
  while (presence.count(room) !== count && Date.now() < deadlineMs) await sleep(5)
  return { atMs: Date.now(), count: presence.count(room) }
}

/** From now on follows a room whose count should be this one. */
function watch({ room, count }) {
  stopWatching()
  const state = { longestWrongMs: 0, lowest: Number.POSITIVE_INFINITY, highest: 0 }
  let rightAtMs = performance.now()
  let wasWrong = false
  const sample = () => {
    const [now, nowMs] = [presence.count(room), performance.now()]
    state.lowest = Math.min(state.lowest, now)
    state.highest = Math.max(state.highest, now)
    // A node that was suspended between two right samples was never wrong.
    if (now !== count || wasWrong) state.longestWrongMs = Math.max(state.longestWrongMs, nowMs - rightAtMs)
    wasWrong = now !== count
    if (!wasWrong) rightAtMs = nowMs
  }
  watched = { state, timer: setInterval(sample, sampleEveryMs) }
}

function stopWatching() {
  clearInterval(watched?.timer)
  return watched?.state ?? null
}

/** What was announced since the last call; `repeated`: members announced as joined more than once. */
function takeAnnouncements() {
  const times = [...announced.joined.values()].flatMap((byId) => [...byId.values()])
  const result = {
    joined: times.reduce((sum, count) => sum + count, 0),
    left: announced.left,
    repeated: times.filter((count) => count > 1).length,
  }
  announced = { joined: new Map(), left: 0 }
  return result
}

async function newest({ room, offset = 0 }) {
  const startedMs = performance.now()
  const ids = presence.newest(room, offset, newestCount).map(({ id }) => id)
  return { ids, ms: performance.now() - startedMs }
}

/** A graceful shutdown. */
async function close() {
  stopWatching()
  presence.close()
  await bus.close()
}

serveRpc({
  open,
  join,
  leave,
  move,
  churn,
  heapBytes,
  untilCount,
  watch,
  stopWatching,
  takeAnnouncements,
  newest,
  takeLog: () => lines.splice(0),
  close,
})

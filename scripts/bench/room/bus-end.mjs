// A process with only a node's bus connection: it publishes on request, or counts what it receives.
import { setTimeout as sleep } from 'node:timers/promises'
import { openRedisBus } from '../../../src/server/bus-redis.ts'
import { serveRpc } from './processes.mjs'
import { quantiles } from './quantiles.mjs'

const channel = 'room:bench'
const turnMs = 5

let bus
let expected = 0
let afterMs = []
let allHeard = Promise.resolve()
let noteAll = () => {}

/** Milliseconds on a clock shared by all processes of the machine. */
const now = () => Number(process.hrtime.bigint()) / 1e6

async function open({ url, nodeId, listens }) {
  bus = await openRedisBus({ url, community: 'bench', nodeId, log: (line) => console.error(line) })
  if (!listens) return
  bus.subscribe(channel, ({ saidMs }) => {
    afterMs.push(now() - saidMs)
    if (afterMs.length === expected) noteAll()
  })
}

/** Publishes `count` events of `bytes` bytes at a rate of `perSecond`. */
async function say({ count, perSecond, bytes }) {
  const filler = 'x'.repeat(bytes)
  const beganMs = now()
  for (let said = 0; said < count;) {
    const due = Math.min(count, Math.ceil(((now() - beganMs) / 1_000) * perSecond))
    for (; said < due; said += 1) await bus.publish(channel, { saidMs: now(), filler })
    await sleep(turnMs)
  }
  return { tookMs: now() - beganMs }
}

/** Sets the number of events to expect from now on. */
function expect({ count }) {
  expected = count
  afterMs = []
  allHeard = new Promise((resolve) => {
    noteAll = resolve
  })
}

/** Settles when all expected events have arrived. */
async function heard() {
  await allHeard
  return { afterMs: quantiles(afterMs) }
}

serveRpc({ open, say, expect, heard, close: () => bus.close() })

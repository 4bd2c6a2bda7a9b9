// A process that is a node's end of the bus and nothing more: it says what it is asked to, or counts what it hears.
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

/** Milliseconds on a clock that all processes of the machine share. */
const now = () => Number(process.hrtime.bigint()) / 1e6

async function open({ url, nodeId, listens }) {
  bus = await openRedisBus({ url, community: 'bench', nodeId, log: (line) => console.error(line) })
  if (!listens) return
  bus.subscribe(channel, ({ saidMs }) => {
    afterMs.push(now() - saidMs)
    if (afterMs.length === expected) noteAll()
  })
}

/** Says so many things of so many bytes, so many a second. */
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

/** From now on so many are to be heard. */
function expect({ count }) {
  expected = count
  afterMs = []
  allHeard = new Promise((resolve) => {
    noteAll = resolve
  })
}

/** Settles when they are. */
async function heard() {
  await allHeard
  return { afterMs: quantiles(afterMs) }
}

serveRpc({ open, say, expect, heard, close: () => bus.close() })

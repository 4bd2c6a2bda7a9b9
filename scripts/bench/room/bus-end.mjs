// A process with only a node's bus connection: it publishes on request, or counts what it receives.
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { openRedisBus } from '../../../src/server/bus/redis.ts'
import { busChannel } from '../../../src/shared/bus-events.ts'
import { serveRpc } from './processes.mjs'
import { quantiles } from './quantiles.mjs'

const channel = busChannel('room:bench', z.unknown())
const intervalMs = 5

let bus
let expected = 0
let latencyMs = []
let allReceived = Promise.resolve()
let resolveAll = () => {}

/** Milliseconds on a clock shared by all processes of the machine. */
const now = () => Number(process.hrtime.bigint()) / 1e6

async function open({ url, nodeId, isReceiver }) {
  bus = await openRedisBus({ url, community: 'bench', nodeId, log: (line) => console.error(line) })
  if (!isReceiver) return
  bus.subscribe(channel, ({ publishedMs }) => {
    latencyMs.push(now() - publishedMs)
    if (latencyMs.length === expected) resolveAll()
  })
}

/** Publishes `count` events of `bytes` bytes at a rate of `perSecond`. */
async function publish({ count, perSecond, bytes }) {
  const filler = 'x'.repeat(bytes)
  const startedMs = now()
  for (let published = 0; published < count;) {
    const due = Math.min(count, Math.ceil(((now() - startedMs) / 1_000) * perSecond))
    for (; published < due; published += 1) await bus.publish(channel, { publishedMs: now(), filler })
    await sleep(intervalMs)
  }
  return { tookMs: now() - startedMs }
}

/** Sets the number of events to expect from now on. */
function expect({ count }) {
  expected = count
  latencyMs = []
  allReceived = new Promise((resolve) => {
    resolveAll = resolve
  })
}

/** Settles when all expected events have arrived. */
async function waitUntilReceived() {
  await allReceived
  return { latencyMs: quantiles(latencyMs) }
}

serveRpc({ open, publish, expect, waitUntilReceived, close: () => bus.close() })

// Forces a server's garbage collection, so that retained memory can be measured.
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { residentBytes } from './machine.mjs'

/** The options that a server has to be started with. */
export const inspectable = { nodeArgs: ['--inspect-port=0'] }

const collectionsMax = 10
/** A smaller change of the resident memory is noise. */
const fallenBelow = 0.99

/**
 * Collects garbage through the inspector, which a signal opens, until the resident memory falls no more: V8 returns
 * pages to the system some time after a collection.
 */
export async function openGarbageCollector({ pid, stderr }) {
  process.kill(pid(), 'SIGUSR1')
  const address = await waitForOutput(stderr, /ws:\/\/\S+/)
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  let collections = 0
  const collectOnce = async () => {
    const id = (collections += 1)
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }))
    await new Promise((resolve) => {
      socket.on('message', (/** @type {Buffer} */ data) => {
        if (JSON.parse(data.toString()).id === id) resolve(undefined)
      })
    })
    await sleep(1_000)
    return residentBytes(pid())
  }
  return async () => {
    let lowest = await collectOnce()
    for (let attempt = 1; attempt < collectionsMax; attempt += 1) {
      const bytes = await collectOnce()
      if (bytes > lowest * fallenBelow) return
      lowest = bytes
    }
  }
}

async function waitForOutput(stderr, pattern) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const [found] = pattern.exec(stderr()) ?? []
    if (found !== undefined) return found
    await sleep(50)
  }
  throw new Error('The inspector did not open.')
}

// Forces a server's garbage collection, so that retained memory can be measured.
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'

/** The options that a server has to be started with. */
export const inspectable = { nodeArgs: ['--inspect-port=0'] }

/** Collects garbage through the inspector, which a signal opens. */
export async function openGarbageCollector({ pid, stderr }) {
  process.kill(pid(), 'SIGUSR1')
  const address = await waitForOutput(stderr, /ws:\/\/\S+/)
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  let attempt = 0
  return async () => {
    attempt += 1
    socket.send(JSON.stringify({ id: attempt, method: 'HeapProfiler.collectGarbage' }))
    await new Promise((resolve) => {
      socket.on('message', (/** @type {Buffer} */ data) => {
        if (JSON.parse(data.toString()).id === attempt) resolve(undefined)
      })
    })
    await sleep(1_000)
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

// The servers under test: our built server and the reference, a bare sender.
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cores, startRpcProcess, startProgram, stop } from './processes.mjs'

const root = join(import.meta.dirname, '../../..')
const mainFile = join(root, 'dist/server/main.js')
const startTimeoutMs = 30_000

/** Starts our server on a community; `nodeArgs` and `env` are added to its defaults. */
export async function startStillwater(community, { nodeArgs = [], env = {} } = {}) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const dataDir = join(community.folder, 'node')
  mkdirSync(dataDir, { recursive: true })
  const settings = {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: community.url,
    SEED: 'none',
    LOG_LEVEL: 'warn',
    LIMITS_EXEMPT: '127.0.0.0/8',
    ...env,
  }
  let child = await startServer({ url, nodeArgs, settings })
  return {
    port,
    url,
    pid: () => child.pid,
    /** Its standard error so far. */
    stderr: () => child.stderr.join(''),
    expect: async () => undefined,
    /** Stops it and starts it at the same address, with cold caches. */
    restart: async () => {
      await child.stop()
      child = await startServer({ url, nodeArgs, settings })
    },
    stop: () => child.stop(),
  }
}

async function startServer({ url, nodeArgs, settings }) {
  const child = startProgram(cores.serving, process.execPath, [...nodeArgs, mainFile], {
    env: settings,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stderr = []
  child.stderr.on('data', (data) => stderr.push(data.toString()))
  const deadlineMs = performance.now() + startTimeoutMs
  while (!(await isReady(url))) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      throw new Error(`The server didn't start. ${stderr.join('')}`)
    }
    await sleep(50)
  }
  return { pid: child.pid, stderr, stop: () => stop(child) }
}

/** Starts the reference. */
export async function startReference() {
  const { pid, ask, stop: stopProcess } = await startRpcProcess(cores.serving, './bare-server.mjs')
  const port = await ask('listen')
  return { pid: () => pid, port, expect: (count) => ask('expect', { count }), stop: stopProcess }
}

/** Starts load clients for a server. `open` connects these users, and settles when all have received the full count. */
export async function startLoadClients(contestant, day) {
  const { ask, stop: stopProcess } = await startRpcProcess(cores.loading, './crowd.mjs')
  await ask('setServer', { port: contestant.port, day })
  let memberCount = 0
  return {
    ask,
    open: async (users) => {
      memberCount += users.length
      await contestant.expect(memberCount)
      return ask('open', { users })
    },
    close: async () => {
      memberCount = 0
      await ask('close')
    },
    stop: stopProcess,
  }
}

async function isReady(url) {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

/** A port on which nothing listens. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

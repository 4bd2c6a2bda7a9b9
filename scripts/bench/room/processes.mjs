// Starts the processes of a run, each pinned to a core, and calls functions in our own ones.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * The server under test has a core for itself; the load generators share the other with the database. Several nodes
 * share both.
 */
export const cores = /** @type {const} */ ({ serving: '0', loading: '1', both: '0,1' })

/** Pins this process, and all that it starts from now on, to a core. */
export function pinToCore(core) {
  execFileSync('taskset', ['-a', '-c', '-p', core, String(process.pid)], { stdio: 'ignore' })
}

const running = new Set()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a program on a core. */
export function startProgram(core, program, args, { env = process.env, stdio }) {
  const child = spawn('taskset', ['-c', core, program, ...args], { env, stdio })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Stops a process and waits for its exit. */
export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Starts a file that ends in `serveRpc(…)`, and returns a function that calls it. */
export async function startRpcProcess(core, file, { nodeArgs = [] } = {}) {
  const args = [...nodeArgs, new URL(file, import.meta.url).pathname]
  const child = startProgram(core, process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const pending = new Map()
  let lastId = 0
  child.on('message', ({ id, response, error }) => {
    const { resolve, reject } = pending.get(id) ?? {}
    pending.delete(id)
    if (error === undefined) resolve?.(response)
    else reject?.(new Error(`${file}: ${error}`))
  })
  child.on('exit', () => {
    for (const { reject } of pending.values()) reject(new Error(`${file} has exited.`))
  })
  await once(child, 'spawn')
  return {
    pid: child.pid,
    ask: (call, input = {}) =>
      new Promise((resolve, reject) => {
        lastId += 1
        pending.set(lastId, { resolve, reject })
        child.send({ id: lastId, call, input })
      }),
    stop: () => stop(child),
  }
}

/** The server side in such a process: runs each call and sends back its result. */
export function serveRpc(calls) {
  const handleCall = async ({ id, call, input }) => {
    try {
      process.send({ id, response: await calls[call](input) })
    } catch (error) {
      process.send({ id, error: error.stack })
    }
  }
  process.on('disconnect', () => process.exit())
  process.on('message', (message) => void handleCall(message))
}

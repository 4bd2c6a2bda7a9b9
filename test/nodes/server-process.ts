// The built product as a process of its own, started as an operator does: for tests of real starts and crashes.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { guardProcess, makeGuardedFolder } from '#test/database/run-guard.ts'

const root = join(import.meta.dirname, '../..')
const readyTimeoutMs = 60_000

export interface ServerProcess {
  url: string
  readyAfterMs: number
  child: ChildProcess
  /** All output so far. */
  output: () => string
  /** Sends a signal and waits for the exit; resolves with the exit code, null if the signal killed it. */
  stop: (signal?: 'SIGTERM' | 'SIGKILL' | 'SIGINT') => Promise<number | null>
}

type Settings = Record<string, string>

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Makes a data folder, and a function that deletes it. */
export async function createDataDir(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const dataDir = await makeGuardedFolder('data')
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

/**
 * Runs the built server, or its start script, with exactly these settings; doesn't wait for it. With an open file,
 * the process prints there and `output` stays empty.
 */
export function spawnServer(
  settings: Settings,
  script = 'dist/server/main.js',
  outputFd: number | 'pipe' = 'pipe',
): Omit<ServerProcess, 'url' | 'readyAfterMs'> {
  const child = spawn(process.execPath, [resolve(root, script)], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...settings },
    stdio: ['ignore', outputFd, outputFd],
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => chunks.push(text.toString()))
  const exited = once(child, 'exit')
  guardProcess(child, exited)
  return {
    child,
    output: () => chunks.join(''),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await exited
      }
      return child.exitCode
    },
  }
}

/** Starts the built server and waits until it is ready. Throws with its output if it exits first. */
export async function startServerProcess(
  settings: Settings & { PORT: string },
  script?: string,
  outputFd?: number,
): Promise<ServerProcess> {
  const startedMs = Date.now()
  const server = spawnServer(settings, script, outputFd)
  const url = `http://127.0.0.1:${settings.PORT}`
  const deadlineMs = startedMs + readyTimeoutMs
  while (Date.now() < deadlineMs && server.child.exitCode === null) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return { ...server, url, readyAfterMs: Date.now() - startedMs }
    await pause(50)
  }
  await server.stop('SIGKILL')
  throw new Error(`The server didn't become ready:\n${server.output()}`)
}

// A real Redis (or Valkey) server for tests: on a free port, in a temporary folder; can be killed and restarted.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { guardProcess, makeGuardedFolder } from '#test/database/run-guard.ts'
import { findProgram, isProgram } from './find-program.ts'
import { freePort } from './server-process.ts'

export interface RedisServer {
  /** Such as redis://127.0.0.1:34567; for BUS_URL. */
  url: string
  /** Kills it as a crash does; anything not yet written to its append-only file is lost. */
  kill(): Promise<void>
  /** Stops its process: connections stay open, and nothing responds. */
  pause(): void
  /** Continues after a pause. */
  resume(): void
  /** Restarts it at the same port with the data that it had written. */
  start(): Promise<void>
  /** Restarts it at the same port without data. */
  startEmpty(): Promise<void>
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

const installHint =
  'no redis-server; to run it: apt install redis-server, or REDIS_SERVER=/path/to/redis-server'

/** The title of a test group that is skipped without a Redis server: `npm test` prints it at the end. */
export function skippedTitle(name: string): string {
  return `${name} (not run: ${installHint})`
}

/** The path of the server program: REDIS_SERVER, or from the search path; null if not found. */
export function findRedis(): string | null {
  const configuredPath = process.env['REDIS_SERVER']
  if (configuredPath === undefined) return findProgram('redis-server', 'valkey-server')
  return isProgram(configuredPath) ? configuredPath : null
}

/** The programs of both kinds of server that are installed, or that of REDIS_SERVER. */
export function findRedisAndValkey(): string[] {
  if (process.env['REDIS_SERVER'] !== undefined) return [findRedis()].filter((program) => program !== null)
  return ['redis-server', 'valkey-server'].flatMap((name) => findProgram(name) ?? [])
}

/** Starts a server with a production-like append-only file: an fsync every second. `extra` are further settings. */
export async function startRedisServer(
  extra: Record<string, string> = {},
  program = findRedis(),
): Promise<RedisServer> {
  if (program === null) throw new Error(installHint)
  const port = await freePort()
  const dataDir = await makeGuardedFolder('redis')
  let child: ChildProcess | null = null

  const start = async (): Promise<void> => {
    const settings = {
      port,
      bind: '127.0.0.1',
      dir: dataDir,
      appendonly: 'yes',
      appendfsync: 'everysec',
      save: '',
      ...extra,
    }
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
    child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    guardProcess(child, once(child, 'exit'))
    await waitForOutput(child, 'Ready to accept connections')
  }
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  const killOnExit = (): void => void child?.kill('SIGKILL')
  process.once('exit', killOnExit)
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    start,
    startEmpty: async () => {
      await rm(dataDir, { recursive: true })
      await mkdir(dataDir)
      await start()
    },
    stop: async () => {
      process.off('exit', killOnExit)
      await kill()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Resolves when a program prints a line with these words; rejects with its whole output if it exits first. */
async function waitForOutput(program: ChildProcess, args: string): Promise<void> {
  const output: string[] = []
  await new Promise<void>((resolve, reject) => {
    program.once('exit', () => reject(new Error(`The Redis server didn't start:\n${output.join('\n')}`)))
    program.stdout?.on('data', (text: Buffer) => {
      output.push(text.toString())
      if (output.join('').includes(args)) resolve()
    })
  })
  program.stdout?.removeAllListeners('data').resume()
}

// The bundled PostgreSQL's process: starts, finds and stops the one server of a data folder.
import { execFile, spawn } from 'node:child_process'
import { chownSync, closeSync, openSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { commandAsUser, type PostgresUser } from './user.ts'

const run = promisify(execFile)
const stopPollMs = 10
const fastStopMs = 20_000
const immediateStopMs = 5_000
const logMaxBytes = 1_000_000

/** The listen address: `socketFolder` for a Unix socket, null for TCP on 127.0.0.1. */
export type ListenAddress = { socketFolder: string | null; port: number }
export type Postmaster = { pid: number; ready: boolean; address: ListenAddress }
export type LaunchedServer = { exitReason(): string | null; logTail(): Promise<string> }

/**
 * The running server of `cluster`, or null. Deletes a stale postmaster.pid, which would block every start: after a
 * crash its pid may belong to another process or a zombie.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const file = path.join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = text.split('\n')
  if (await isPostmaster(Number(pid), cluster)) {
    return {
      pid: Number(pid),
      ready: status.trim() === 'ready',
      address: { socketFolder: socketFolder === '' ? null : socketFolder, port: Number(port) },
    }
  }
  const current = await readFile(file, 'utf8').catch(() => null)
  if (current === text && processExists(Number(pid))) await rm(file, { force: true })
  return null
}

/**
 * Runs `program` with the arguments `args`, detached: it survives a killed app, and Ctrl+C reaches only the app.
 */
export function launchPostgres(options: {
  program: string
  args: string[]
  account: PostgresUser
  folder: string
}): LaunchedServer {
  const [command, args] = commandAsUser(options.account, options.program, options.args)
  const logFile = logFileOf(options.folder)
  const log = openSync(logFile, 'a', 0o600)
  const { uid, gid } = options.account.ids
  if (uid !== undefined) chownSync(logFile, uid, gid)
  const child = spawn(command, args, {
    ...options.account.ids,
    cwd: options.folder,
    detached: true,
    env: serverEnvironment(),
    stdio: ['ignore', log, log],
    windowsHide: true,
  })
  closeSync(log)
  let reason: string | null = null
  child.on('error', (error) => (reason = error.message))
  child.on('exit', (code, signal) => (reason ??= `it exited with ${signal ?? `code ${code}`}`))
  child.unref()
  return { exitReason: () => reason, logTail: () => logTail(options.folder) }
}

/** Fast shutdown (closes connections, writes everything); resolves when the process is gone. */
export async function stopPostgres(options: { pid: number; cluster: string; pgCtl: string }): Promise<void> {
  const { pid, cluster, pgCtl } = options
  if (process.platform === 'win32') await run(pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-W'])
  else sendSignal(pid, 'SIGINT')
  if (await waitUntilGone(pid, cluster, fastStopMs)) return
  sendSignal(pid, 'SIGQUIT')
  if (await waitUntilGone(pid, cluster, immediateStopMs)) return
  throw new Error(`PostgreSQL (process ${pid}) did not stop within ${fastStopMs + immediateStopMs} ms.`)
}

/** Rotates a server log that grew too long; keeps one old file. */
export async function rotateServerLog(folder: string): Promise<void> {
  const file = logFileOf(folder)
  const info = await stat(file).catch(() => null)
  if (info !== null && info.size > logMaxBytes) await rename(file, `${file}.old`)
}

/** The last lines of the server log, for an error message. */
export async function logTail(folder: string): Promise<string> {
  const text = await readFile(logFileOf(folder), 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-8).join('\n')
}

/** The environment of the server's programs: no secrets, no locale, no libpq settings. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LD_LIBRARY_PATH', 'SystemRoot', 'SystemDrive']
  const environment: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' }
  for (const name of names) if (process.env[name] !== undefined) environment[name] = process.env[name]
  return environment
}

function logFileOf(folder: string): string {
  return path.join(folder, 'log')
}

async function waitUntilGone(pid: number, cluster: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (await isPostmaster(pid, cluster)) {
    if (performance.now() > deadline) return false
    await sleep(stopPollMs)
  }
  return true
}

/** Whether a live process with this pid runs on this data folder. */
async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!processExists(pid)) return false
  if (process.platform === 'win32') return true
  const commandLine =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8').then((text) => text.replaceAll('\0', ' '))
      : run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then((result) => result.stdout)
  return (await commandLine.catch(() => '')).includes(` -D ${cluster} `)
}

function processExists(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

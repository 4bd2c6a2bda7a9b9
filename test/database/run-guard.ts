// A guard process clears at once the remains of a killed test run. If it was killed, too, the next run does.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir } from 'node:fs/promises'
import { Socket } from 'node:net'
import path from 'node:path'
import { fastestTmpDir, tmpDirs } from './tmp-dir.ts'

const guardScript = path.join(import.meta.dirname, 'run-guard.mjs')
/** With the id of the process that made the folder. */
const folderPattern = /^stillwater-(?:test|data|redis)-(\d+)-/

let guard: ChildProcess | null = null

/** Informs the guard of this process, and starts it at the first call. */
function informGuard(fact: { folder: string } | { pid: number } | { ended: number }): void {
  guard ??= startGuard()
  guard.stdin?.write(`${JSON.stringify(fact)}\n`)
}

function startGuard(): ChildProcess {
  // In a process group without this process, so that Ctrl+C and a killed group leave it.
  const child = spawn(process.execPath, [guardScript], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  if (child.stdin instanceof Socket) child.stdin.unref()
  child.stdin?.on('error', () => undefined)
  return child
}

/** Makes a folder for data, which is deleted with the PostgreSQL server in it if this process is killed. */
export async function makeGuardedFolder(kind: 'test' | 'data' | 'redis'): Promise<string> {
  const folder = await mkdtemp(path.join(await fastestTmpDir(), `stillwater-${kind}-${process.pid}-`))
  informGuard({ folder })
  return folder
}

/** Ends a process if this process is killed. */
export function guardProcess({ pid }: ChildProcess, exited: Promise<unknown>): void {
  if (pid === undefined) return
  informGuard({ pid })
  void exited.then(() => informGuard({ ended: pid }))
}

/** Clears the folders of killed runs whose guards were killed, too. */
export async function removeAbandonedFolders(): Promise<void> {
  const found = await Promise.all(tmpDirs.map(findAbandoned))
  const folders = found.flat()
  if (folders.length === 0) return
  const child = startGuard()
  for (const folder of folders) child.stdin?.write(`${JSON.stringify({ folder })}\n`)
  child.stdin?.end()
  await once(child, 'exit')
}

async function findAbandoned(parent: string): Promise<string[]> {
  const names = await readdir(parent).catch(() => [])
  return names
    .filter((name) => {
      const pid = folderPattern.exec(name)?.[1]
      return pid !== undefined && !isRunning(Number(pid))
    })
    .map((name) => path.join(parent, name))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

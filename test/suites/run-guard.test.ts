// A killed test run leaves nothing: no PostgreSQL, no process, no folder.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { removeAbandonedFolders } from '#test/database/run-guard.ts'

const root = join(import.meta.dirname, '../..')

/** Runs TypeScript in a process, and returns its first line of output. */
async function run(code: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { line, pid: child.pid, kill }
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the processes and folders of a killed run end with it @full', async () => {
  const { line, kill } = await run(`
    import { once } from 'node:events'
    import { spawn } from 'node:child_process'
    import { guardProcess, makeGuardedFolder } from '#test/database/run-guard.ts'
    const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
    guardProcess(child, once(child, 'exit'))
    console.log(JSON.stringify({ pid: child.pid, folder: await makeGuardedFolder('data') }))
    setInterval(() => undefined, 1_000)`)
  const { pid, folder } = JSON.parse(line) as { pid: number; folder: string }
  expect([isRunning(pid), existsSync(folder)]).toEqual([true, true])
  await kill()
  await expect.poll(() => [isRunning(pid), existsSync(folder)]).toEqual([false, false])
})

const startServer = `
  import { startTestDatabaseServer, serverUrlVariable } from '#test/database/database-server.ts'
  await startTestDatabaseServer()
  console.log(new URL(process.env[serverUrlVariable]).searchParams.get('host'))`

test('the PostgreSQL of a killed run ends with it, and its data leaves the shared memory @full', async () => {
  const { line, kill } = await run(startServer)
  const folder = join(line, '..')
  const pid = Number(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n', 1)[0])
  expect(isRunning(pid)).toBe(true)
  await kill()
  await expect.poll(() => [isRunning(pid), existsSync(folder)]).toEqual([false, false])
})

test('the next run clears what a run left that was killed with its guard @full', async () => {
  const { line, pid, kill } = await run(startServer)
  const folder = join(line, '..')
  const guard = Number(execFileSync('pgrep', ['-P', String(pid), '-f', 'run-guard'], { encoding: 'utf8' }))
  process.kill(guard, 'SIGKILL')
  await kill()
  expect(existsSync(folder)).toBe(true)
  await removeAbandonedFolders()
  expect(existsSync(folder)).toBe(false)
})

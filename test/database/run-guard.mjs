// Outlives the process of a test run that was killed, and clears what it left: its processes, its folders, and the
// PostgreSQL servers in them. Reads what to clear from its standard input, which ends however the other process does.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const stopTriesMax = 200
const pids = new Set()
const folders = new Set()

for await (const line of createInterface({ input: process.stdin })) {
  const { pid, ended, folder } = JSON.parse(line)
  if (pid) pids.add(pid)
  if (ended) pids.delete(ended)
  if (folder) folders.add(folder)
}
for (const pid of pids) kill(pid, 'SIGKILL')
for (const folder of folders) await clear(folder)

async function clear(folder) {
  for (const cluster of [join(folder, 'cluster'), join(folder, 'postgres/cluster')])
    await stopPostgres(cluster)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function stopPostgres(cluster) {
  const file = join(cluster, 'postmaster.pid')
  for (let tries = 0; existsSync(file) && tries < stopTriesMax; tries += 1) {
    const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
    // Only a server of this folder: the number may belong to another process by now.
    if (!commandOf(pid).includes(cluster)) return
    kill(pid, 'SIGQUIT')
    await pause(50)
  }
}

function commandOf(pid) {
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function kill(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

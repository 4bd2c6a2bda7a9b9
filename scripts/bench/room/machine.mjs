// What the system says of a process and of its sockets.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem, type as systemType, release } from 'node:os'

const pageBytes = 4_096
const tickMs = 10
const states = { established: '01', listening: '0A', timeWait: '06' }

/** Why this machine can't be measured on; null when it can. */
export function unsupportedReason() {
  if (systemType() !== 'Linux') return 'The bench reads /proc and wants Linux.'
  if (availableParallelism() < 2) return 'The bench wants two cores: one for the server, one for the load.'
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
  } catch {
    return 'The bench wants taskset (util-linux).'
  }
  return null
}

/** The machine in a few words. */
export function describeMachine() {
  const gib = (totalmem() / 1024 ** 3).toFixed(0)
  return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${gib} GiB, Linux ${release()}, Node ${process.version}`
}

/** How many processes wanted to run, over the last minute. */
export function loadAverage() {
  return Number(readFileSync('/proc/loadavg', 'utf8').split(' ', 1)[0])
}

/** Milliseconds of processor that a process has used, its own and the kernel's for it. */
export function processorMs(pid) {
  const fields = readProcStat(pid)
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/** Memory of a process that is in the machine at this moment. */
export function residentBytes(pid) {
  return Number(readProcStat(pid)[21]) * pageBytes
}

/** The fields of /proc/PID/stat behind the name, which may hold spaces. */
function readProcStat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Memory that the kernel holds for all TCP sockets of the machine. */
export function tcpMemoryBytes() {
  const [, pages] = /^TCP:.* mem (\d+)/m.exec(readFileSync('/proc/net/sockstat', 'utf8')) ?? []
  return Number(pages) * pageBytes
}

/** The sockets at a server's end: how many are open, how many nobody holds any more, what these have unsent. */
export function socketsOf(port) {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const counts = { open: 0, orphaned: 0, orphanedBytes: 0 }
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)) {
    const [, local, , state, queues] = line.trim().split(/\s+/)
    if (local === undefined || !local.endsWith(suffix)) continue
    if (state === states.listening || state === states.timeWait) continue
    if (state === states.established) counts.open += 1
    else {
      counts.orphaned += 1
      counts.orphanedBytes += Number.parseInt(queues.split(':', 1)[0], 16)
    }
  }
  return counts
}

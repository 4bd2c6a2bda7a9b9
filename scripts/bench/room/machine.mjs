// System statistics of the machine and of a process.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem, type as systemType, release } from 'node:os'

const pageBytes = 4_096
const tickMs = 10

/** Why this machine can't run the benchmark; null if it can. */
export function unsupportedReason() {
  if (systemType() !== 'Linux') return 'The benchmark reads /proc and needs Linux.'
  if (availableParallelism() < 2)
    return 'The benchmark needs two cores: one for the server, one for the load.'
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
  } catch {
    return 'The benchmark needs taskset (util-linux).'
  }
  return null
}

/** The machine in a few words. */
export function describeMachine() {
  const gib = (totalmem() / 1024 ** 3).toFixed(0)
  return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${gib} GiB, Linux ${release()}, Node ${process.version}`
}

/** The average number of runnable processes over the last minute. */
export function loadAverage() {
  return Number(readFileSync('/proc/loadavg', 'utf8').split(' ', 1)[0])
}

/** Processor time of a process in milliseconds, user and system. */
export function processorMs(pid) {
  const fields = readProcStat(pid)
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/** The resident memory of a process, in bytes. */
export function residentBytes(pid) {
  return Number(readProcStat(pid)[21]) * pageBytes
}

/** The fields of /proc/PID/stat after the name, which may contain spaces. */
function readProcStat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

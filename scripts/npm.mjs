// Runs npm from a script, whichever npm started it, and checks whether the installation matches the lock file.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

const terminationSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** The project root, with a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** @typedef {{ env?: NodeJS.ProcessEnv, timeLimitMs?: number, isBuffered?: boolean, niceness?: number | undefined }} RunOptions */

/**
 * Runs npm and waits for it.
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>} its exit code; a signal counts as 1
 */
export function npm(args, options = {}) {
  // npm passes its own path to child processes; without npm around us (node scripts/…) it is looked up in the PATH.
  const npmScript = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : null
  return npmScript ? run(process.execPath, [npmScript, ...args], options) : run('npm', args, options)
}

/**
 * Runs a program in the project root with our own output, and waits for it.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options] with a time limit, the program and its children are killed when the time is over, or
 *   on a signal to this process; buffered output is printed when the program ends; with a niceness, it and the programs
 *   that it starts yield to others: at 5 they get a third of the others' share of a busy core, at 8 a sixth
 * @returns {Promise<number>} its exit code; a signal counts as 1
 */
export function run(
  command,
  args,
  { env = process.env, timeLimitMs, isBuffered = false, niceness = 0 } = {},
) {
  const windows = process.platform === 'win32'
  const grouped = timeLimitMs !== undefined && !windows
  return new Promise((resolve) => {
    const output = isBuffered ? 'pipe' : 'inherit'
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: [grouped ? 'ignore' : 'inherit', output, output],
      detached: grouped,
      shell: windows && command === 'npm',
    })
    if (niceness > 0 && child.pid) lowerPriority(child.pid, niceness)
    /** @type {Buffer[]} */
    const chunks = []
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk))
    const killGroup = () => (grouped && child.pid ? process.kill(-child.pid, 'SIGTERM') : child.kill())
    const killAndExit = () => {
      killGroup()
      process.exit(130)
    }
    const timer = timeLimitMs === undefined ? undefined : setTimeout(killGroup, timeLimitMs)
    for (const signal of terminationSignals) process.on(signal, killAndExit)
    child.on('error', (error) => console.error(`${command} could not be started: ${error.message}`))
    child.on('close', (code) => {
      clearTimeout(timer)
      for (const signal of terminationSignals) process.off(signal, killAndExit)
      process.stdout.write(Buffer.concat(chunks))
      resolve(code ?? 1)
    })
  })
}

/**
 * @param {number} pid
 * @param {number} niceness
 */
function lowerPriority(pid, niceness) {
  setPriority(pid, Math.min(19, getPriority() + niceness))
  try {
    // Where Linux shares the processor between sessions first, niceness counts within one only.
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
  } catch {
    // It doesn't share so.
  }
}

/**
 * Installs the packages of the lock file unless exactly these are installed. Exits the process on failure.
 * @param {{ withTools?: boolean }} [options] `withTools: false` accepts an installation
 *   that lacks the development packages: enough for what is built already
 */
export async function ensureInstalled({ withTools = true } = {}) {
  if (isInstalled(withTools)) return
  console.log('Installing packages …')
  const code = await npm([
    'ci',
    // A release can't be built, so it needs no tools.
    existsSync(`${root}src`) ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (code !== 0) {
    console.error('The packages could not be installed (npm ci failed).')
    process.exit(code)
  }
}

/**
 * npm keeps a lock file of the installation in node_modules: both must name the same versions.
 * @param {boolean} withTools
 */
function isInstalled(withTools) {
  const wanted = lockedPackages('package-lock.json')
  const present = lockedPackages('node_modules/.package-lock.json')
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, { version, optional, dev, devOptional, link }]) => {
    const installed = present[path]
    const isNeeded = !optional && (withTools || (!dev && !devOptional))
    return path === '' || link || (installed ? installed.version === version : !isNeeded)
  })
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean }> | null}
 */
function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(root + file, 'utf8')).packages
  } catch {
    return null
  }
}

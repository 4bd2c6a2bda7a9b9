// npm run test:versions: starts the built product on each supported Node, from the registry's own packages, and
// runs a smoke test: ready, signed in, today's meditation, a message in the room, and a clean shutdown.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { build, isBuilt } from './build.mjs'
import { npm, root } from './npm.mjs'

const versions = ['20.19', '22', '24']
const readyTimeoutMs = 60_000
const password = 'a password of the smoke test'

/**
 * Installs a Node version below node_modules/.cache; returns its program.
 * @param {string} version
 * @returns {Promise<string | null>} null where the registry has no package for this platform
 */
async function installNode(version) {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const folder = join(root, 'node_modules/.cache/node-versions', version)
  const program = join(folder, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const code = await npm([
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--loglevel=silent',
    `${name}@${version}`,
  ])
  return code === 0 && existsSync(program) ? program : null
}

/**
 * Starts the product on a Node with an empty DATA_DIR and runs the smoke test.
 * @param {string} program
 * @returns {Promise<{ version: string, readyMs: number, smokeMs: number }>}
 */
async function smoke(program) {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-versions-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedMs = performance.now()
  const child = spawn(program, [join(root, 'dist/server/main.js')], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, DEMO_PASSWORD: password },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const exited = once(child, 'exit')
  try {
    await waitUntilReady(url, child)
    const readyMs = performance.now() - startedMs
    await runSmokeTest(url)
    const smokeMs = performance.now() - startedMs - readyMs
    child.kill('SIGTERM')
    const [code] = await exited
    if (code !== 0) throw new Error(`The server exited with ${code} after SIGTERM.`)
    return { version: await versionOf(program), readyMs, smokeMs }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${output}`, { cause: error })
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      await exited
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} child
 */
async function waitUntilReady(url, child) {
  const deadlineMs = performance.now() + readyTimeoutMs
  while (performance.now() < deadlineMs && child.exitCode === null) {
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return
    await pause(50)
  }
  throw new Error('The server did not become ready.')
}

/** @param {string} url */
async function runSmokeTest(url) {
  const signedIn = await fetch(`${url}/api/identity/sign-in/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'member@example.com', password, rememberMe: true }),
  })
  if (!signedIn.ok) throw new Error(`The sign-in returned ${signedIn.status}: ${await signedIn.text()}`)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { user } = /** @type {any} */ (await signedIn.json())
  const [member, { date }] = await Promise.all(
    [`/api/auth/user/${user.id}`, '/api/meditation/today'].map(async (path) => {
      const response = await fetch(url + path, { headers: { cookie } })
      if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
      return /** @type {Promise<any>} */ (response.json())
    }),
  )
  await chat(url, cookie, { userId: member.id, sessionDate: date })
}

/**
 * Joins the room of a day, sends a message, and waits for its echo.
 * @param {string} url
 * @param {string} cookie
 * @param {{ userId: number, sessionDate: string }} join
 */
async function chat(url, cookie, join) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { origin: url, cookie } })
  try {
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The room sent no echo within 10 s.')), 10_000)
      socket.once('error', reject)
      socket.once('open', () => socket.send(JSON.stringify({ type: 'join-session', ...join })))
      socket.on('message', (/** @type {Buffer} */ frame) => {
        const { type } = JSON.parse(frame.toString())
        if (type === 'initial-messages') socket.send(JSON.stringify({ type: 'chat-message', text: 'Hello' }))
        if (type !== 'new-message') return
        clearTimeout(timer)
        resolve(null)
      })
    })
  } finally {
    socket.terminate()
  }
}

/** @returns {Promise<number>} a port on which nothing listens */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** @param {string} program */
async function versionOf(program) {
  const child = spawn(program, ['--version'], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (part) => (text += part))
  await once(child, 'close')
  return text.trim()
}

if (!isBuilt(['en']) && (await build(['en'])) !== 0) process.exit(1)
for (const version of versions) {
  const program = await installNode(version)
  if (program === null) {
    console.log(
      `Node ${version}: skipped, the registry has no package for ${process.platform}-${process.arch}.`,
    )
    continue
  }
  try {
    const { version: fullVersion, readyMs, smokeMs } = await smoke(program)
    console.log(
      `Node ${fullVersion}: ready after ${Math.round(readyMs)} ms, smoke test in ${Math.round(smokeMs)} ms.`,
    )
  } catch (error) {
    console.error(`Node ${version}: failed. ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}

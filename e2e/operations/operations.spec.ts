// The built product under an operator's commands: hot backup, restore to another server, graceful shutdown.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { createTestDatabase } from '#test/database/database.ts'
import { startStatementProxy } from '#test/database/statement-proxy.ts'
import { readMail } from '#test/network/mails.ts'
import { freePort, createDataDir, startServerProcess } from '#test/nodes/server-process.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const email = 'member@example.com'
const password = 'a quiet lake at dawn'

/** The output and the exit code of an operator command. */
async function command(settings: Record<string, string>, ...args: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...settings }
  const file = join(root, 'dist/server/commands.js')
  return run(process.execPath, [file, ...args], { cwd: root, env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: unknown) => ({
      code: (error as { code: number }).code,
      text: (error as { stderr: string }).stderr,
    }),
  )
}

async function testMailSubject(settings: Record<string, string>): Promise<string> {
  const { text } = await command(settings, 'admin', 'test-mail', email)
  const [, file = ''] = /written to (.+) and not sent/.exec(text) ?? []
  return (await readMail(await readFile(file))).subject
}

async function signIn(url: string): Promise<{ status: number; cookie: string }> {
  const response = await fetch(`${url}/api/identity/sign-in/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return { status: response.status, cookie: response.headers.get('set-cookie')?.split(';', 1)[0] ?? '' }
}

test('[OPS-04, OPS-05, OPS-42] the commands work beside a running server, and a restored server continues @full', async () => {
  const [here, there] = [await createDataDir(), await createDataDir()]
  const { url: databaseUrl, drop } = await createTestDatabase('empty')
  const settings = { PORT: String(await freePort()), DATA_DIR: here.dataDir, DEMO_PASSWORD: password }
  const file = join(here.dataDir, 'all.backup')
  const server = await startServerProcess({ ...settings, SEED: 'demo' })
  try {
    const list = await command(settings, 'admin', 'list')
    expect(list.text).toContain('admin@example.com')
    expect((await command(settings, 'admin', 'grant', email)).text).toContain('is now an administrator')
    expect(await command(settings, 'backup', file)).toMatchObject({ code: 0 })
    const doctor = await command(settings, 'admin', 'doctor')
    expect(doctor).toMatchObject({ code: 0 })
    expect(doctor.text).toContain(`one is running, and responds at ${server.url}`)
    expect(await command({ ...settings, SEED: 'forest' }, 'admin', 'doctor')).toMatchObject({ code: 1 })
    const link = await command(settings, 'admin', 'reset-password', email)
    expect(link.text).toContain(`${server.url}/auth?reset=`)
    expect(await testMailSubject({ ...settings, APP_NAME: 'Not stored' })).toBe('Stillwater: Test mail')
  } finally {
    await server.stop()
  }

  const elsewhere = { PORT: settings.PORT, DATA_DIR: there.dataDir }
  expect(await command(elsewhere, 'admin', 'list')).toMatchObject({ code: 1 })
  expect(await testMailSubject({ ...elsewhere, APP_NAME: 'Clear Lake' })).toBe('Clear Lake: Test mail')
  // From the bundled server to another one.
  const named = { ...elsewhere, DATABASE_URL: databaseUrl }
  expect(await command(named, 'restore', file)).toMatchObject({ code: 0 })
  const restored = await startServerProcess(named)
  try {
    expect(restored.output()).not.toMatch(/Demo accounts|first-admin/)
    const { status, cookie } = await signIn(restored.url)
    expect(status).toBe(200)
    expect((await fetch(`${restored.url}/api/admin/users`, { headers: { cookie } })).status).toBe(200)
  } finally {
    expect(await restored.stop()).toBe(0)
    await drop()
    for (const { remove } of [here, there]) await remove()
  }
})

test('[OPS-13] [F20] graceful shutdown: not ready, sockets notified, pending requests completed, exit 0 @full', async () => {
  const { dataDir, remove } = await createDataDir()
  const { url: databaseUrl, drop } = await createTestDatabase()
  const proxy = await startStatementProxy(databaseUrl)
  const server = await startServerProcess({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: proxy.url,
    SEED: 'demo',
    DEMO_PASSWORD: password,
    LOG_LEVEL: 'info',
  })
  try {
    const { cookie } = await signIn(server.url)
    const socket = await openStalledSocket(server.url, cookie)
    const read = () => fetch(`${server.url}/api/mood/sessions`, { headers: { cookie } })
    proxy.delay(700)
    const pendingRequest = Array.from({ length: 10 }, read)
    await expect
      .poll(() => metricValue(server.url, 'stillwater_database_connections{state="busy"}'))
      .toBeGreaterThan(5)
    const exited = once(server.child, 'exit')
    server.child.kill('SIGTERM')
    // The socket doesn't respond to the close frame, so the server stays up for a moment.
    expect(await socket.closedWith).toBe(1012)
    const ready = await fetch(`${server.url}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toEqual({ status: 'stopping', missing: [] })
    expect((await read()).status).toBe(200)
    expect((await Promise.all(pendingRequest)).map(({ status }) => status)).toEqual(
      pendingRequest.map(() => 200),
    )
    expect(await exited).toEqual([0, null])
    expect(server.output()).toContain('"event":"shutdown","signal":"SIGTERM"')
    socket.end()
  } finally {
    await server.stop('SIGKILL')
    await proxy.close()
    await drop()
    await remove()
  }
})

async function metricValue(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length) ?? Number.NaN,
  )
}

/** A socket of the channel that reads but never sends a message, not even a close frame. */
async function openStalledSocket(url: string, cookie: string) {
  const { port, host } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  const head = [
    'GET /ws HTTP/1.1',
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    `Origin: ${url}`,
    `Cookie: ${cookie}`,
  ]
  // The server destroys the connection in the end.
  socket.on('error', () => undefined)
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const [response] = (await once(socket, 'data')) as [Buffer]
  expect(response.toString()).toContain('101 Switching Protocols')
  const closedWith = new Promise<number>((resolve) => {
    socket.on('data', (frame: Buffer) => {
      // A close frame: its first byte, its length, its code.
      if (frame[0] === 0x88) resolve(frame.readUInt16BE(2))
    })
  })
  return { closedWith, end: () => socket.destroy() }
}

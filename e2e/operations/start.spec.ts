// Starting and stopping the built product as an operator does.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort, spawnServer, createDataDir, startServerProcess } from '#test/nodes/server-process.ts'

interface ResponseOf {
  status: number
  body: unknown
}

async function signedIn(url: string, email: string, password: string) {
  const response = await fetch(`${url}/api/identity/sign-in/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  expect(response.status).toBe(200)
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  return async (path: string): Promise<ResponseOf> => {
    const read = await fetch(`${url}${path}`, { headers: { cookie } })
    return { status: read.status, body: await read.json() }
  }
}

const list = (response: ResponseOf) => response.body as Record<string, unknown>[]

test('[OPS-01, OPS-14, OPS-15] the first start seeds demo data and prints the password, stored readable by the owner only; npm start then takes seconds', async () => {
  const { dataDir, remove } = await createDataDir()
  // The quick run builds English alone.
  const settings = { PORT: String(await freePort()), DATA_DIR: dataDir, BUILD_LANGUAGES: 'en' }
  let server = await startServerProcess(settings)
  try {
    const file = join(dataDir, 'demo-accounts.txt')
    const password = /^password: (\S+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
    expect(password.length).toBeGreaterThanOrEqual(12)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(server.output()).toContain(password)
    // The demo has an administrator.
    expect(server.output()).not.toContain('first-admin')

    for (const [email, role] of [
      ['admin@example.com', { isAdmin: true }],
      ['angel@example.com', { isGardenAngel: true }],
      ['member@example.com', { isAdmin: false, isGardenAngel: false }],
    ] as const) {
      const read = await signedIn(server.url, email, password)
      expect((await read('/api/auth/user')).body).toMatchObject({ ...role, profileCompleted: true })
    }
    const read = await signedIn(server.url, 'member@example.com', password)
    const today = (await read('/api/meditation/today')).body as {
      date: string
      videoUrl: string
      captionsUrl: string
    }
    expect(list(await read('/api/profile-pictures'))).toHaveLength(12)
    const entries = list(await read('/api/mood/analytics'))
    expect(new Set(entries.map(({ sessionDate }) => sessionDate)).size).toBeGreaterThan(15)
    const chat = (await read(`/api/meditation/chat/${today.date}`)).body as { messages: unknown[] }
    expect(chat.messages.length).toBeGreaterThanOrEqual(3)
    expect((await read('/api/meditation/online-count')).body).toEqual({ count: 0 })

    const part = await fetch(`${server.url}${today.videoUrl}`, { headers: { range: 'bytes=0-99' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-type')).toMatch(/^video\//)
    expect(await (await fetch(`${server.url}${today.captionsUrl}`)).text()).toMatch(/^WEBVTT/)

    expect(await server.stop()).toBe(0)
    server = await startServerProcess(settings, 'scripts/start.mjs')
    expect(server.readyAfterMs).toBeLessThan(15_000)
    expect(server.output()).not.toMatch(/Building|npm ci/)
    expect(server.output()).toContain(`Stillwater is open at ${server.url}`)
    expect(server.output()).not.toContain(password)
    const again = await signedIn(server.url, 'member@example.com', password)
    expect(list(await again('/api/mood/analytics'))).toHaveLength(entries.length)
    expect(await server.stop('SIGTERM')).toBe(0)
  } finally {
    await server.stop()
    await remove()
  }
})

test('[OPS-07, OPS-18, OPS-19] without a demo the server has only the stock pictures, and prints its state and the first steps @full', async () => {
  const { dataDir, remove } = await createDataDir()
  const server = await startServerProcess({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    SEED: 'none',
    APP_NAME: 'Quiet Lake',
    METRICS_TOKEN: 'short',
  })
  try {
    expect(server.output()).toContain(`Quiet Lake is open at ${server.url}`)
    expect(server.output()).toMatch(/^Database: PostgreSQL \d+(\.\d+)+, bundled$/m)
    expect(server.output()).not.toContain('password')
    expect(server.output()).toContain('METRICS_TOKEN is short enough to guess')
    expect(server.output()).toMatch(new RegExp(`${server.url}/first-admin#[\\w-]{43}$`, 'm'))
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    const page = await fetch(`${server.url}/auth`)
    expect(await page.text()).toContain('<title>Quiet Lake</title>')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect((await fetch(`${server.url}/assets/nothing.js`)).status).toBe(404)
  } finally {
    await server.stop()
    await remove()
  }
})

test('[OPS-06, OPS-30] an invalid setting stops the start with a message that names it, and a distinct exit status', async () => {
  const { dataDir, remove } = await createDataDir()
  const invalid = spawnServer({ DATA_DIR: dataDir, PORT: 'three' })
  await new Promise((resolve) => invalid.child.once('exit', resolve))
  expect(invalid.child.exitCode).toBe(78)
  expect(invalid.output()).toBe(
    'Stillwater failed to start. PORT: must be a whole number from 1 to 65535, not "three".\n',
  )
  await remove()
})

test('[OPS-40] in production the server warns that no mail is sent without SMTP_URL @full', async () => {
  const { dataDir, remove } = await createDataDir()
  const settings = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://sit.example.org',
    SESSION_SECRET: 'x'.repeat(40),
  }
  const warning = `Warning: SMTP_URL isn't set: mails are written to ${dataDir}/outbox and not delivered.`
  let server = await startServerProcess(settings)
  try {
    expect(server.output()).toContain(warning)
    await server.stop()
    server = await startServerProcess({ ...settings, SMTP_URL: 'smtp://127.0.0.1:1' })
    expect(server.output()).not.toContain('SMTP_URL')
  } finally {
    await server.stop()
    await remove()
  }
})

test('[OPS-16] in production the server refuses to seed demo accounts, and a database that has them @full', async () => {
  const { dataDir, remove } = await createDataDir()
  const settings = { PORT: String(await freePort()), DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const expectRefusal = async (seed: Record<string, string>, message: string) => {
    const refused = spawnServer({
      ...settings,
      ...seed,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://sit.example.org',
      SESSION_SECRET: 'x'.repeat(40),
    })
    try {
      await expect.poll(() => refused.child.exitCode, { timeout: 30_000 }).toBe(78)
      expect(refused.output()).toContain(message)
    } finally {
      await refused.stop()
    }
  }
  await expectRefusal({ SEED: 'demo' }, 'SEED: must not be demo in production.')
  const demo = await startServerProcess({ ...settings, SEED: 'demo' })
  await demo.stop()
  await expectRefusal({}, 'SEED: this database has demo accounts')
  await remove()
})

test('[OPS-15, OPS-21] on a reachable address, the start warns about demo accounts and unfinished legal texts @full', async () => {
  const { dataDir, remove } = await createDataDir()
  const server = await startServerProcess({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    HOST: '0.0.0.0',
  })
  try {
    expect(server.output()).toContain('Warning: this database has demo accounts')
    expect(server.output()).toContain(
      'Warning: the legal pages still have a placeholder for the operator (privacy and terms).',
    )
  } finally {
    await server.stop()
    await remove()
  }
})

test('[OPS-20] two servers on one database without a bus warn in the log and on the terminal @full', async () => {
  test.setTimeout(120_000)
  const { dataDir, remove } = await createDataDir()
  const settings = { DATA_DIR: dataDir, SEED: 'none', LOG_LEVEL: 'info' }
  const first = await startServerProcess({ ...settings, PORT: String(await freePort()) })
  const second = await startServerProcess({ ...settings, PORT: String(await freePort()) })
  try {
    for (const { output } of [first, second]) {
      await expect
        .poll(output, { timeout: 60_000 })
        .toContain('Warning: Another Stillwater server uses this database.')
      await expect.poll(output).toContain('"event":"second-server"')
    }
  } finally {
    await second.stop()
    await first.stop()
    await remove()
  }
})

// The shipped proxy configurations in front of a real server: the Caddyfile unchanged, and the nginx example
// without its certificate. Each is skipped on a machine without the program.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { WebSocket } from 'ws'
import { secretPages } from '#app/server/secret-pages.ts'
import { referralsCalls } from '#features/referrals/contract.ts'
import { freePort, createDataDir, startServerProcess } from '#test/nodes/server-process.ts'

const ops = join(import.meta.dirname, '../../ops')
const password = 'a password behind the proxy'

interface Ports {
  /** The proxy's port. */
  proxy: number
  node: number
  /** The proxy's port without encryption, which redirects; nginx only. */
  redirect?: number
}

interface Proxy {
  name: string
  program: string
  start: (folder: string, ports: Ports) => Promise<ChildProcess>
}

/** The shipped nginx.conf with other ports and without TLS, otherwise unchanged, below the logs that Debian sets. */
async function nginxConf(folder: string, { proxy, node, redirect }: Ports): Promise<string> {
  const shipped = await readFile(join(ops, 'proxy/nginx.conf'), 'utf8')
  const site = shipped
    .replace('listen 80;', `listen 127.0.0.1:${redirect ?? (await freePort())};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${proxy};`)
    .replace(/^\s+(listen \[::\]|ssl_certificate).*\n/gm, '')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${node}`)
    .replaceAll('/var/log/nginx', folder)
    .replace('/opt/stillwater/ops', ops)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const main = `user root; daemon off; pid ${folder}/pid; error_log ${folder}/errors; events {}\n`
  return `${process.getuid?.() === 0 ? main : main.replace('user root; ', '')}http {\naccess_log ${folder}/access;\n${paths}\n${site}}\n`
}

const proxies: Proxy[] = [
  {
    name: 'nginx',
    program: 'nginx',
    start: async (folder, ports) => {
      const file = join(folder, 'nginx.conf')
      await writeFile(file, await nginxConf(folder, ports))
      return spawn('nginx', ['-c', file, '-p', folder], { stdio: 'ignore' })
    },
  },
  {
    name: 'Caddy',
    program: 'caddy',
    start: async (folder, { proxy, node }) =>
      spawn('caddy', ['run', '--config', join(ops, 'docker/Caddyfile'), '--adapter', 'caddyfile'], {
        stdio: ['ignore', openSync(join(folder, 'stdout'), 'w'), openSync(join(folder, 'stderr'), 'w')],
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          SITE: `http://localhost:${proxy}`,
          NODES: `127.0.0.1:${node}`,
          LAST_NODE: `127.0.0.1:${node}`,
          PAGES: join(ops, 'proxy'),
          CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
        },
      }),
  },
]

interface ResponseOf {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

/** A request of a member at 127.9.9.9 who spoofs another client address. */
function ask(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<ResponseOf> {
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        port,
        path,
        method,
        host: '127.0.0.1',
        localAddress: '127.9.9.9',
        headers: { host: `localhost:${port}`, 'x-forwarded-for': '203.0.113.9', ...headers },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
      },
    )
    asked.once('error', reject)
    asked.end(body)
  })
}

async function signIn(port: number): Promise<{ cookie: string; uid: string }> {
  const response = await ask(port, '/api/identity/sign-in/email', {
    method: 'POST',
    headers: { origin: `http://localhost:${port}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'member@example.com', password }),
  })
  expect(response.status, response.text).toBe(200)
  const { user } = JSON.parse(response.text) as { user: { id: string } }
  const cookies = [response.headers['set-cookie'] ?? []].flat()
  return { cookie: cookies.map((line) => line.split(';')[0]).join('; '), uid: user.id }
}

/** Joins today's room by a socket and sends a message; returns the room's response. */
async function sendHello(port: number, cookie: string, uid: string): Promise<string> {
  const get = async (path: string): Promise<unknown> =>
    JSON.parse((await ask(port, path, { headers: { cookie } })).text)
  const { id } = (await get(`/api/auth/user/${uid}`)) as { id: number }
  const { date } = (await get('/api/meditation/today')) as { date: string }
  const headers = { cookie, origin: `http://localhost:${port}` }
  const socket = new WebSocket(`ws://localhost:${port}/ws`, { headers })
  try {
    return await new Promise((resolve, reject) => {
      socket.once('error', reject)
      socket.once('open', () =>
        socket.send(JSON.stringify({ type: 'join-session', userId: id, sessionDate: date })),
      )
      socket.on('message', (frame: Buffer) => {
        const { type, message } = JSON.parse(frame.toString()) as {
          type: string
          message?: { message: string }
        }
        if (type === 'initial-messages') socket.send(JSON.stringify({ type: 'chat-message', text: 'Hello' }))
        if (type === 'new-message') resolve(message?.message ?? '')
      })
    })
  } finally {
    socket.terminate()
  }
}

for (const { name, program, start } of proxies) {
  const isHere = spawnSync(program, ['-h']).error === undefined
  const missing = isHere ? '' : ` (not run: no ${program} here; apt install ${program})`
  test(`[OPS-34] behind ${name} members sign in, chat and upload under their own address, and meet a page while the server is away @full${missing}`, async () => {
    test.skip(!isHere, `There is no ${program}.`)
    const folder = await mkdtemp(join(tmpdir(), 'stillwater-proxy-'))
    const { dataDir, remove } = await createDataDir()
    const [ports, page] = [
      { proxy: await freePort(), node: await freePort() },
      { headers: { accept: 'text/html,*/*' } },
    ]
    const server = await startServerProcess({
      PORT: String(ports.node),
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://localhost:${ports.proxy}`,
      TRUSTED_PROXIES: '127.0.0.1',
      DEMO_PASSWORD: password,
    })
    const proxy = await start(folder, ports)
    try {
      const status = (path: string) =>
        ask(ports.proxy, path).then(
          (response) => response.status,
          () => 0,
        )
      await expect.poll(() => status('/readyz')).toBe(200)
      const { cookie, uid } = await signIn(ports.proxy)
      expect(await sendHello(ports.proxy, cookie, uid)).toBe('Hello')

      // A body as large as a picture passes the proxy, and the server's own response comes back.
      const upload = await ask(ports.proxy, '/api/user/profile', {
        method: 'PUT',
        headers: { cookie, origin: `http://localhost:${ports.proxy}`, 'content-type': 'application/json' },
        body: JSON.stringify({ profilePicture: 'x'.repeat(7_000_000) }),
      })
      expect(upload.status).toBe(400)
      expect(JSON.parse(upload.text)).toHaveProperty('code')

      const lines = server.output()
      expect(lines).toContain('"network":"127.9.9.0/24"')
      expect(lines).not.toContain('203.0.113')

      await server.stop()
      const offlinePage = await ask(ports.proxy, '/meditation', page)
      expect([502, 503]).toContain(offlinePage.status)
      expect(offlinePage.text).toContain('Back in a moment')
      expect(offlinePage.headers['cache-control']).toBe('no-store')
      expect(offlinePage.headers['content-security-policy']).toContain("default-src 'none'")
      const call = await ask(ports.proxy, '/api/meditation/today', {
        headers: { accept: 'application/json' },
      })
      expect([502, 503]).toContain(call.status)
      expect(call.text).not.toContain('Back in a moment')
    } finally {
      proxy.kill()
      if (proxy.exitCode === null) await once(proxy, 'exit')
      await server.stop()
      await remove()
      await rm(folder, { recursive: true, force: true })
    }
  })
}

/** All that a proxy has written. */
async function readAllFiles(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'nginx.conf')
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')))).join(
    '\n',
  )
}

const secret = 'planted-secret'
const secretAddresses = [
  ...[...secretPages, referralsCalls.validate.path].flatMap((path) => {
    const address = path.slice(0, path.indexOf(':')) + secret
    return [
      address,
      `/${address}`,
      address.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    ]
  }),
  ...['/auth?reset=', '/auth?join=', '/settings?verified=', '/?invite=', '/?ref='].map(
    (path) => path + secret,
  ),
]

for (const { name, program, start } of proxies) {
  test(`[T64] [T85] what ${name} writes while the node is away has no secret, no call for help and no full address @full`, async () => {
    test.skip(spawnSync(program, ['-h']).error !== undefined, `There is no ${program}.`)
    const folder = await mkdtemp(join(tmpdir(), 'stillwater-proxy-'))
    const ports = { proxy: await freePort(), node: await freePort(), redirect: await freePort() }
    const proxy = await start(folder, ports)
    try {
      const visit = (port: number, path: string) =>
        ask(port, path, { headers: { referer: `https://sit.example.org/auth?reset=${secret}` } })
      await expect
        .poll(() =>
          visit(ports.proxy, '/week').then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBeGreaterThan(500)
      const addresses = [...secretAddresses, '/api/help', '//api/help', '/api/%68elp']
      const responses = await Promise.all(addresses.map((address) => visit(ports.proxy, address)))
      for (const { status } of responses) expect([502, 503]).toContain(status)
      if (name === 'nginx')
        for (const address of addresses) expect((await visit(ports.redirect, address)).status).toBe(308)
    } finally {
      proxy.kill()
      if (proxy.exitCode === null) await once(proxy, 'exit')
    }
    const written = await readAllFiles(folder)
    for (const part of ['/week', '/unsubscribe/', '/calendar/', '/api/referral/validate/', '127.9.9.0'])
      expect(written).toContain(part)
    for (const part of [secret, '/api/help', '%68elp', '127.9.9.9']) expect(written).not.toContain(part)
    await rm(folder, { recursive: true, force: true })
  })
}

test('[OPS-34] the lines of nginx.conf for media of the community send them, also while the node is away @full', async () => {
  test.skip(spawnSync('nginx', ['-h']).error !== undefined, 'There is no nginx.')
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-proxy-'))
  const ports = { proxy: await freePort(), node: await freePort() }
  const conf = (await nginxConf(folder, ports))
    .replaceAll(/^\t#(?! )/gm, '\t')
    .replaceAll('/srv/stillwater-media', folder)
  await writeFile(join(folder, 'nginx.conf'), conf)
  await writeFile(join(folder, 'calm.mp4'), 'water')
  const proxy = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' })
  try {
    const read = () => ask(ports.proxy, '/media/own/calm.mp4', { headers: { range: 'bytes=1-2' } })
    await expect
      .poll(() =>
        read().then(
          ({ text }) => text,
          () => '',
        ),
      )
      .toBe('at')
    const { status, headers } = await read()
    expect([status, headers['x-content-type-options']]).toEqual([206, 'nosniff'])
  } finally {
    proxy.kill()
    if (proxy.exitCode === null) await once(proxy, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
})

test('[OPS-34] [T77] behind Caddy a broken request leaves the only node in use for everyone @full', async () => {
  const caddy = proxies.find(({ name }) => name === 'Caddy')
  if (!caddy) throw new Error('No Caddy in the list.')
  test.skip(spawnSync('caddy', ['-h']).error !== undefined, 'There is no caddy.')
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-proxy-'))
  const ports = { proxy: await freePort(), node: await freePort() }
  const node = createServer((asked, response) => {
    if (asked.url === '/api/broken') asked.socket.destroy()
    else response.end('calm')
  }).listen(ports.node, '127.0.0.1')
  const proxy = await caddy.start(folder, ports)
  try {
    const post = async (path: string) => (await ask(ports.proxy, path, { method: 'POST' })).status
    await expect.poll(() => post('/api/calm').catch(() => 0)).toBe(200)
    expect([await post('/api/broken'), await post('/api/calm')]).toEqual([502, 200])
  } finally {
    proxy.kill()
    if (proxy.exitCode === null) await once(proxy, 'exit')
    node.close()
    await rm(folder, { recursive: true, force: true })
  }
})

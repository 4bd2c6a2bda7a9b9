// PWA files as the server sends them: with the operator's name, never stale.
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendRaw } from '#test/network/raw-request.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { createWebDir } from '#test/web/web-dir.ts'
import { mountPwa, shortName } from './public-files.ts'

const page = '<!doctype html><title>Stillwater</title><script>1</script><h1>Stillwater</h1>'
const webDir = await createWebDir({ 'index.html': page, 'offline.html': page, 'sw.js': '// the worker' })
const app = await openTestApp({ webDir, config: { appName: 'Quiet $& Pond' } })

test('the manifest has the app’s name, and all of its icons exist', async () => {
  const response = await fetch(`${app.url}/manifest.webmanifest`)
  expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  const manifest = (await response.json()) as { icons: { src: string }[] }
  expect(manifest).toMatchObject({ name: 'Quiet $& Pond', short_name: 'Quiet', scope: '/' })
  const icons = await Promise.all(manifest.icons.map(({ src }) => fetch(app.url + src)))
  expect(icons.map(({ status }) => status)).toEqual(manifest.icons.map(() => 200))
})

test('the service worker is always revalidated, and may fetch from its own origin only', async () => {
  const { status, headers } = await fetch(`${app.url}/sw.js`)
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'")
})

test('the offline page has the app’s name and the usual security headers', async () => {
  const [calm, page] = await Promise.all(['/offline', '/'].map((path) => fetch(app.url + path)))
  expect(await calm?.text()).toContain('<h1>Quiet $&amp; Pond</h1>')
  const policy = calm?.headers.get('content-security-policy')
  expect(policy).toContain("style-src 'self'")
  expect(policy).toBe(page?.headers.get('content-security-policy'))
})

test('[T90] worker, manifest and offline page count towards the limit of pages', async () => {
  const fastify = Fastify()
  const limited: string[] = []
  const { community, database } = app.app.platform
  mountPwa(fastify, { webDir, community, database, limitReads: async ({ url }) => void limited.push(url) })
  const paths = ['/sw.js', '/manifest.webmanifest', '/offline']
  for (const url of paths) expect((await fastify.inject({ url })).statusCode).toBe(200)
  expect(limited).toEqual(paths)
  await fastify.close()
})

test('[CAL-01] the address of a feed without its ending is no page', async () => {
  const statusOf = async (path: string) => (await fetch(app.url + path)).status
  for (const path of [`/calendar/${'a'.repeat(22)}`, '/calendar/', '/calendar'])
    expect(await statusOf(path)).toBe(404)
  expect(await statusOf('/calendars')).toBe(200)
})

test('[OPS-23] in production, only pages requested under another host redirect to PUBLIC_URL', async () => {
  const { config } = app
  Object.assign(config, { production: true, publicUrl: 'https://sit.example.org' })
  try {
    const at = (path: string, host: string) => sendRaw(app, { method: 'GET', path, headers: { host } })
    const response = await at('/auth?ref=0012', 'www.sit.example.org')
    expect(response.status).toBe(308)
    expect(response.headers).toMatchObject({
      location: 'https://sit.example.org/auth?ref=0012',
      'cache-control': 'no-store',
    })
    for (const path of ['/healthz', '/readyz', '/manifest.webmanifest', '/icons/icon-192.png']) {
      expect((await at(path, 'www.sit.example.org')).status).toBe(200)
    }
    expect((await at('/api/auth/session', 'www.sit.example.org')).status).toBe(401)
    // Denied by its own rule, not redirected.
    expect((await at('/metrics', 'www.sit.example.org')).status).toBe(403)
    expect((await at('/media/none.jpg', 'www.sit.example.org')).status).toBe(404)
    config.allowedOrigins = ['https://sit.example.org']
    expect((await at('/auth', 'sit.example.org')).status).toBe(200)
  } finally {
    Object.assign(config, { production: false, publicUrl: app.url, allowedOrigins: [app.url] })
  }
})

test('[OPS-45] the short name has at most 12 characters, whole words if possible', () => {
  for (const [appName, short] of [
    ['Stillwater', 'Stillwater'],
    ['Quiet Lake Sangha', 'Quiet Lake'],
    ['Twelve chars', 'Twelve chars'],
    ['House of the Rising Sun', 'House'],
    ['Meditationsgemeinschaft', 'Meditationsg'],
    ['Sit & Breathe Together', 'Sit'],
    ['\u{1F30A}'.repeat(9), '\u{1F30A}'.repeat(6)],
  ] as const) {
    expect(shortName(appName)).toBe(short)
  }
})

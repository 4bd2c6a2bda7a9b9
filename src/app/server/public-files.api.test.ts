// Public files: responses to crawlers, link previews and security researchers.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { sceneSvg } from '#shared/scene/scene-svg.ts'
import { skyAt } from '#shared/scene/sky.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { createWebDir } from '#test/web/web-dir.ts'

const publicUrl = 'https://sit.example.org'

const page = '<!doctype html><html><head><title>Stillwater</title></head><body></body></html>'
const webDir = await createWebDir({ 'index.html': page, 'offline.html': page })
const securityContact = 'mailto:security@example.org'
const config = { appName: 'Quiet $& Pond', publicUrl, securityContact }
const app = await openTestApp({ webDir, config })
const silent = await openTestApp()

const read = async (path: string, of = app) => {
  const response = await fetch(of.url + path, { headers: { 'user-agent': 'Twitterbot/1.0' } })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
const tagsOf = (html: string) =>
  new Map(
    [...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)" \/>/g)].map(
      ([, name = '', content = '']) => [name, content],
    ),
  )

test('[OPS-43] robots.txt disallows calls and media, and allows pages', async () => {
  const { status, headers, bytes } = await read('/robots.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = bytes.toString().trimEnd().split('\n')
  expect(lines[0]).toBe('User-agent: *')
  expect(lines).toEqual(expect.arrayContaining(['Disallow: /api/', 'Disallow: /media/', 'Allow: /']))
  expect(lines.filter((line) => /Disallow: \/(auth|privacy|terms|share\.jpg)?$/.test(line))).toEqual([])
})

test('[OPS-43] favicon.ico has three sizes', async () => {
  const { status, headers, bytes } = await read('/favicon.ico')
  expect([status, headers.get('content-type')]).toEqual([200, 'image/x-icon'])
  expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2), bytes.readUInt16LE(4)]).toEqual([0, 1, 3])
  for (const [index, px] of [16, 32, 48].entries()) {
    const at = 6 + 16 * index
    const start = bytes.readUInt32LE(at + 12)
    const image = bytes.subarray(start, start + bytes.readUInt32LE(at + 8))
    expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: px, height: px })
  }
})

test('[OPS-43] security.txt has the contact and expires within a year; without a contact it is 404', async () => {
  const { status, headers, bytes } = await read('/.well-known/security.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = new Map(
    bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ', 2) as [string, string]),
  )
  expect(fields.get('Contact')).toBe('mailto:security@example.org')
  expect(fields.get('Canonical')).toBe(`${publicUrl}/.well-known/security.txt`)
  const daysLeft = (Date.parse(fields.get('Expires') ?? '') - app.clock.now()) / 86_400_000
  expect(daysLeft).toBeGreaterThan(170)
  expect(daysLeft).toBeLessThan(365)
  expect((await read('/.well-known/security.txt', silent)).status).toBe(404)
})

test('[OPS-44] a shared link has a title, description and image, the same for every inviter', async () => {
  const [home, invited, signIn] = await Promise.all(
    ['/', '/?ref=662E41', '/auth?ref=662E41'].map(async (path) => (await read(path)).bytes.toString()),
  )
  expect(invited).toBe(home)
  expect(signIn).toBe(home)
  const tags = tagsOf(home ?? '')
  expect(tags.get('og:title')).toBe('Quiet $&amp; Pond: one meditation a day, together')
  expect(tags.get('og:description')).toContain('Come and sit with us')
  expect(tags.get('twitter:card')).toBe('summary_large_image')
  expect([...tags.keys()]).not.toContain('og:url')
  expect(tags.get('og:image')).toBe(`${publicUrl}/share.jpg`)
  const { status, headers, bytes } = await read('/share.jpg')
  expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const { format, width, height } = await sharp(bytes).metadata()
  expect({ format, width, height }).toEqual({
    format: 'jpeg',
    width: Number(tags.get('og:image:width')),
    height: Number(tags.get('og:image:height')),
  })
  // Some services skip larger images.
  expect(bytes.length).toBeLessThan(300_000)
})

test('[LETTER-05] the picture of link previews is the page’s drawing, just before a bell at 7 PM', async () => {
  const svg = sceneSvg({ sky: skyAt(-minuteMs, 19 * 60), width: 1200, height: 630, horizon: 0.66 })
  // Below the rosette.
  const water = { left: 0, top: 315, width: 1200, height: 315 }
  const pixelsOf = (file: Buffer) => sharp(file).extract(water).removeAlpha().raw().toBuffer()
  const [drawn, shared] = await Promise.all([
    pixelsOf(await sharp(Buffer.from(svg)).png().toBuffer()),
    pixelsOf((await read('/share.jpg')).bytes),
  ])
  const differences = drawn.map((channel, index) => Math.abs(channel - (shared[index] ?? 0)))
  expect(drawn).toHaveLength(shared.length)
  expect(differences.reduce((sum, each) => sum + each, 0) / drawn.length).toBeLessThan(3)
})

test('[AUTH-55] every page names where to write to', async () => {
  const { bytes } = await read('/auth')
  expect(bytes.toString()).toContain('&quot;contact&quot;:&quot;mailto:security@example.org&quot;')
})

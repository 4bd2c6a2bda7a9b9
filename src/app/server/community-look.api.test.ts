// Name, logo and hue wherever the community shows itself: page, manifest, icons, link previews, offline page, mails.
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CommunitySettings } from '#features/community/contract.ts'
import type { TestApp } from '#test/app.ts'
import { corruptUploads, oversizedUploads, svgFile } from '#test/data/pictures.ts'
import { connectLive } from '#test/live/live-client.ts'
import { lastMail } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signUpAccount } from '#test/people/account.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { createWebDir } from '#test/web/web-dir.ts'

const webDir = await createWebDir({
  'sw.js': '// the worker',
  'offline.html': [
    '<html><head><title>Stillwater</title>',
    '<link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />',
    '</head><svg></svg><h1>Stillwater</h1></html>',
  ].join(''),
  'index.html': [
    '<html><head><title>Stillwater</title><script>1</script>',
    '<link rel="icon" href="/favicon.ico" sizes="48x48" />',
    '<link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />',
    '<link rel="apple-touch-icon" href="/icons/icon-180.png" /></head><body></body></html>',
  ].join(''),
})
const app = await openTestApp({ isUnlimited: true, webDir })
const other = await openTestApp({ peerOf: app, isUnlimited: true, webDir })
const people = await signInPeople(app)

const read = async () =>
  (await request(app, 'GET /api/admin/community', { as: people.ada })).body as CommunitySettings
const change = async (fields: object) =>
  request(app, 'PUT /api/admin/community', { as: people.ada, body: { ...(await read()), ...fields } })
const putLogo = (body: Uint8Array, type = 'image/png') =>
  request(app, 'PUT /api/admin/community/logo', { as: people.ada, body, headers: { 'content-type': type } })
const wordmark = () =>
  sharp({ create: { width: 600, height: 100, channels: 4, background: { r: 20, g: 40, b: 90, alpha: 0.5 } } })
    .png()
    .toBuffer()
const text = async (node: TestApp, path: string) => (await fetch(node.url + path)).text()

/** The look of a node once its copy of the settings is the current one. */
async function lookOf(node: TestApp) {
  const page = await fetch(`${node.url}/auth`)
  return {
    html: await page.text(),
    policy: page.headers.get('content-security-policy') ?? '',
    manifest: JSON.parse(await text(node, '/manifest.webmanifest')) as {
      name: string
      icons: { src: string }[]
    },
    offline: await text(node, '/offline'),
    worker: await text(node, '/sw.js'),
  }
}

test('[COM-04] [COM-01] a name shows at once on both nodes: title, preview, manifest, offline page, mails', async () => {
  const client = await connectLive(other, { as: people.mia })
  const before = await lookOf(other)
  await change({ name: 'Pond & Reed' })
  await client.next('community-changed')
  for (const node of [app, other]) {
    const { html, manifest, offline, worker } = await lookOf(node)
    expect(html).toContain('<title>Pond &amp; Reed</title>')
    expect(html).toContain('content="Pond &amp; Reed: one meditation a day, together"')
    expect(manifest.name).toBe('Pond & Reed')
    expect(offline).toContain('<h1>Pond &amp; Reed</h1>')
    // So an installed app fetches the new offline page.
    expect(worker).not.toBe(before.worker)
    const { email } = await signUpAccount(node, node === app ? 'here' : 'there')
    expect(await lastMail(node, email)).toMatchObject({
      subject: 'Pond & Reed: Confirm your email address',
    })
  }
  await client.close()
})

test('[COM-03] a hue is in the page under a policy that allows just its style; without one there is none', async () => {
  await change({ hue: 205 })
  const { html, policy, offline } = await lookOf(app)
  const [, style = ''] = /<style id="accent">([^<]*)<\/style><\/head>/.exec(html) ?? []
  expect(style).toContain(':root{--primary:oklch(37.0% ')
  expect(offline).toContain(style)
  const hash = createHash('sha256').update(style).digest('base64')
  expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`)
  expect(policy).not.toContain('unsafe-inline')
  await change({ hue: null })
  const plain = await lookOf(app)
  expect(plain.html).not.toContain('<style')
  expect(plain.policy).toContain("style-src 'self';")
})

test('[COM-04] [PROF-20] a logo keeps its transparency, and becomes bar, icons, preview and offline picture', async () => {
  const client = await connectLive(other, { as: people.mia })
  const { status, body } = await putLogo(await wordmark())
  const { logo } = body as CommunitySettings
  expect(status).toBe(200)
  expect(logo).toMatch(/^\/media\/logo\/[0-9a-f]{64}\/logo\.png$/)
  await client.next('community-changed', ({ community }) => community.logo === logo)
  const folder = logo?.replace('/logo.png', '')
  for (const node of [app, other]) {
    const { html, manifest, offline } = await lookOf(node)
    expect(html).toContain(`<link rel="icon" href="${folder}/icon-32.png" sizes="32x32" />`)
    expect(html).toContain(`<link rel="apple-touch-icon" href="${folder}/icon-180.png" />`)
    expect(html).toContain(`/maskable-512.png" />`)
    expect(html).not.toContain('/icons/')
    expect(manifest.icons.map(({ src }) => src)).toEqual(
      ['icon-192', 'icon-512', 'maskable-192', 'maskable-512'].map((kind) => `${folder}/${kind}.png`),
    )
    expect(offline).toContain('<img src="data:image/png;base64,')
  }
  const sizes = await Promise.all(
    ['logo', 'icon-32', 'icon-180', 'icon-192', 'icon-512', 'maskable-192', 'maskable-512'].map(
      async (kind) => {
        const response = await fetch(`${app.url}${folder}/${kind}.png`)
        expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
        const { width, height, hasAlpha } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
        return [width, height, hasAlpha]
      },
    ),
  )
  expect(sizes).toEqual([
    [512, 85, true],
    [32, 32, true],
    [180, 180, false],
    [192, 192, true],
    [512, 512, true],
    [192, 192, false],
    [512, 512, false],
  ])
  await client.close()
})

test('[COM-04] [T90] the offline page shows a new logo, also as its icon, and is built once until the settings change', async () => {
  const lookAfter = async (background: string) => {
    const create = { width: 90, height: 90, channels: 3, background } as const
    await putLogo(await sharp({ create }).png().toBuffer())
    const { offline, worker } = await lookOf(app)
    const [icon, image] = ['<link rel="icon" href', '<img src'].map(
      (start) => new RegExp(`${start}="data:image/png;base64,([^"]+)"`).exec(offline)?.[1] ?? '',
    )
    const shown = await Promise.all(
      [icon, image].map(async (data) => {
        const { data: pixels, info } = await sharp(Buffer.from(data ?? '', 'base64'))
          .raw()
          .toBuffer({ resolveWithObject: true })
        const middle = (info.width * (info.height / 2) + info.width / 2) * info.channels
        return [info.width, pixels.subarray(middle, middle + 3).toString('hex')]
      }),
    )
    return { shown, worker }
  }
  const blue = await lookAfter('#204060')
  const green = await lookAfter('#206040')
  expect([blue.shown, green.shown]).toEqual([
    [
      [32, '204060'],
      [192, '204060'],
    ],
    [
      [32, '206040'],
      [192, '206040'],
    ],
  ])
  // So an installed app fetches the new page.
  expect(green.worker).not.toBe(blue.worker)
  const select = vi.spyOn(app.database.query, 'selectFrom')
  onTestFinished(() => select.mockRestore())
  for (let count = 0; count < 3; count += 1) await text(app, '/offline')
  expect(select.mock.calls.flat()).not.toContain('community_logo_files')
})

test('[COM-04] [F21] six logos at once are all stored: each takes one place of the queue for decoders', async () => {
  const file = await wordmark()
  const responses = await Promise.all(Array.from({ length: 6 }, () => putLogo(file)))
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
})

test('[COM-01] a logo can be undone and deleted; files that nothing restores are gone', async () => {
  const { logo: first } = await read()
  const square = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#204060' } })
    .png()
    .toBuffer()
  const { logo: second, version } = (await putLogo(square)).body as CommunitySettings
  expect(second).not.toBe(first)
  const statuses = () =>
    Promise.all([first, second].map(async (path) => (await fetch(`${app.url}${path}`)).status))
  expect(await statuses()).toEqual([200, 200])
  const undone = await request(app, 'POST /api/admin/community/undo', { as: people.ada, body: { version } })
  expect(undone.body).toMatchObject({ logo: first })
  const removed = await request(app, 'DELETE /api/admin/community/logo', { as: people.ada })
  expect(removed.body).toMatchObject({ logo: null })
  expect(await statuses()).toEqual([200, 404])
  const { html } = await lookOf(app)
  expect(html).toContain('/icons/icon.svg')
})

test('[COM-01] [PROF-18] [PROF-19] a file that is no picture, or too large, changes nothing', async () => {
  const before = await read()
  const refusals = [
    { content: svgFile, type: 'image/png' },
    ...(await corruptUploads()),
    ...(await oversizedUploads()),
  ]
  for (const { content, type } of refusals) {
    expect(await putLogo(content, type.includes('/') ? type : `image/${type}`)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'logo' }] },
    })
  }
  expect(await read()).toEqual(before)
})

test('[OPS-44] page, preview and installed app say how often the community meditates, by its settings', async () => {
  const name = 'Pond'
  await change({ name })
  const { newSchedules } = await read()
  const wordsOf = async () => {
    const { html } = await lookOf(app)
    const contentOf = (tag: string) => new RegExp(`<meta ${tag} content="([^"]*)" />`).exec(html)?.[1]
    const manifest = JSON.parse(await text(app, '/manifest.webmanifest')) as { description: string }
    return [
      ...['name="cadence"', 'property="og:title"'].map(contentOf),
      contentOf('name="description"')?.split(':', 1)[0],
      manifest.description,
    ]
  }
  const once = [`${name}: one meditation a day, together`, 'One guided meditation a day, together']
  expect(await wordsOf()).toEqual(['bell', ...once, `${once[1]}.`])
  await change({ newSchedules: { ...newSchedules, together: false } })
  expect(await wordsOf()).toEqual(['day', ...once, `${once[1]}.`])
  await change({ severalADay: true })
  const several = [
    `${name}: several meditations a day, together`,
    'Several guided meditations a day, together',
  ]
  expect(await wordsOf()).toEqual(['several', ...several, `${several[1]}.`])
  await change({ severalADay: false, newSchedules })
})

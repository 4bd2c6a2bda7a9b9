// Page shells: which requests get one, what it contains, and that a personal one isn't stored.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { signInCast, type TestUser } from '#test/cast.ts'
import { makeMeditation } from '#test/factories.ts'
import { createWebDir } from '#test/web-dir.ts'

let app: TestApp
let people: Awaited<ReturnType<typeof signInCast>>
let removeWebDir: () => Promise<void>
beforeAll(async () => {
  const { webDir, remove } = await createWebDir()
  removeWebDir = remove
  await writeFile(join(webDir, 'index.html'), '<html><body><div id="root">…</div></body></html>')
  await mkdir(join(webDir, 'shells'))
  await writeFile(join(webDir, 'shells/auth.html'), '<i>sign in</i>')
  await writeFile(join(webDir, 'shells/meditation.html'), '<i>{{date}}|{{title}}|{{poster}}</i>')
  app = await startTestApp({ webDir })
  people = await signInCast(app)
})
afterAll(async () => {
  await app.close()
  await removeWebDir()
})

/** The shell in the page and the page's cache header. */
const open = async (path: string, as?: TestUser) => {
  const response = await fetch(app.url + path, { headers: as ? { cookie: as.cookie } : {} })
  const [, shell = null] = /<body>(?:<i>(.*)<\/i>)?<div id="root">/.exec(await response.text()) ?? []
  return { shell, caching: response.headers.get('cache-control') }
}

test('[SHELL-29] [T20] a member gets the day’s meditation, with typed text escaped, and no cache stores it', async () => {
  expect(await open('/meditation', people.mia)).toEqual({ shell: null, caching: 'no-cache' })
  await makeMeditation(app, {
    title: '<img src=x> & "calm"',
    thumbnailUrl: 'https://pictures.example.org/a.jpg?x=1&y=2',
  })
  const { shell, caching } = await open('/meditation', people.mia)
  expect(caching).toBe('private, no-store')
  const [date, title, poster] = shell?.split('|') ?? []
  expect(date).toMatch(/^\w+day, \w+ \d+$/)
  expect(title).toBe('&lt;img src=x&gt; &amp; &quot;calm&quot;')
  expect(poster).toContain('<img src="https://pictures.example.org/a.jpg?x=1&amp;y=2" alt=""')
  expect((await open('/', people.mia)).shell).toBe(shell)
})

test('[SHELL-29] visitors without a session get the sign-in; screens that aren’t known beforehand get none', async () => {
  for (const path of ['/auth', '/', '/meditation'])
    expect(await open(path)).toEqual({ shell: 'sign in', caching: 'no-cache' })
  for (const [path, as] of [
    ['/auth?ref=MIA', undefined],
    ['/auth', people.mia],
    ['/meditation?verified=1', people.mia],
    ['/settings', people.mia],
    ['/meditation', people.ned],
    ['/meditation', people.bea],
  ] as const)
    expect({ path, ...(await open(path, as)) }).toEqual({ path, shell: null, caching: 'no-cache' })
})

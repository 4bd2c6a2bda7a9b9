// The installed app: installed, opened offline, and updated without disturbing its user.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { backgroundPreloadDelayMs } from '#shared/constants.ts'
import { createConsecutiveDays } from '#test/data/energy-history.ts'
import { expect, test, webDir } from '../app.ts'
import { builtPath } from '../built-path.ts'
import { createDeployableServer } from '../deployable-server.ts'
import { journeyDialog } from '../pages/journey.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { shell } from '../pages/shell.ts'
import { routeOnce } from '../route-once.ts'
import { seedHistory } from '../seed-history.ts'

/** The time after which idle preloading is done: the chunks of the screen, and the service worker last. */
const settledMs = 8_000

/** Opens a screen, and waits until the worker controls it. */
async function openInstalled(page: Page, path: string): Promise<void> {
  await page.clock.install()
  await page.goto(path)
  await page.clock.fastForward(settledMs)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

/** Matches even where a dialog hides it from the accessibility tree. */
const updateBanner = (page: Page) => page.locator('[role=status]', { hasText: 'A new version is ready' })

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the app can be installed, shows its offline page without a server, and caches no personal data', async ({
    page,
    app,
    context,
    signInAs,
    meditation,
    expectConsole,
  }) => {
    const server = await createDeployableServer(app)
    await meditation()
    await signInAs('mia')
    await openInstalled(page, '/meditation')
    await expect(meditationPage(page).composer).toBeVisible()

    const devtools = await context.newCDPSession(page)
    // Calls don't wait for the worker.
    const versions = new Promise<{ routerRules?: string }[]>((resolve) => {
      devtools.once('ServiceWorker.workerVersionUpdated', (updated) => resolve(updated.versions))
    })
    await devtools.send('ServiceWorker.enable')
    expect((await versions)[0]?.routerRules).toContain('/api/*')
    const { errors, data = '{}' } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(JSON.parse(data)).toMatchObject({ name: 'Stillwater', display: 'standalone', start_url: '/' })
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // Test windows are incognito windows.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
      [],
    )

    // Names the lock that keeps its files: such a name can't begin with '-'.
    expect(await page.locator('html').getAttribute('data-release')).toMatch(/^[0-9a-f]{12}$/)

    const cached = await cachedFiles(page)
    expect(cached.paths.filter((path) => !/^\/(assets\/[\w-]+\.(js|css|woff2)|offline)$/.test(path))).toEqual(
      [],
    )
    expect(cached.paths).toContain(builtPath('room-tools.tsx'))
    expect(cached.bytes).toBeLessThanOrEqual(1_134_000)

    expectConsole(/Failed to load resource|WebSocket connection|ERR_/)
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    server.takeOffline()
    await page.goto('/mood-analytics')
    await expect(page.getByRole('heading', { name: 'The water is still here' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(ground).toBe('oklch(0.185 0.022 292)')
    server.bringOnline()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByRole('heading', { level: 1, name: 'Energy Analytics' })).toBeVisible()
    expect((await cachedFiles(page)).paths.filter((path) => !/^\/(assets\/|offline$)/.test(path))).toEqual([])

    // When storage fails on a device, everything is loaded from the server.
    await context.serviceWorkers()[0]?.evaluate(() => {
      Object.assign(caches, { open: () => Promise.reject(new Error('Out of order.')), match: null })
    })
    await page.goto('/settings')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    // Opened by its own path, the offline page links to the app.
    await page.goto('/offline')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.waitForURL((url) => url.pathname !== '/offline')
  })

  test('[LANG-09] a German and an English page share a release and its cache, and no update is announced @full', async ({
    page,
    app,
    context,
    watch,
    expectConsole,
  }) => {
    const server = await createDeployableServer(app)
    await context.addInitScript(recordReplies)
    await openInstalled(page, '/auth')
    await expect.poll(() => page.evaluate(replies)).toContain('same')
    await context.addCookies([{ name: 'language', value: 'de', url: app.url }])
    const german = await context.newPage()
    await watch(german)
    await openInstalled(german, '/auth')
    await expect(german.locator('html')).toHaveAttribute('lang', 'de')
    await expect.poll(() => german.evaluate(replies)).toContain('same')
    expect(await page.evaluate(cachedBuilds)).toBe(1)
    const { paths } = await cachedFiles(page)
    for (const folder of [webDir, join(webDir, 'de')])
      expect(paths).toContain(builtPath('room-tools.tsx', folder))

    // The worker compares both as it does when it has just taken over.
    for (const tab of [page, german]) {
      expect(await tab.evaluate(askWorker)).toBe('same')
      expect(await tab.evaluate(replies)).not.toContain('newer')
      await tab.clock.runFor(1_000)
    }
    await expect(updateBanner(page)).toHaveCount(0)
    await expect(german.getByText('Eine neue Version ist da')).toHaveCount(0)
    expect(await page.evaluate(pendingWorkers)).toBe(0)

    expectConsole(/Failed to load resource|ERR_/)
    server.takeOffline()
    await german.goto('/settings')
    await expect(german.locator('html')).toHaveAttribute('lang', 'de')
    await expect(german.getByRole('link', { name: 'Noch einmal versuchen' })).toBeVisible()
  })

  test('an update prompt waits for a good moment and a click, and doesn’t interrupt a sitting @full', async ({
    page,
    app,
    context,
    watch,
    signInAs,
    meditation,
  }) => {
    const server = await createDeployableServer(app)
    await meditation()
    await signInAs('mia')
    await openInstalled(page, '/settings')
    const sitting = await context.newPage()
    await watch(sitting)
    await openInstalled(sitting, '/meditation')
    await meditationPage(sitting).composer.waitFor()
    await sitting.evaluate(() => {
      const isTold = new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('message', ({ data }) => data === 'newer' && resolve(true))
      })
      Object.assign(window, { isTold })
    })

    server.deploy()
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect(updateBanner(page)).toBeVisible()
    // The update isn't offered over a dialog or while the user is typing.
    await shell(page).bar.getByRole('button', { name: 'Track energy' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.clock.runFor(1_000)
    await expect(updateBanner(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.clock.runFor(1_000)
    await expect(updateBanner(page)).toBeVisible()

    await updateBanner(page).getByRole('button', { name: 'Reload' }).click()
    await expect(page.locator(`script[src="${server.secondEntry}"]`)).toBeAttached()
    // The page lets the worker of its own build take over.
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    // The parts in the background have made their requests before, as they have in real time.
    await page.clock.fastForward(backgroundPreloadDelayMs)
    await expect(page.getByRole('heading', { name: 'Reminders' })).toBeVisible()
    await page.clock.fastForward(settledMs)
    await expect.poll(() => page.evaluate(pendingWorkers)).toBe(0)
    expect(await page.evaluate(cachedBuilds)).toBe(2)

    // The other tab keeps its own build, whose chunks still load, although the server no longer has them.
    await (await context.newCDPSession(sitting)).send('Network.clearBrowserCache')
    expect(await sitting.evaluate(() => 'isTold' in window && window.isTold)).toBe(true)
    await sitting.clock.runFor(1_000)
    await expect(updateBanner(sitting)).toHaveCount(0)
    await shell(sitting).bar.getByRole('button', { name: 'Track energy' }).click()
    await expect(sitting.getByRole('dialog', { name: 'Track Your Energy' })).toBeVisible()
    await sitting.keyboard.press('Escape')
    await sitting.locator('video').dispatchEvent('ended')
    const back = sitting.getByRole('button', { name: 'Back to the video' })
    await back.waitFor()
    await sitting.clock.runFor(1_000)
    await expect(updateBanner(sitting)).toHaveCount(0)
    await back.click()
    await sitting.clock.runFor(1_000)
    await expect(updateBanner(sitting)).toBeVisible()
    await updateBanner(sitting).getByRole('button', { name: 'Later' }).click()
    await expect(updateBanner(sitting)).toHaveCount(0)
    expect(await sitting.evaluate(() => 'isTold' in window)).toBe(true)
    await sitting.close()
    await expect.poll(() => page.evaluate(lockedBuilds)).toBe(1)
    await page.reload()
    await expect.poll(() => page.evaluate(cachedBuilds)).toBe(1)
  })
})

test('a chunk missing after a deployment is reported at a click, without an automatic reload @full', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  await signInAs('mia')
  await page.clock.install()
  await page.route(`**${builtPath('energy-modal.tsx')}`, (route) => route.fulfill({ status: 404 }))
  const installed = page.waitForResponse(`**${builtPath('pwa.tsx')}`)
  await page.goto('/settings')
  await page.clock.fastForward(settledMs)
  await page.evaluate((url) => import(url), (await installed).url())
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await shell(page).bar.getByRole('button', { name: 'Track energy' }).click()
  const loadError = page.getByRole('status').filter({ hasText: 'Part of this page didn’t load' })
  await expect(loadError).toBeVisible()
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  await loadError.getByRole('button', { name: 'Reload' }).click()
  await page.waitForFunction(() => !('isSame' in window))
})

test('[SHELL-26] a chunk whose style sheet failed to load gets it at the next click @full', async ({
  page,
  app,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await seedHistory(app, (await signInAs('mia')).userId, createConsecutiveDays(3, '2026-11-21'))
  await routeOnce(page, '**/assets/journey-modal-*.css', (route) => route.abort())
  await page.goto('/mood-analytics')
  const journey = journeyDialog(page)
  // It is disabled until the history is loaded, and a press doesn't wait for that.
  await expect(journey.tab).toBeEnabled()
  const failed = page.waitForEvent('requestfailed')
  await journey.tab.press('Enter')
  await failed
  await expect(journey.dialog).toHaveCount(0)
  await expect(async () => {
    await journey.tab.press('Enter')
    await expect(journey.dialog).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(journey.dialog).toHaveCSS('display', 'grid')
})

/** Runs in the page: records what workers say. */
function recordReplies(): void {
  const said: unknown[] = []
  Object.assign(window, { said })
  navigator.serviceWorker.addEventListener('message', ({ data }) => said.push(data))
}

const replies = () => ('said' in window ? window.said : [])

const askWorker = async () => {
  const { lang, dataset } = document.documentElement
  const reply = new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data), { once: true })
  })
  const message = { release: dataset['release'], language: lang, isFormer: false }
  navigator.serviceWorker.controller?.postMessage(message)
  return reply
}

const cachedBuilds = async () => (await caches.keys()).length

const lockedBuilds = async () => (await navigator.locks.query()).held?.length

const pendingWorkers = async () => {
  const registration = await navigator.serviceWorker.getRegistration()
  const { installing = null, waiting = null, active = null } = registration ?? {}
  return [installing, waiting, active].filter((worker) => worker && worker.state !== 'activated').length
}

/** All entries of Cache Storage. */
async function cachedFiles(page: Page): Promise<{ paths: string[]; bytes: number }> {
  return page.evaluate(async () => {
    const paths: string[] = []
    let bytes = 0
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        paths.push(new URL(request.url).pathname)
        bytes += (await (await cache.match(request))?.arrayBuffer())?.byteLength ?? 0
      }
    }
    return { paths, bytes }
  })
}

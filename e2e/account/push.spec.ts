// Notifications: what the worker shows and opens, and the setting. Headless Chromium has no push service and denies
// notifications whatever is granted: devtools deliver the pushes, and the worker records what it would show.
import type { Page } from '@playwright/test'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { startTestApp } from '#test/app.ts'
import { test as base, expect, webDir } from '../app.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../axe.ts'
import { settingsPage } from '../pages/settings-page.ts'

const test = base.extend({
  app: async ({ clock, zone }, use) => {
    const app = await startTestApp({
      clock,
      zone,
      webDir,
      config: {
        limitsExempt: parseRanges('127.0.0.0/8'),
        mailFrom: { name: null, address: 'hello@example.org' },
      },
    })
    await use(app)
    await app.close()
  },
})

/** The time after which the settings' last part and the worker are loaded. */
const loadedMs = 12_000

async function openSettings(page: Page): Promise<void> {
  await page.clock.install()
  await settingsPage(page).open()
  await page.clock.fastForward(loadedMs)
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('[REM-03] the worker shows every push, readable or not; a press focuses the app’s open page, which goes there, or opens one @full', async ({
    page,
    app,
    context,
    signInAs,
    expectConsole,
  }) => {
    await signInAs('mia')
    await openSettings(page)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    const devtools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) resolve(registrations[0].registrationId)
      })
    })
    await devtools.send('ServiceWorker.enable')
    const registrationId = await registered
    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error('The page has a worker.')
    await worker.evaluate(() => {
      const scope = globalThis as unknown as TestedScope
      scope.actions = []
      scope.shown = []
      scope.registration.showNotification = async (title, options) => {
        scope.actions.push(`show ${title}: ${JSON.stringify(options)}`)
        scope.shown.push({ title, ...options })
      }
      scope.registration.getNotifications = async ({ tag }) =>
        scope.shown.filter((notification) => notification.tag === tag).slice(-1)
      scope.WindowClient.prototype.focus = async function focus(this: { url: string }) {
        scope.actions.push(`focus ${new URL(this.url).pathname}`)
      }
      scope.clients.openWindow = async (url: string) => {
        scope.actions.push(`open ${new URL(url).pathname}`)
      }
    })
    const actions = () => worker.evaluate(() => (globalThis as unknown as TestedScope).actions.splice(0))
    const icon = '/icons/icon-192.png'
    const ofSitting = { title: 'Morning Sit', path: '/settings', topic: 'sitting-12', icon }
    const canceled = { body: 'Canceled.', icon, tag: 'sitting-12' }
    const cancelledData = { path: '/settings', at: 2 }
    for (const [data, shown] of [
      [
        { ...ofSitting, body: canceled.body, at: 2 },
        `show Morning Sit: ${JSON.stringify({ ...canceled, renotify: true, data: cancelledData })}`,
      ],
      // Overtaken on its way.
      [
        { ...ofSitting, body: 'It starts at 6:30 AM.', at: 1 },
        `show Morning Sit: ${JSON.stringify({ ...canceled, renotify: false, data: cancelledData })}`,
      ],
      // The device was off, or not.
      ...[0, Number.MAX_SAFE_INTEGER].map(
        (fromMs) =>
          [
            { ...ofSitting, body: 'Soon.', later: { fromMs, body: 'At 6:30 AM.' }, at: 3 },
            `show Morning Sit: ${JSON.stringify({ body: fromMs === 0 ? 'At 6:30 AM.' : 'Soon.', icon, tag: 'sitting-12', renotify: true, data: { path: '/settings', at: 3 } })}`,
          ] as const,
      ),
      ...['no JSON', 'null'].map((text) => [
        text,
        `show News from your community: ${JSON.stringify({ body: '', icon, tag: 'notice', renotify: true, data: { path: '/', at: 0 } })}`,
      ]),
    ] as const) {
      await devtools.send('ServiceWorker.deliverPushMessage', {
        origin: app.url,
        registrationId,
        data: typeof data === 'string' ? data : JSON.stringify(data),
      })
      await expect.poll(actions).toEqual([shown])
    }
    const press = async (path: string, action: string) => {
      await worker.evaluate((data) => {
        const scope = globalThis as unknown as TestedScope
        const notification = { data: { path: data, at: 1 }, close: () => scope.actions.push('close') }
        scope.dispatchEvent(
          Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }),
        )
      }, path)
      await expect.poll(actions).toEqual(['close', action])
    }
    await press('/settings', 'focus /settings')
    await press('/meditation', 'focus /settings')
    await expect(page).toHaveURL(`${app.url}/meditation`)
    // An installed app opens at /, which is the same screen.
    await page.goto('/')
    await press('/meditation', 'focus /')
    await expect(page).toHaveURL(`${app.url}/`)
    expectConsole(/404/)
    await page.goto('/unsubscribe/unknown')
    await press('/meditation', 'open /meditation')
  })

  test('[REM-09] the worker renews a subscription that the browser has ended, while no page is open @full', async ({
    page,
    app,
    context,
    signInAs,
  }) => {
    await signInAs('mia')
    await openSettings(page)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await page.goto('about:blank')
    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error('The page had a worker.')
    await worker.evaluate(() => {
      const scope = globalThis as unknown as TestedScope
      scope.PushManager.prototype.subscribe = async ({ applicationServerKey }) => ({
        toJSON: () => ({
          endpoint: `https://fcm.googleapis.com/fcm/send/${applicationServerKey.length}`,
          keys: {
            p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
            auth: 'BTBZMqHH6r4Tts7J_aSIgg',
          },
        }),
      })
      scope.dispatchEvent(
        Object.assign(new Event('pushsubscriptionchange'), {
          newSubscription: null,
          waitUntil: () => undefined,
        }),
      )
    })
    const rows = () => app.database.query.selectFrom('push_subscriptions').select('endpoint').execute()
    await expect.poll(rows).toEqual([{ endpoint: 'https://fcm.googleapis.com/fcm/send/87' }])
  })

  test('[REM-07] a browser that blocks notifications: the settings say so @full', async ({
    page,
    signInAs,
  }) => {
    await signInAs('mia')
    await openSettings(page)
    await expect(page.getByRole('region', { name: 'Notices' }).getByText(/blocks notices/)).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
  })
})

/** The parts of a worker's scope that these tests use; types of pages exclude them. */
interface TestedScope {
  actions: string[]
  shown: { title: string; tag: string }[]
  registration: {
    showNotification: (title: string, options: { tag: string }) => Promise<void>
    getNotifications: (options: { tag: string }) => Promise<object[]>
  }
  PushManager: {
    prototype: { subscribe: (options: { applicationServerKey: string }) => Promise<object> }
  }
  WindowClient: { prototype: { focus: unknown } }
  clients: { openWindow: unknown }
  dispatchEvent(event: Event): boolean
}

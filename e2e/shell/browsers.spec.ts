// A smoke test of the product in Firefox and WebKit, beside a member in Chromium. It covers engine differences; all
// other tests run in Chromium alone.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'
import { createConsecutiveDays } from '#test/data/energy-history.ts'
import { makeSitting, moveBell } from '#test/data/factories.ts'
import { twoColorImage } from '#test/data/pictures.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect, test as base } from '../app.ts'
import { createDeployableServer } from '../deployable-server.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { seedHistory } from '../seed-history.ts'
import { findFirefox, startFirefox } from './engine-firefox.ts'
import { buttonXPath, enginePage, fieldXPath, headingXPath, textXPath } from './engine-page.ts'
import { findWebKit, startWebKit } from './engine-webkit.ts'
import type { Engine } from './engine.ts'

const firefox = findFirefox()
const webKit = findWebKit()

const engines = [
  {
    name: 'Firefox',
    remedy: 'no Firefox; to run it: apt install firefox-esr, or FIREFOX_PATH=/path/to/firefox',
    isHere: firefox !== null,
    start: (downloads: string) => startFirefox(firefox ?? '', downloads),
  },
  {
    name: 'WebKit',
    remedy: 'no WebKitGTK; to run it: apt install webkit2gtk-driver gstreamer1.0-libav xvfb',
    isHere: webKit !== null,
    start: () => startWebKit(webKit ?? { driver: '', display: '' }),
  },
]

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'stillwater-engine-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
})

const nia = { name: 'Nia Newcomer', email: 'nia@example.org', password: 'a quiet lake at six' }

for (const { name, remedy, isHere, start } of engines) {
  const title = isHere ? name : `The journey in ${name} (not run: ${remedy})`
  const engineTest = test.extend<{ engine: Engine }>({
    engine: async ({ folder }, use, testInfo) => {
      const engine = await start(folder)
      await use(engine)
      if (testInfo.status !== testInfo.expectedStatus)
        await engine.screenshot().then(
          (body) => testInfo.attach(name, { body, contentType: 'image/png' }),
          () => undefined,
        )
      await engine.close()
    },
  })
  engineTest.describe(title, () => {
    engineTest.skip(!isHere)
    engineTest.setTimeout(150_000)

    engineTest(
      '[SHELL-27, SHELL-28, HIST-26] the main stories, beside a member in Chromium @full',
      async ({ engine, app, page, folder, signInAs, meditation, expectConsole }) => {
        // Without the server, the Chromium page logs errors too.
        expectConsole(/Failed to load resource|WebSocket connection|ERR_/)
        const theirs = enginePage(engine, app.url)
        const server = await createDeployableServer(app)
        await meditation()
        await signInAs('mo')
        const mos = meditationPage(page)
        await mos.open()

        await test.step('signs up and crops a picture', async () => {
          await theirs.open('/auth')
          await theirs.click('//button[@type="button" and contains(., "Sign Up")]')
          await theirs.type(fieldXPath('Full name'), nia.name)
          await theirs.type(fieldXPath('Email'), nia.email)
          await theirs.type(fieldXPath('Password'), nia.password)
          await theirs.click('//button[@type="submit"]')
          await theirs.see(headingXPath('Welcome! Complete Your Profile'))
          const picture = join(folder, 'photo.png')
          await twoColorImage(800, 600).png().toFile(picture)
          await engine.chooseFile('//input[@type="file"]', picture)
          await theirs.click(buttonXPath('Apply Crop'))
          await theirs.waitUntilMissing('//*[@role="dialog"]')
          await theirs.click(buttonXPath('Keep it and come in'))
        })

        await test.step('shares a room with the other browser, and both chat', async () => {
          await theirs.see(textXPath('Connected'))
          await expect(mos.avatarStrip.getByRole('listitem', { name: nia.name })).toBeVisible()
          await theirs.type('//*[@aria-label="Message"]', 'Good morning from here\uE007')
          await expect(mos.messageRow('Good morning from here')).toBeVisible()
          await mos.sendMessage('And from the lake')
          await theirs.see(textXPath('And from the lake'))
          await theirs.click(
            '//li[contains(., "And from the lake")]//button[starts-with(@aria-label, "Like")]',
          )
          await expect(
            mos.messageRow('And from the lake').getByRole('button', { name: /^Like .*, 1 like$/ }),
          ).toBeVisible()
        })

        await test.step('plays the video, also after a seek', async () => {
          await theirs.click(buttonXPath('Play the video'))
          await theirs.waitUntil(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
          // The middle of the video, which isn't buffered yet.
          await theirs.click('//input[@name="seek"]')
          await theirs.waitUntil(() => {
            const { currentTime, duration } = document.querySelector('video') ?? new Audio()
            const isSaidToLoad = /Loading the video|taking a while to load/.test(document.body.textContent)
            return currentTime > duration / 2 + 1 && !isSaidToLoad
          })
        })

        await test.step('records an energy entry', async () => {
          await theirs.click(buttonXPath('Track energy'))
          await theirs.see('//*[@role="dialog" and contains(., "Track Your Energy")]')
          await theirs.click(`//*[@role="dialog"]${buttonXPath('Save')}`)
          await theirs.waitUntilMissing('//*[@role="dialog"]')
        })

        await test.step('reads and downloads the history', async () => {
          const { rows } = await sql<{ id: number }>`select id from users where email = ${nia.email}`.execute(
            app.database.query,
          )
          await seedHistory(app, rows[0]?.id ?? 0, createConsecutiveDays(5, '2026-11-20'))
          await theirs.open('/mood-analytics')
          await theirs.see(headingXPath('Session History'))
          await theirs.click(buttonXPath('Download my history'))
          await theirs.click('//*[@role="menuitem" and contains(., "CSV")]')
          await theirs.see(textXPath('Downloaded stillwater-history-2026-11-21.csv'), 'there')
          if (name === 'Firefox')
            await expect
              .poll(() => readFile(join(folder, 'stillwater-history-2026-11-21.csv'), 'utf8').catch(() => ''))
              .toContain('2026-11-20')
        })

        await test.step('opens the Journey after a failed attempt without the server', async () => {
          const requests: string[] = []
          app.app.server.on('request', ({ url = '' }) => requests.push(url))
          server.takeOffline()
          await theirs.click('//*[@role="tab" and contains(., "Journey")]')
          // Its style sheet is asked for first, and has a name.
          await expect.poll(() => requests.filter((url) => url.includes('journey-modal'))).not.toEqual([])
          server.bringOnline()
          await theirs.waitUntil(() => navigator.onLine)
          await theirs.click('//*[@role="tab" and contains(., "Journey")]')
          await theirs.see(textXPath('Session 1 of 6'))
          await theirs.waitUntil(
            () => getComputedStyle(document.querySelector('.journey')!).display === 'grid',
          )
        })

        await test.step('shows the offline page while the server is down, and recovers when it is back', async () => {
          await theirs.waitUntil(() => navigator.serviceWorker.controller?.state === 'activated')
          server.takeOffline()
          await engine.navigate(`${app.url}/referrals`)
          await theirs.see(headingXPath('The water is still here'))
          server.bringOnline()
          await theirs.see(headingXPath('Share the Love'))
        })
      },
    )

    engineTest(
      '[STAGE-01, STAGE-04, STAGE-05] a sitting from the doors to the sharing @full',
      async ({ engine, app }) => {
        await makeSitting(app, { inMs: 600_000, bellSeconds: 8 })
        const theirs = await openAs(engine, app, await signIn(app, 'mia', personFields.mia))
        const row = '//div[contains(@class, "lights-down")]'
        await theirs.click(buttonXPath('Take your seat'))
        await theirs.see(textXPath('You have a seat.'))

        const { id } = await moveBell(app, 2_000)
        await theirs.see(textXPath('The bell'))
        await theirs.waitUntil(() => {
          const ring = document.querySelector('.bell-ring > g')
          return ring !== null && Number(getComputedStyle(ring).opacity) > 0
        })
        await theirs.waitUntil(() => document.documentElement.dataset.lights === 'dark')
        await theirs.see('//header', 'there')
        for (const name of ['I am not well', 'Technical help', 'Show the chat'])
          await theirs.see(row + buttonXPath(name), 'pressable')
        await theirs.waitUntil(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
        await theirs.waitUntil(() => {
          const scene = document.querySelector('.melting[data-melted]')
          return scene !== null && getComputedStyle(scene).opacity === '0'
        })
        // The video has its place in the middle of the dark.
        await theirs.waitUntil(() => {
          const { left = 0, right = 0 } = document.querySelector('[data-dark]')?.getBoundingClientRect() ?? {}
          return right > left && Math.abs(left + right - innerWidth) < 2
        })

        const gail = await signIn(app, 'gail', personFields.gail)
        await request(app, `POST /api/sittings/${id}/end`, { as: gail })
        await theirs.see('//header')
        await theirs.see(textXPath('The sharing is open until'))
        await theirs.see(textXPath('You sat here today.'))
        await theirs.click('//*[@data-ending]' + buttonXPath('Heart: Loving & Compassionate'))
        await theirs.click(buttonXPath('Save'))
        await theirs.click(buttonXPath('To the sharing'))
        await theirs.waitUntil(() => document.activeElement?.id === 'chat-composer')
      },
    )
  })
}

/** The meditation, as a member who has signed in. */
async function openAs(engine: Engine, app: TestApp, { cookie }: TestUser) {
  const theirs = enginePage(engine, app.url)
  await theirs.open('/auth')
  await engine.call('(cookie) => { document.cookie = cookie + "; path=/" }', JSON.stringify([cookie]))
  await theirs.open('/auth')
  await theirs.click('//*[self::a or self::button][contains(., "Go to the meditation")]')
  return theirs
}

base.describe('Firefox’s own button over a video', () => {
  base.skip(firefox === null)
  base.setTimeout(150_000)

  base(
    '[SYNC-36, SYNC-18, SYNC-20] doesn’t take the presses of the group’s actions on a small laptop @full',
    async ({ app }, testInfo) => {
      await makeSitting(app, { inMs: -21_000 })
      const mia = await signIn(app, 'mia', personFields.mia)
      const engine = await startFirefox(firefox ?? '', testInfo.outputDir, { width: 1366, height: 650 })
      const theirs = await openAs(engine, app, mia)
      const press = (name: string) => theirs.click(buttonXPath(name))
      const player = '//section[starts-with(@aria-label, "Video: ")]'
      const seekBar = '//input[@name="seek"]'
      try {
        await theirs.see(buttonXPath('Join the group'))
        // The first Tab in the player leads to its first control, not to the video.
        await engine.type(player, '\uE004')
        await theirs.waitUntil(() => document.activeElement?.textContent === 'Join the group')
        await press('Join the group')
        await theirs.waitUntil(() => (document.querySelector('video')?.currentTime ?? 0) > 21)
        await theirs.see(buttonXPath('On my own'))

        await press('On my own')
        await theirs.see(seekBar, 'there')
        await press('Rejoin the group')
        await theirs.waitUntilMissing(seekBar)
        await press('Listen with the screen off')
        await theirs.see(textXPath('You are listening. Your screen may switch off.'))
        await press('Show the video')
        await theirs.waitUntil(() => !(document.querySelector('video')?.paused ?? true))
        await engine.type(player, 'k')
        await theirs.see(textXPath('At your own pace'))
        await press('Rejoin the group')
        await theirs.waitUntilMissing(textXPath('At your own pace'))
        await theirs.waitUntil(() => !(document.querySelector('video')?.paused ?? true))
      } finally {
        await engine.close()
      }
    },
  )
})

// A community on its own network: plain http by a name, in a browser that doesn't know its time zone.
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { startTestApp } from '#test/app.ts'
import { makeSitting } from '#test/data/factories.ts'
import { expect, test as base, webDir } from '../app.ts'
import { findBrowser } from '../browser.ts'
import { moveRoomTo } from '../clock.ts'
import { authPage } from '../pages/auth-page.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { referralsScreen } from '../pages/referrals.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { shell } from '../pages/shell.ts'

const host = 'stillwater.test'
const browser = await findBrowser()
const mara = { name: 'Mara Lind', email: 'mara@example.org', password: 'a quiet lake at six' }

const test = base.extend({
  app: async ({ clock }, use) => {
    const app = await startTestApp({ clock, webDir, config: { limitsExempt: parseRanges('127.0.0.0/8') } })
    const url = app.url.replace('127.0.0.1', host)
    Object.assign(app.config, { publicUrl: url, allowedOrigins: [url] })
    await use({ ...app, url })
    await app.close()
  },
})

test.use({
  launchOptions: {
    ...browser,
    args: [...browser.args, `--host-resolver-rules=MAP ${host} 127.0.0.1`],
    // Chromium returns 'Etc/Unknown', which its own formats reject.
    env: { ...browser.env, TZ: 'Foo/Bar' },
  },
  // The browser's own.
  timezoneId: '',
})

test('[SHELL-32, TIME-06] the main screens work on plain http in a browser without a known time zone @full', async ({
  page,
  app,
  expectConsole,
}) => {
  expectConsole(/status of 40[14]/)
  // Browsers honor these headers in a secure context only.
  expectConsole(/Cross-Origin-Opener-Policy|Origin-Agent-Cluster/)
  const { startsAt } = await makeSitting(app, { inMs: 600_000, sharingMinutes: 30 })
  const auth = authPage(page)
  await auth.open()
  expect(await page.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([false, false])
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe('Etc/Unknown')
  await auth.signUp(mara)
  const settings = settingsPage(page)
  await settings.save.click()
  await expect(page).toHaveURL(/\/meditation$/)

  const { player, composer, sendMessage, messageRow } = meditationPage(page)
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(page.getByText('where you are')).toHaveCount(0)
  await sendMessage('Good morning')
  await expect(messageRow('Good morning').getByText('12:00 PM')).toBeVisible()

  await player.getByRole('button', { name: 'Take your seat' }).click()
  await expect(player.getByText('You have a seat. The video starts by itself.')).toBeVisible()
  await moveRoomTo(page, app.clock, startsAt - 1_000)
  await expect(composer).toBeHidden()

  await expect(page.getByRole('banner')).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Track energy' }).click()
  const modal = page.getByRole('dialog', { name: 'Track Your Energy' })
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(modal).toBeHidden()

  const { copy, open } = referralsScreen(page)
  await open()
  await copy.click()
  await expect(page.getByLabel('Your share link')).toHaveValue(new RegExp(`^${app.url}/\\?ref=`))

  await settings.open()
  await settings.name.fill('Mara of the lake')
  await settings.save.click()
  await expect(shell(page).toast).toContainText('Profile')
})

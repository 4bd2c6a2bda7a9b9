import { insertTemplates } from '#features/templates/server/sql.ts'
import { request } from '#test/request.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { schedulesPage } from '../pages/schedules.ts'

const dir = '/tmp/t61a-shots'
test('shots', async ({ page, app, signInAs, context }) => {
  test.setTimeout(400_000)
  const ada = await signInAs('ada')
  const base = { description: 'A slow breath.', difficulty: 'Beginner' as const, instructor: 'Lena Oduya', instructorTitle: 'Teacher', thumbnailUrl: null, captionsUrl: null, sessionSteps: [], createdAt: new Date(app.clock.now()) }
  await insertTemplates(app.database.query, [
    { ...base, title: 'Morning light', duration: 20, videoUrl: '/media/still-water.mp4', mediaSeconds: 168, meetingUrl: 'https://tea.example.org/room' },
    { ...base, title: 'An evening with Ana', kind: 'live', liveSource: 'elsewhere', bellBy: 'clock', videoUrl: '', duration: 45, mediaSeconds: 2700, meetingUrl: 'https://www.zoom.us/j/123' },
    { ...base, title: 'Open evening', kind: 'live', liveSource: 'elsewhere', bellBy: 'clock', videoUrl: '', duration: 45, mediaSeconds: 2700 },
  ])
  for (const [lang, width, theme] of [['en', 1440, 'light'], ['de', 820, 'dark'], ['de', 390, 'light'], ['es', 390, 'dark'], ['pt-BR', 390, 'light']] as const) {
    await context.addCookies([{ name: 'language', value: lang, url: app.url }])
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    const name = `${lang}-${width}-${theme}`
    await page.goto(`${app.url}/admin#templates`)
    await expect(page.getByRole('article')).toHaveCount(3)
    await page.screenshot({ path: `${dir}/${name}-cards.png`, fullPage: true })
    await page.getByRole('article', { name: 'Morning light' }).getByRole('button').first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    const video = dialog.locator('input[name=videoUrl]')
    await video.fill('https://us02web.zoom.us/j/123456789')
    await video.scrollIntoViewIfNeeded()
    await page.waitForTimeout(400)
    await page.screenshot({ path: `${dir}/${name}-named.png` })
    if (width === 1440) await expectAccessibleInBothThemes(page, 'named')
    await video.locator('xpath=ancestor::div[2]').getByRole('button').click()
    await expect(dialog.locator('input[name=meetingUrl]')).toHaveValue(/zoom/)
    await page.waitForTimeout(500)
    await page.screenshot({ path: `${dir}/${name}-made.png` })
    await dialog.locator('input[name=duration]').fill('181')
    await dialog.locator('input[name=meetingUrl]').fill('http://zoom.us/j/1')
    await dialog.locator('button[type=submit]').or(page.locator('button[type=submit]')).last().click()
    await page.waitForTimeout(300)
    await dialog.locator('input[name=duration]').scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${dir}/${name}-bad.png` })
    await expectNoSidewaysScroll(page)
    await page.evaluate(() => localStorage.clear())
    await page.goto('about:blank')
    await page.goto(`${app.url}/admin#schedules`)
    await page.getByRole('button', { name: /Add Schedule|Termin (hinzufügen|erstellen)|Programar|Agendar|Adicionar|Añadir/ }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.locator('input[type=date]').first().fill('2026-12-15')
    await page.locator('input[type=time]').first().fill('19:00')
    await page.getByRole('dialog').getByRole('radio', { name: /Open evening/ }).check({ force: true })
    await page.waitForTimeout(300)
    await page.locator('button[type=submit]').last().click()
    await page.locator('input[type=url]').scrollIntoViewIfNeeded()
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${dir}/${name}-schedule.png` })
    await page.evaluate(() => localStorage.clear())
    await page.goto('about:blank')
  }
  void ada
  void request
  void schedulesPage
})

// Holding a sitting as a new teacher does: marked by an administrator, taken, and begun from a phone.
import { storedSittingsBetween } from '#features/sittings/server/service.ts'
import { minuteMs } from '#shared/durations.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { usersTab } from '../pages/users.ts'

test('[TEACH-01, TEACH-02, TEACH-03] a new teacher takes a sitting and begins it from the phone @full', async ({
  app,
  browser,
  clock,
  meditation,
  page,
  signInAs,
  watch,
}) => {
  await meditation({ title: 'Evening calm', scheduledTime: '18:30', sitting: { together: true } })
  const mia = await signIn(app, 'mia', personFields.mia)
  await signInAs('ada')
  const users = usersTab(page)
  await users.open()
  await users.choose('Mia Member', 'Edit User')
  await users.dialog.getByRole('checkbox', { name: 'May hold sittings' }).check()
  await users.dialog.getByRole('button', { name: 'Save user' }).click()
  await expect(users.row('Mia Member')).toContainText('May hold sittings')

  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  const [name = '', value = ''] = mia.cookie.split('=')
  await context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Lax' }])
  const phone = await context.newPage()
  await watch(phone)
  await phone.goto('/meditation')
  let presses = 0
  const press = async (role: 'button' | 'link' | 'menuitem', named: string | RegExp) => {
    presses += 1
    await phone.getByRole(role, { name: named }).tap()
  }
  await press('button', 'Menu')
  await press('link', 'Hold a sitting')
  await expect(phone.getByText('You hold no sitting yet.')).toBeVisible()
  await expectNoSidewaysScroll(phone)
  await expectAccessibleInBothThemes(phone, 'the sittings that look for a host')
  await press('button', /^I will: Evening calm/)
  const own = phone.getByRole('region', { name: 'Your sittings' })
  await expect(own.getByRole('heading', { name: 'Evening calm' })).toBeVisible()
  // Its powers rest until an hour before the doors.
  await expect(own.getByRole('button', { name: /^Host/ })).toBeHidden()
  const day = app.calendar.today()
  const [stored] = await storedSittingsBetween(app.database.query, { from: day, to: day })
  clock.set((stored?.sitting.doorsAt ?? 0) - 30 * minuteMs)
  await phone.reload()
  await press('button', /^Host: Evening calm/)
  await press('menuitem', 'Begin together…')
  await press('button', 'Begin')
  await expect(phone.getByRole('dialog')).toBeHidden()
  expect(presses).toBe(6)
  const [begun] = await storedSittingsBetween(app.database.query, { from: day, to: day })
  expect(begun?.sitting.startsAt).toBeLessThan(clock.now() + 2 * minuteMs)
  await context.close()
})

test('[TEACH-02] the page is used by the keyboard alone', async ({ app, meditation, page, signInAs }) => {
  await meditation({ title: 'Evening calm', scheduledTime: '18:30', sitting: { together: true } })
  await signInAs('gail')
  await page.goto('/hosting')
  const take = page.getByRole('button', { name: /^I will: Evening calm/ })
  await expect(take).toBeVisible()
  await take.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your sittings' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Meeting link: Evening calm/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Link to the meeting' })
  await expect(field).toBeFocused()
  await page.keyboard.type('https://zoom.us/j/123')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Meets on zoom.us')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Meeting link/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sittings that need a host' })).toBeFocused()
  expect(await app.database.query.selectFrom('schedules').select('hostId').execute()).toEqual([
    { hostId: null },
  ])
})

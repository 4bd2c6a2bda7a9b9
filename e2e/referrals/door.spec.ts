// The door by invitation, in a browser: an administrator's invitation, its link, and the same link used up.
import { setJoining } from '#test/data/invites.ts'
import { request } from '#test/request.ts'
import { cast, signIn } from '#test/people/cast.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { authPage } from '../pages/auth-page.ts'

const una = { name: 'Una Newcomer', email: 'una@example.org', password: 'a calm lake at six' }

test('[COM-06] an invitation’s link lets one in; the next one reads kindly that it is used up', async ({
  page,
  app,
  meditation,
  expectConsole,
}) => {
  expectConsole(/status of 40[134]/)
  await meditation()
  await setJoining(app, 'invitation')
  const ada = await signIn(app, 'ada-door', cast.ada)
  const made = await request(app, 'POST /api/admin/invites', { as: ada, body: { uses: 1, days: 7 } })
  const { url, code } = made.body as { url: string; code: string }
  const auth = authPage(page)
  const field = page.getByLabel('Invitation code')

  await page.goto('/')
  await expect(page.getByText('Today', { exact: true })).toHaveCount(0)
  await auth.switchTo('Sign Up')
  await expect(page.getByText('New members come to Stillwater by invitation.')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'by invitation')
  await expectNoSidewaysScroll(page)

  await page.goto(url)
  await expect(field).toHaveValue(code)
  await expect(page.getByText('Your invitation is valid. Come in.')).toBeVisible()
  await auth.signUp(una)
  await expect(page).toHaveURL(/\/settings$/)

  await page.context().clearCookies()
  await page.goto(url)
  await expect(page.getByText('This invitation has been used up or has ended.')).toBeVisible()
  await auth.signUp({ ...una, email: 'late@example.org' })
  await expect(field).toBeFocused()
  await expect(page.getByText('This invitation has been used up or has ended.')).toBeVisible()
  await expect(auth.fullName).toHaveValue(una.name)
})

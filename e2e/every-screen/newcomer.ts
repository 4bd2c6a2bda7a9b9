// The way of those who begin: the first administrator, a member without a profile, and a banned one.
import { createFirstAdminLink } from '#features/members/server/first-admin.ts'
import { expect } from '../app.ts'
import { visitTools, type Visit } from './visit-tools.ts'

export async function visitAsNewcomer(input: Visit): Promise<void> {
  const { page, app, signInAs, say, expectConsole } = input
  const { button, dialog, open, room, show, visit } = visitTools(input)
  expectConsole(/status of 4\d\d|HTTP Authentication failed/)
  const link = (await createFirstAdminLink(app.app.platform)) ?? ''
  await page.goto(link)
  await expect(page).toHaveURL(/\/auth$/)
  await show('first-admin-welcome')
  await signInAs('ned')
  await visit('/settings', 'first-profile')
  await signInAs('ada')
  await room('community-setup')
  const steps = page.getByRole('list', { name: say('Set up your community') })
  await expect(steps).toBeVisible()
  await show('community-setup')
  await button('Use the sample', steps).click()
  await expect(button('Schedule 7 days')).toBeEnabled()
  await open(button('Schedule 7 days'), 'community-setup-week')
  await signInAs('bea')
  await page.goto('/meditation')
  await expect(dialog).toBeVisible()
  await show('banned')
}

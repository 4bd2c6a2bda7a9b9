// Changes of today's meditation reach open pages: a meditation is added, changed and removed.
import { busEvents } from '#shared/bus-events.ts'
import type { TestApp } from '#test/app.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'

const noMeditation = 'No Meditation Today'

async function setMeditation(app: TestApp, change: { title?: string; isActive?: boolean }): Promise<void> {
  const { query } = app.database
  if (change.title !== undefined)
    await query.updateTable('meditation_templates').set({ title: change.title }).execute()
  if (change.isActive !== undefined)
    await query.updateTable('schedules').set({ isActive: change.isActive }).execute()
  await app.bus.publish(busEvents.days, { type: 'changed' })
}

test('[MED-36] an open page shows a meditation that is added, changed and deleted, without a reload @full', async ({
  page,
  app,
  signInAs,
  meditation,
}) => {
  await signInAs('mia')
  const { open, sendMessage, messages } = meditationPage(page)
  await open()
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  await expect(heading(noMeditation)).toBeVisible()
  await sendMessage('Is anything on today?')
  await meditation({ title: 'Morning light' })
  await expect(heading('Morning light')).toBeVisible()
  await setMeditation(app, { title: 'Evening light' })
  await expect(heading('Evening light')).toBeVisible()
  await setMeditation(app, { isActive: false })
  await expect(heading(noMeditation)).toBeVisible()
  await expect.poll(messages).toEqual(['Is anything on today?'])

  // A change while the member is on another screen.
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  await link('Referrals').click()
  await expect(page).toHaveURL(/\/referrals$/)
  await setMeditation(app, { isActive: true, title: 'Night light' })
  await link('Meditation').click()
  await expect(heading('Night light')).toBeVisible()
})

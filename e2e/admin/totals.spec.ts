// Community totals for administrators: the analytics tab and the dashboard, from real sessions and changes.
import { personFields, signIn } from '#test/people/people.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'

const phone = { width: 320, height: 640 }
const desktop = { width: 1280, height: 800 }

test('[TOT-01, TOT-02, TOT-07] an administrator sees the totals, refetched at every opening @full', async ({
  page,
  app,
  signInAs,
  meditation,
}) => {
  await signInAs('ada')
  await meditation()
  const { id: templateId } = await app.database.query
    .selectFrom('meditation_templates')
    .select('id')
    .executeTakeFirstOrThrow()
  const recordSitting = (userId: number, sessionDate: string, minutes: number) => {
    const startTime = new Date(`${sessionDate}T12:00:00.000Z`)
    return app.database.query
      .insertInto('meditation_sessions')
      .values({
        userId,
        sessionDate,
        templateId,
        startTime,
        endTime: startTime,
        createdAt: startTime,
        duration: minutes * 60,
      })
      .execute()
  }
  const statValue = (title: string) =>
    page.getByRole('term').filter({ hasText: title }).locator('xpath=following-sibling::dd[1]')

  await page.goto('/admin#analytics')
  await expect(page.getByText('No meditation data available yet')).toBeVisible()
  await expect(statValue('Total Users')).toHaveText('1')

  const mia = await signIn(app, 'mia', { ...personFields.mia, name: 'Maximiliana'.padEnd(60, 'a') })
  const mo = await signIn(app, 'mo', personFields.mo)
  await recordSitting(mia.userId, '2026-10-30', 60)
  await recordSitting(mo.userId, '2026-11-20', 90)
  await page.getByRole('tab', { name: 'Dashboard' }).click()
  await expect(statValue('Total Users')).toHaveText('3')
  await expect(statValue('Total Templates')).toHaveText('1')
  await expect(statValue('Active Schedules')).toHaveText('1')
  await expect(page.getByRole('list', { name: 'Templates by difficulty' }).getByRole('listitem')).toHaveCount(
    3,
  )
  await expect(page.getByRole('region', { name: 'Recent activity' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the dashboard')
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(desktop)

  await page.getByRole('tab', { name: 'Analytics' }).click()
  await expect(statValue('Total Minutes')).toHaveText('150')
  await expect(statValue('Daily Average')).toHaveText('75')
  await expect(statValue('This Month')).toHaveText('90')
  await expect(page.getByRole('list', { name: /^Top 10/ }).getByRole('listitem')).toHaveText([
    /Mo Member\s*90 min · 1\.5 hours/,
    /Maximilianaa+\s*60 min · 1 hour/,
  ])
  await expectAccessibleInBothThemes(page, 'the analytics')
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
})

// From the teacher's desk to the members: one browser speaks, two others sit.
import type { Page } from '@playwright/test'
import { minuteMs } from '#shared/durations.ts'
import { hostFields, signIn } from '#test/people/people.ts'
import { makeLiveSitting } from '#test/streams/live-sitting.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { decodedSound, secondsFromGroup, watchStream } from '../sittings/watched-stream.ts'
import { withFalseCamera } from './false-camera.ts'

test.use(withFalseCamera)

test('[STREAM-03, STREAM-13, STREAM-29] what a teacher says at the desk two members hear, at one second @full', async ({
  app,
  browser,
  context,
  expectConsole,
  page,
  signInAs,
  watch,
}) => {
  test.setTimeout(180_000)
  // Of a stream that has ended the last requests fail, and the last segments.
  expectConsole(/status of 40[49]/)
  const hana = await signIn(app, 'hana', hostFields)
  const [name = '', value = ''] = hana.cookie.split('=')
  await context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Lax' }])
  const { id } = await makeLiveSitting(app, { hostId: hana.userId, inMs: -minuteMs })
  await page.goto(`/teach/${id}`)
  await page.getByRole('button', { name: 'Use the microphone' }).click()
  await page.getByRole('switch', { name: 'Camera' }).click()
  await page.getByRole('button', { name: 'Start speaking' }).click()
  await expect(page.getByText('They hear you', { exact: true })).toBeVisible()

  const contexts = await Promise.all([
    browser.newContext({ baseURL: app.url }),
    browser.newContext({ baseURL: app.url }),
  ])
  const members: { page: Page; stream: ReturnType<typeof watchStream> }[] = []
  for (const [index, memberContext] of contexts.entries()) {
    const member = await memberContext.newPage()
    await watch(member)
    await signInAs(index === 0 ? 'mia' : 'mo', memberContext)
    const stream = watchStream(member)
    const { open, control } = meditationPage(member)
    await open()
    await control('Join the group').click()
    members.push({ page: member, stream })
  }
  const leadMs = async () =>
    (await app.database.query.selectFrom('streams').select('leadMs').executeTakeFirstOrThrow()).leadMs
  const drifts = async () => {
    const lead = await leadMs()
    return Promise.all(
      members.map(
        async (member) =>
          (await secondsFromGroup(member.page, app, { zeroMs: member.stream.zeroMs(), leadMs: lead })) ?? 99,
      ),
    )
  }
  await expect
    .poll(async () => Math.max(...(await drifts()).map(Math.abs)), { timeout: 60_000 })
    .toBeLessThanOrEqual(0.5)
  const [first = 9, second = -9] = await drifts()
  expect(Math.abs(first - second)).toBeLessThanOrEqual(0.4)
  for (const member of members) {
    await expect(member.page.locator('.live-picture')).toHaveAttribute('data-seen', 'true')
    expect(await decodedSound(member.page)).toBeGreaterThan(0)
  }

  await page.getByRole('button', { name: 'End my part' }).click()
  await page.getByRole('button', { name: 'End at once' }).click()
  for (const member of members)
    await expect(member.page.locator('.live-picture')).not.toHaveAttribute('data-seen', { timeout: 5_000 })
  await Promise.all(contexts.map((each) => each.close()))
})

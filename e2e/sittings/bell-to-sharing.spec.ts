// A sitting that starts together: the seat, the bell, the video by itself, latecomers and the ending.
import type { Locator, Page } from '@playwright/test'
import { reflectionAt } from '#features/reflections/reflection.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { TestApp } from '#test/app.ts'
import { makeKnownMembers, makeMessage, makeSitting, moveBell } from '#test/data/factories.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { moveRoomTo } from '../clock.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { templatesPage } from '../pages/templates.ts'
import { soundStarts, startRecordingSounds } from '../record-sounds.ts'
import { twoMemberTest } from '../room.ts'

const second = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => (video.paused ? -1 : video.currentTime))

/** How much of a wide video its place shows. */
const shownPart = (page: Page) =>
  page
    .locator('video')
    .evaluate(({ clientWidth, clientHeight, videoWidth, videoHeight }: HTMLVideoElement) => {
      const shape = clientWidth / clientHeight / (videoWidth / videoHeight)
      return Math.min(shape, 1 / shape)
    })

/** Records when the page's sounds start. */
async function recordSounds(page: Page): Promise<() => Promise<number[]>> {
  await startRecordingSounds(page)
  return () => soundStarts(page)
}

/**
 * Remembers the video element. A press has allowed it to play, so none may take its place: the result says whether it is
 * still the page's only one.
 */
async function rememberVideo(page: Page): Promise<() => Promise<boolean>> {
  const remembered = await page.locator('video').elementHandle()
  return () =>
    page.evaluate((video) => {
      const [only, ...others] = document.querySelectorAll('video')
      return only === video && others.length === 0
    }, remembered)
}

/** Counts changes of what screen readers announce by themselves. */
async function countAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announced: string[] = []
    Object.assign(window, { announced })
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest(
          '[role=status],[role=alert],[role=log],[aria-live=polite],[aria-live=assertive]',
        )
        if (region) announced.push(`${region.getAttribute('role')}: ${region.textContent}`)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced)
}

test('[PHASE-10, PHASE-25, PULSE-01] who takes a seat hears the bell and nothing else: the video starts by itself, two thirds of it on a phone, and its end opens the sharing; a level on arrival can be changed, and one after it counts', async ({
  page,
  app,
  signInAs,
}) => {
  await makeSitting(app, { inMs: 600_000, bellSeconds: 2 })
  const { userId } = await signInAs('mia')
  const sounds = await recordSounds(page)
  const { open, player, composer, control, continueToLevels } = meditationPage(page)
  await open()
  await expect(player.getByRole('timer')).toContainText('The bell rings in')
  await expect(page.getByText('You are the first. Others will come.')).toBeVisible()
  const row = page.getByRole('group', { name: 'How is your energy?' })
  await row.getByRole('button', { name: /^Heart/ }).click()
  await expect(row.getByRole('button', { name: /^Heart/, pressed: true })).toBeVisible()
  await row.getByRole('button', { name: /^Root/ }).click()
  await expect(row.getByRole('button', { pressed: true })).toHaveAccessibleName(/^Root/)
  const isSameVideo = await rememberVideo(page)
  await player.getByRole('button', { name: 'Take your seat' }).click()
  await expect(player.getByText('You have a seat. The video starts by itself.')).toBeVisible()
  await composer.fill('Half a sentence')
  const { id, startsAt, videoAt } = await moveBell(app, 3_000)
  await expect(player.getByText('The bell', { exact: true })).toBeVisible()
  expect(app.clock.now()).toBeGreaterThanOrEqual(startsAt)
  const announcements = await countAnnouncements(page)
  const serverAheadMs = app.clock.now() - Date.now()
  const [rangAt = 0] = await sounds()
  expect(Math.abs(rangAt + serverAheadMs - startsAt)).toBeLessThan(150)
  await expect.poll(() => second(page)).toBeGreaterThan(0.5)
  // The page's second is of a moment between the two.
  const from = (app.clock.now() - videoAt) / 1_000
  const position = await second(page)
  const to = (app.clock.now() - videoAt) / 1_000
  expect(position).toBeGreaterThan(from - 1)
  expect(position).toBeLessThan(to + 1)
  await expect(page.getByText('How is your energy before you begin?')).toBeHidden()
  await expect(page.getByText(/^The chat rests until/)).toBeAttached()
  await expect(composer).toBeHidden()
  expect(await announcements()).toEqual([])

  const desktop = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => shownPart(page)).toBeCloseTo(0.68, 2)
  await page.setViewportSize(desktop)

  const gail = await signIn(app, 'gail', personFields.gail)
  await request(app, `POST /api/sittings/${id}/end`, { as: gail })
  await expect(player.getByRole('heading', { name: 'You sat here today.' })).toBeVisible()
  // WebKit draws the round cap of a path without length over the whole picture.
  const pointLength = () =>
    player.locator('.bell-point').evaluate((path: SVGPathElement) => path.getTotalLength())
  expect(await pointLength()).toBeGreaterThan(0)
  await expect.poll(async () => (await sounds()).length).toBe(2)
  await expect(composer).toHaveValue('Half a sentence')
  await expect(composer).toBeFocused()
  await continueToLevels()
  expect(await second(page)).toBe(-1)
  expect(await isSameVideo()).toBe(true)

  await expect(player.getByText('You arrived with')).toHaveText('You arrived with Root')
  const buttons = [control('Save'), control('Save and add to the room’s energy')] as const
  await expect(buttons[0]).toBeHidden()
  await control('Sacral: Creative & Flowing').click()
  for (const button of buttons) {
    await expect(button).toBeVisible()
    await expect(button).not.toBeFocused()
  }
  const [first, other] = await Promise.all(buttons.map((button) => button.getAttribute('class')))
  expect(first).toBe(other)
  await buttons[1].click()
  await expect(player.getByText('+1 level')).toBeVisible()
  const entries = await app.database.query
    .selectFrom('mood_entries')
    .select(['moodType', 'emotionLevel', 'sittingId', 'reflectionOptIn'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { moodType: 'pre', emotionLevel: 5, sittingId: id, reflectionOptIn: false },
    { moodType: 'pre', emotionLevel: 2, sittingId: id, reflectionOptIn: false },
    { moodType: 'post', emotionLevel: 3, sittingId: id, reflectionOptIn: true },
  ])
})

test('[PULSE-08, CARE-01, CARE-05] the ending says how the room changed; a hard sitting brings a card that leads to the garden angels @full', async ({
  page,
  app,
  signInAs,
}) => {
  const sitting = await makeSitting(app, { inMs: 600_000 })
  await insertPairs(app, sitting, 8)
  await signInAs('mia')
  const { open, player, control, continueToLevels } = meditationPage(page)
  await open()
  await control('Take your seat').click()
  await moveRoomTo(page, app.clock, sitting.sharingAt)
  await continueToLevels()
  await control('Not now').click()
  // Alone in the room, she is promised no number.
  await expect(player.getByText(/^The room’s energy comes at/)).toBeHidden()
  app.clock.set(reflectionAt(sitting))
  await expect(player.getByText('The room rose by 1.0 centers (8 people)')).toBeVisible({ timeout: 15_000 })
  const late = await page.context().newPage()
  await late.goto(`${app.url}/meditation`)
  await meditationPage(late).control('Not now').click()
  // On the stage and above the chat.
  await expect(
    late.getByText('The room rose by 1.0 centers (8 people)').filter({ visible: true }),
  ).toHaveCount(2)
  await late.close()

  await page.reload()
  await continueToLevels()
  const row = player.getByRole('group', { name: 'How are you leaving?' })
  await row.getByRole('button', { name: /^No Awareness/ }).click()
  await control('Save').click()
  const card = page.getByRole('region', { name: 'Be kind to yourself now' })
  await expect(card).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await card.evaluate((element) => element.contains(document.activeElement))).toBe(false)
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await card.getByRole('button', { name: 'Talk to a garden angel' }).click()
  await expect(card).toBeHidden()
  await expect(page.getByRole('form', { name: 'I am not well' })).toBeVisible()
  // Nothing is sent before the member submits the form (CARE-03).
  expect(await app.database.query.selectFrom('help_requests').select('id').execute()).toEqual([])
})

/** A Before and an After one center higher, of so many other known members who count. */
async function insertPairs(app: TestApp, { id, doorsAt, sharingAt }: Sitting, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const { userId } = await signIn(app, `sitter-${number}`, { name: `Sitter ${number}` })
    await makeKnownMembers(app, [{ userId }])
    await app.database.query.insertInto('reflection_opt_ins').values({ userId, isOptedIn: true }).execute()
    const entry = {
      userId,
      sessionDate: app.calendar.today(),
      sittingId: id,
      notes: null,
      comment: null,
    }
    await app.database.query
      .insertInto('mood_entries')
      .values([
        { ...entry, moodType: 'pre', emotionLevel: 4, createdAt: new Date(doorsAt) },
        {
          ...entry,
          moodType: 'post',
          emotionLevel: 5,
          reflectionOptIn: true,
          createdAt: new Date(sharingAt),
        },
      ])
      .execute()
  }
}

test('[PHASE-14] a latecomer joins at the group’s second; in the last minute they wait for the sharing @full', async ({
  page,
  app,
  signInAs,
}) => {
  const { videoAt } = await makeSitting(app, { inMs: -41_000 })
  await signInAs('mia')
  const { open, player } = meditationPage(page)
  await open()
  await player.getByRole('button', { name: 'Join the group' }).click()
  await expect.poll(() => second(page)).toBeGreaterThan(39)
  const [position, now] = [await second(page), app.clock.now()]
  expect(Math.abs(position - (now - videoAt) / 1_000)).toBeLessThan(1.5)

  app.clock.advance(80_000)
  await page.reload()
  await expect(player.getByRole('timer')).toContainText('The sharing opens in')
  await expect(player.getByRole('button', { name: 'Join the group' })).toBeHidden()
})

test('[SYNC-23, TPL-25] an administrator checks a video: length and bandwidth are measured, and another address clears it @full', async ({
  page,
  signInAs,
  meditation,
}) => {
  await meditation({ mediaSeconds: null })
  await signInAs('ada')
  const { open, card, form, field, clickFormButton } = templatesPage(page)
  await open()
  await card('Morning light on still water').getByRole('button', { name: 'Edit' }).click()
  await clickFormButton('Check the video')
  await expect(form.getByText('Its length is 2 min 48 s. It needs about 0.2 Mbit/s')).toBeVisible()
  await clickFormButton('Save template')
  await expect(form).toBeHidden()
  await card('Morning light on still water').getByRole('button', { name: 'Edit' }).click()
  await expect(form.getByText('Its length is 2 min 48 s.')).toBeVisible()
  await field('Video').fill('/media/other.mp4')
  await expect(form.getByText('Its length isn’t known yet', { exact: false })).toBeVisible()
})

test('[PHASE-11, PHASE-23] a member who sits notices nothing of servers that are away; at the end they learn that they are offline @full', async ({
  page,
  context,
  app,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|WebSocket/)
  await makeSitting(app, { inMs: 600_000, template: { mediaSeconds: 6 } })
  await signInAs('mia')
  const { open, player } = meditationPage(page)
  await open()
  await player.getByRole('button', { name: 'Take your seat' }).click()
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    if (video.readyState < HTMLMediaElement.HAVE_ENOUGH_DATA)
      await new Promise((resolve) => video.addEventListener('canplaythrough', resolve, { once: true }))
  })
  await moveBell(app, 5_000)
  await expect(player.getByRole('timer')).toContainText(/in\s*0:0\d/)
  await context.setOffline(true)
  const offline = page.getByText(/^You’re offline/)
  await expect.poll(() => second(page)).toBeGreaterThan(1)
  await expect(offline).toBeHidden()
  await expect(player.getByRole('heading', { name: 'You sat here today.' })).toBeVisible()
  await expect(offline).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 15_000 })
})

async function expectAccessibleAtAllWidths(page: Page, what: string): Promise<void> {
  await expectAccessibleInBothThemes(page, what)
  for (const width of [320, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
}

test('[PHASE-09] doors and ending are accessible in both themes, and a low picture shows all of them @full', async ({
  page,
  app,
  signInAs,
}) => {
  const sitting = await makeSitting(app, { inMs: 600_000 })
  await signInAs('mia')
  const { open, player, control, continueToLevels } = meditationPage(page)
  const expectOnStage = async (part: Locator, width: number, height: number) => {
    await page.setViewportSize({ width, height })
    const room = async () => {
      const [picture, box] = [await player.boundingBox(), await part.boundingBox()]
      return picture!.y + picture!.height - box!.y - box!.height
    }
    await expect.poll(room, `${width} x ${height}`).toBeGreaterThan(0)
  }
  await open()
  await expect(player.getByRole('button', { name: 'Take your seat' })).toBeVisible()
  await expectAccessibleAtAllWidths(page, 'the doors')
  const seat = player.getByRole('button', { name: 'Take your seat' })
  await expectOnStage(seat, 1366, 768)
  await expectOnStage(seat, 844, 390)
  await expectOnStage(seat, 360, 640)

  app.clock.set(sitting.videoAt + 2_000)
  await page.reload()
  await player.getByRole('button', { name: 'Join the group' }).click()
  const gail = await signIn(app, 'gail', personFields.gail)
  await request(app, `POST /api/sittings/${sitting.id}/end`, { as: gail })
  await continueToLevels()
  await expectAccessibleAtAllWidths(page, 'the ending')
  await control('Not now').click()
  const onward = control('To the sharing')
  await expectOnStage(onward, 1366, 768)
  await expectOnStage(onward, 390, 844)
})

test('[PHASE-09] from the gathering to the end of the silence every moment is accessible in both themes @full', async ({
  page,
  app,
  signInAs,
}) => {
  const sitting = await makeSitting(app, { inMs: 600_000, gatherSeconds: 60, silenceMinutes: 2 })
  await signInAs('mia')
  const { open, player } = meditationPage(page)
  await open()
  for (const [moment, text] of [
    [sitting.gatherAt + 1_000, 'The bell rings in'],
    [sitting.videoAt + 2_000, 'Join the group'],
    [sitting.sharingAt - 50_000, 'The sharing opens in'],
  ] as const) {
    app.clock.set(moment)
    await page.reload()
    await expect(player.getByText(text, { exact: false })).toBeVisible()
    await expectAccessibleAtAllWidths(page, text)
  }
  app.clock.set(sitting.videoAt + 2_000)
  await page.reload()
  await player.getByRole('button', { name: 'Join the group' }).click()
  await page.getByRole('button', { name: 'Technical help' }).click()
  await expect(page.getByRole('form', { name: 'Technical help' })).toContainText(
    'No garden angel is in the room',
  )
  await expectAccessibleInBothThemes(page, 'the sitting, with help open')
})

test('[PHASE-16] at midnight a member who sits stays in their sitting @full', async ({
  page,
  app,
  signInAs,
}) => {
  app.clock.set('2026-11-22T05:59:50.000Z')
  await makeSitting(app, { inMs: -10_000 })
  await signInAs('mia')
  const { open, player } = meditationPage(page)
  await open()
  await player.getByRole('button', { name: 'Join the group' }).click()
  await expect
    .poll(() => app.clock.now(), { timeout: 30_000 })
    .toBeGreaterThan(Date.parse('2026-11-22T06:00:08Z'))
  await page.keyboard.press('Escape')
  await expect(page.getByText('Saturday, November 21')).toBeVisible()
  await expect(page.getByText('The next day’s room is open')).toBeHidden()
  await expect(page.getByText(/^The chat rests until/)).toBeVisible()
  expect(await second(page)).toBeGreaterThan(20)
})

twoMemberTest(
  '[TRUST-01, THANK-01, THANK-02] an unlisted member is in no list; one press thanks the room, from the ending or below the stage @full',
  async ({ page, app, signInAs, mo }) => {
    const { id } = await makeSitting(app, { inMs: 60_000 })
    await signInAs('mia')
    const mia = meditationPage(page)
    await Promise.all([mia.open(), mo.open()])
    const facesOf = ({ page: each }: typeof mia) => each.locator('.circle-face')
    for (const each of [mia, mo]) await expect(facesOf(each)).toHaveCount(2)
    await expect(page.getByText('2 are here')).toBeVisible()
    await mo.page.getByRole('button', { name: 'Sit quietly' }).click()
    for (const each of [mia, mo]) await expect(facesOf(each)).toHaveCount(1)
    await expect(page.getByText('2 are here')).toBeVisible()
    await expect(
      mo.page.getByText('You’re sitting quietly. Messages still show your name and picture.'),
    ).toBeVisible()

    await mia.player.getByRole('button', { name: 'Take your seat' }).click()
    app.clock.advance(62_000)
    const gail = await signIn(app, 'gail', personFields.gail)
    await request(app, `POST /api/sittings/${id}/end`, { as: gail })
    await mo.page.getByRole('button', { name: 'Thank everyone' }).click()
    await expect(mo.page.getByText('You said thank you')).toBeVisible()
    await mia.continueToLevels()
    await mia.control('Not now').click()
    await expect(mia.player.getByText('One person said thank you')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Thank everyone' })).toHaveCount(1)
    await mia.player.getByRole('button', { name: 'Thank everyone' }).click()
    const both = 'You and one other said thank you'
    await expect(mia.player.getByText(both)).toBeVisible()
    await expect(mo.page.getByText(both)).toBeVisible()
    await mo.page.reload()
    await expect(mo.page.getByText(both)).toBeVisible()
    await expect(mo.page.getByRole('button', { name: 'Thank everyone' })).toBeHidden()
  },
)

test.describe('on a phone', () => {
  test.use({ hasTouch: true })

  test('[CHAT-38] on a phone on its side a message is whole, and who writes reads that the sharing closes @full', async ({
    page,
    app,
    signInAs,
  }) => {
    await page.setViewportSize({ width: 844, height: 390 })
    const { endsAt } = await makeSitting(app, { inMs: 600_000 })
    const yuki = await signIn(app, 'yuki', { name: 'Yuki Tanaka' })
    await signInAs('mia')
    app.clock.set(endsAt - 90_000)
    await makeMessage(app, yuki, { text: 'First time here. Glad I came.' })
    const { open, composer, log } = meditationPage(page)
    await open()
    const line = page.getByText(/^The sharing (is open until|closes)/)
    await expect(line).toBeVisible()
    await expect(page.getByRole('button', { name: 'I felt …' })).toBeVisible()
    await expect(log.getByRole('listitem')).toBeVisible()
    expect(await log.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
    await composer.focus()
    await expect(line).toBeHidden()
    await moveRoomTo(page, app.clock, endsAt - 50_000)
    await expect(line).toBeVisible()
    await expect(line).toHaveText('The sharing closes in a minute.')
  })

  test('[CHAT-38, QUIET-04, STAGE-03] in the sharing a phone shows the last message; the opened chat has two whole ones, also on a small phone, and closed the picture is as it was @full', async ({
    page,
    app,
    signInAs,
  }) => {
    await page.setViewportSize({ width: 412, height: 915 })
    const { sharingAt } = await makeSitting(app, { inMs: 600_000 })
    const yuki = await signIn(app, 'yuki', { name: 'Yuki Tanaka' })
    await signInAs('mia')
    const { open, player, control, composer, log } = meditationPage(page)
    await open()
    await control('Take your seat').click()
    app.clock.set(sharingAt + 1_000)
    for (const text of ['First time here.', 'Glad I came.', 'Until tomorrow.'])
      await makeMessage(app, yuki, { text })
    await page.reload()
    await expect(log.getByText('Until tomorrow.')).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 375, height: 667 })
    const height = async () => (await player.boundingBox())!.height
    const toggle = page.getByRole('button', { name: /^Sharing until/ })
    await toggle.click()
    for (const message of (await log.getByRole('listitem').all()).slice(-2))
      await expect(message).toBeInViewport({ ratio: 1 })
    await expect(composer).toBeInViewport({ ratio: 1 })
    const opened = await height()
    await toggle.click()
    await expect.poll(height).toBeGreaterThan(opened + 40)
  })
})

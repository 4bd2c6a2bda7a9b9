// Midnight in the room: one member's video plays, the other only waits; the old room closes, and the video ends.
import type { Page } from '@playwright/test'
import { roomOfDay } from '#shared/live/room-key.ts'
import type { TestApp } from '#test/app.ts'
import { expect } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { twoMemberTest } from '../room.ts'

const day = '2026-11-21'
const next = '2026-11-22'

/** All clients switch to the new day as soon as they may. */
const disableJitter = (page: Page) =>
  page.addInitScript(() => {
    Math.random = () => 0
  })

/** Drops the page's messages, except joins, until it joins the next day's room. */
const muteUntilNext = async (page: Page) => {
  let isMute = true
  await page.routeWebSocket('**/ws*', (route) => {
    const server = route.connectToServer()
    route.onMessage((frame) => {
      if (String(frame).includes(next)) isMute = false
      if (!isMute || String(frame).includes('join-session')) server.send(frame)
    })
  })
}

const counts = ({ app }: TestApp) => [day, next].map((date) => app.live.presence.count(roomOfDay(date)))

twoMemberTest(
  '[LIVE-16, LIVE-17, LIVE-18] at midnight a waiting member moves to the new day, a sitting member stays until the video ends @full',
  async ({ page, app, clock, signInAs, meditation, mo }) => {
    clock.set('2026-11-22T05:59:30Z')
    await meditation({ title: 'The last one' })
    await meditation({ title: 'The next one', day: next })
    const { userId } = await signInAs('mia')
    const mia = meditationPage(page)
    await muteUntilNext(mo.page)
    for (const member of [mia, mo]) {
      await disableJitter(member.page)
      await member.open()
    }
    const titleOf = (member: typeof mia) => member.page.getByRole('heading', { level: 1 })
    const banner = page.getByText('The next day’s room is open', { exact: true })
    const goThereButton = page.getByRole('button', { name: 'Go there' })
    await mia.control('Play the video').click()
    await expect.poll(mia.isPlaying).toBe(true)
    await mia.composer.fill('Something for later')
    await mo.sendMessage('Just before midnight')
    await expect(mo.sending).toHaveCount(1)

    // Half a second later the room announces the new day.
    clock.set('2026-11-22T05:59:59.500Z')
    await expect(titleOf(mo)).toHaveText('The next one')
    await expect(mo.page.getByText('Sunday, November 22', { exact: true })).toBeVisible()
    await expect(mo.stat('Active Now')).toHaveText('1')
    await expect(mo.page.getByRole('button', { name: 'Go there' })).toBeHidden()
    await expect(banner).toBeVisible()
    await expect(titleOf(mia)).toHaveText('The last one')
    await expect(mia.stat('Active Now')).toHaveText('1')
    expect(counts(app)).toEqual([1, 1])
    await mia.sendMessage('Still sitting')
    await expect.poll(mia.messages).toEqual(['Still sitting'])
    // The message in flight has arrived.
    await expect.poll(mo.messages).toEqual(['Just before midnight'])
    await mo.sendMessage('Already here')
    const nextMessages = ['Just before midnight', 'Already here']
    await expect.poll(mo.messages).toEqual(nextMessages)
    expect(await mia.messages()).toEqual(['Still sitting'])
    expect(await mia.isPlaying()).toBe(true)

    // Three minutes of meditation, and fifteen more.
    await mia.composer.fill('Something for later')
    clock.set('2026-11-22T06:18:00Z')
    await expect.poll(mia.messages).toEqual(nextMessages)
    await expect(mia.stat('Active Now')).toHaveText('2')
    expect(counts(app)).toEqual([0, 2])
    await expect(titleOf(mia)).toHaveText('The last one')
    expect(await mia.isPlaying()).toBe(true)
    await expect(mia.composer).toHaveValue('Something for later')
    await expect(banner).toBeVisible()

    await mia.video.evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 0.2
    })
    await expect(titleOf(mia)).toHaveText('The next one')
    await expect(banner).toBeHidden()
    expect(await mia.seconds()).toBe(0)
    await expect(mia.composer).toHaveValue('Something for later')

    // The energy entry after that sitting belongs to its day; so does its time.
    await page.getByText('How is your energy now?').waitFor()
    await page.getByRole('button', { name: 'Track it' }).click()
    await expect(mia.dialog).toContainText('For Saturday, November 21')
    await mia.dialog.getByRole('button', { name: 'Save' }).click()
    await expect(mia.dialog).toBeHidden()
    const savedEntries = await app.database.query
      .selectFrom('mood_entries')
      .select('sessionDate')
      .where('userId', '=', userId)
      .execute()
    expect(savedEntries).toEqual([{ sessionDate: day }])
    const visits = () =>
      app.database.query
        .selectFrom('meditation_sessions')
        .select('sessionDate')
        .where('userId', '=', userId)
        .orderBy('id')
        .execute()
    await expect.poll(visits).toEqual([{ sessionDate: day }, { sessionDate: next }])

    // The next day has no meditation; the keyboard suffices to go there.
    await mia.control('Play the video').click()
    await expect.poll(mia.isPlaying).toBe(true)
    clock.set('2026-11-23T06:00:00Z')
    await expect(banner).toBeVisible()
    await goThereButton.focus()
    await page.keyboard.press('Enter')
    await expect(titleOf(mia)).toHaveText('No Meditation Today')
    await expect(titleOf(mo)).toHaveText('No Meditation Today')
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
  },
)

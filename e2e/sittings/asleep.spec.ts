// A device that slept over the bell: its own clock went on, and the page's, which is `performance.now()`, stopped.
import { wall } from '#test/community-days.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'

const day = '2026-11-21'
const bell = Date.parse(wall(`${day} 19:00`))

for (const { who, minutes, before, after } of [
  { who: 'with a seat', minutes: 3, before: 'The bell rings in', after: 'On my own' },
  { who: 'without one', minutes: 28, before: 'Next Meditation in', after: 'Join the group' },
])
  test(`[PHASE-06] who wakes a minute after the bell, ${who}, sees the sitting at once @full`, async ({
    page,
    app,
    meditation,
    signInAs,
  }) => {
    app.clock.set(bell - minutes * 60_000)
    await meditation({
      day,
      title: 'Evening',
      scheduledTime: '19:00',
      sitting: { together: true, doorsMinutes: 10, sharingMinutes: 10 },
    })
    await signInAs('mia')
    await page.addInitScript(() => {
      const read = Date.now.bind(Date)
      let sleptMs = 0
      Date.now = () => read() + sleptMs
      window.addEventListener('slept', (event) => (sleptMs += (event as CustomEvent<number>).detail))
    })
    const main = page.locator('main')
    const screen = meditationPage(page)
    await screen.open()
    if (minutes < 10) await screen.control('Take your seat').click()
    await expect(main).toContainText(before)
    // The socket stays, and the server's clock goes on.
    app.clock.advance((minutes + 1) * 60_000)
    await page.evaluate(
      (ms) => {
        window.dispatchEvent(new CustomEvent('slept', { detail: ms }))
        document.dispatchEvent(new Event('visibilitychange'))
      },
      (minutes + 1) * 60_000,
    )
    // Sooner than the page looks at its clock by itself.
    await expect(main).toContainText(after, { timeout: 4_000 })
  })

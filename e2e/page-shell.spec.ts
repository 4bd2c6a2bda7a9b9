// The page's static shell: it is there before the scripts, and the screen takes its place without moving the title.
import { expect, test } from './app.ts'

/** Records, frame by frame, what is visible: the shell, the app or nothing, and where the title stands. */
const recordFrames = `
  window.frames_ = []
  ;(function record() {
    const isVisible = (element) => !!element && element.getClientRects().length > 0
    const title = [...document.querySelectorAll('h1')].find(isVisible)
    const shown = isVisible(document.getElementById('shell')) ? 'shell' : title ? 'screen' : 'nothing'
    const { x = 0, y = 0 } = title?.getBoundingClientRect() ?? {}
    if (document.body) window.frames_.push(shown + ' ' + Math.round(x) + ' ' + Math.round(y))
    requestAnimationFrame(record)
  })()`

for (const [path, isMember] of [
  ['/auth', false],
  ['/meditation', true],
  ['/mood-analytics', true],
] as const)
  test(`[SHELL-29] the shell of ${path} gives way to its screen without a blank frame or a jump`, async ({
    app,
    page,
    signInAs,
    meditation,
  }) => {
    await meditation({ title: 'The one and only' })
    if (isMember) {
      const { userId } = await signInAs('mia')
      const entry = { userId, sessionDate: '2026-11-21', emotionLevel: 4, moodType: 'pre' } as const
      await app.database.query
        .insertInto('mood_entries')
        .values({ ...entry, createdAt: new Date(app.clock.now()) })
        .execute()
    }
    await page.addInitScript({ content: recordFrames })
    // Long enough for the loading states to be drawn.
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      await route.continue()
    })
    await page.goto(path)
    await expect(page.locator('#root').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('#shell')).toHaveCount(0)
    const frames = await page.evaluate(() => (window as unknown as { frames_: string[] }).frames_)
    const kinds = frames.map((frame) => frame.split(' ')[0])
    expect([...new Set(kinds.slice(kinds.indexOf('shell')))]).toEqual(['shell', 'screen'])
    const lastOf = (kind: string) =>
      frames
        .findLast((frame) => frame.startsWith(kind))
        ?.split(' ')
        .slice(1)
    expect(lastOf('screen')).toEqual(lastOf('shell'))
  })

// Lights down: what stays of the room while its member sits, and the ways back to the light.
import type { Page } from '@playwright/test'
import { makeSitting, moveBell } from '#test/data/factories.ts'
import { joinLive } from '#test/live/live-client.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect, test } from '../app.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../axe.ts'
import { meditationPage } from '../pages/meditation-page.ts'

test('[STAGE-01, STAGE-02, STAGE-03] from the bell on only the video, the faces and one row stay; Esc closes what is open first, then raises the lights @full', async ({
  page,
  app,
  signInAs,
}) => {
  await makeSitting(app, { inMs: 600_000 })
  await signInAs('mia')
  const { open, control, composer, player } = meditationPage(page)
  await open()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const topBar = page.getByRole('banner')
  await control('Take your seat').click()
  const frame = await player.boundingBox()
  const { id } = await moveBell(app, 3_000)
  await expect(topBar).toBeHidden()
  // Unseen, it still names the page to screen readers.
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveCount(1)
  expect(await title.evaluate((heading) => heading.checkVisibility({ opacityProperty: true }))).toBe(false)
  await expect(page.getByText('Live chat')).toBeHidden()
  for (const name of ['I am not well', 'Technical help', 'Show the chat'])
    await expect(button(name)).toBeVisible()
  await expect(page.getByText(/^You sit here until \d/)).toBeVisible()
  await expect
    .poll(async () => (await player.boundingBox())?.height)
    .toBeGreaterThan((frame?.height ?? 0) + 40)
  await expectAccessible(page)

  await button('Show the chat').click()
  await expect(page.getByText(/^The chat rests until/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^The chat rests until/)).toBeHidden()
  await expect(topBar).toBeHidden()

  for (const name of ['I am not well', 'Technical help']) {
    await button(name).click()
    const sheet = page.getByRole('form', { name })
    // A press on its words takes the focus from its field.
    await sheet.getByRole('heading').first().click()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(topBar).toBeHidden()
    await expect(button(name)).toBeFocused()
  }

  // Unseen, it is there for screen readers.
  await expect(page.getByRole('toolbar', { name: 'Lights down' })).toHaveCSS('clip-path', 'inset(50%)')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('toolbar', { name: 'Lights down' })).toHaveCSS('clip-path', 'none')
  await page.keyboard.press('Escape')
  await expect(topBar).toBeVisible()
  await expect(page.getByText(/^The chat rests until/)).toBeVisible()
  await expect(player).not.toHaveAttribute('data-dark')
  await button('Lights down').click()
  await expect(topBar).toBeHidden()
  // By keyboard each way leads to the way back.
  await page.keyboard.press('Tab')
  await button('Lights up').press('Enter')
  await expect(button('Lights down')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button('Lights up')).toBeFocused()
  await expect(topBar).toBeHidden()

  const gail = await signIn(app, 'gail', personFields.gail)
  await expect
    .poll(async () => (await player.boundingBox())?.height)
    .toBeGreaterThan((frame?.height ?? 0) + 40)
  await expect.poll(() => player.evaluate((picture) => picture.getAnimations().length)).toBe(0)
  const heightAtHome = player.evaluate(async (picture) => {
    let ways: Animation[] = []
    while (ways.length === 0) {
      await new Promise(requestAnimationFrame)
      ways = picture.getAnimations()
    }
    for (const way of ways) way.finish()
    return picture.getBoundingClientRect().height
  })
  await request(app, `POST /api/sittings/${id}/end`, { as: gail })
  await expect(topBar).toBeVisible()
  await expect(composer).toBeVisible()
  await expect(player).not.toHaveAttribute('data-dark')
  // Also before the page hears that its way is over; the words of the ending may need more than before.
  const home = await player.boundingBox()
  expect(await heightAtHome).toBeCloseTo(home?.height ?? 0, 0)
})

test('[STAGE-02, STAGE-03] a phone shows two thirds of a wide video, in the dark and in the light; who leaves is offered to join again, in the light @full', async ({
  page,
  app,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await makeSitting(app, { inMs: -20_000 })
  await signInAs('mia')
  const { open, control } = meditationPage(page)
  await open()
  await control('Join the group').click()
  await expect(page.getByRole('banner')).toBeHidden()
  const shownPart = () =>
    page
      .locator('video')
      .evaluate(({ clientWidth, clientHeight, videoWidth, videoHeight }: HTMLVideoElement) => {
        const shape = clientWidth / clientHeight / (videoWidth / videoHeight)
        return Math.min(shape, 1 / shape)
      })
  await expect.poll(shownPart).toBeCloseTo(0.68, 2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('banner')).toBeVisible()
  expect(await shownPart()).toBeCloseTo(0.68, 2)
  await page.getByRole('button', { name: 'Lights down' }).click()
  await expect(page.getByRole('banner')).toBeHidden()
  await page.mouse.move(300, 300)
  await page.getByRole('button', { name: 'Leave the sitting' }).click()
  await expect(control('Join the group')).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByText('You can come in quietly.')).toBeVisible()
})

/** What of the dark room lies on something else, or outside of its place. */
const overlapsInTheDark = (page: Page) =>
  page.evaluate(() => {
    const [picture, bar, row, chat] = [
      '[data-dark]',
      '.dark-bar',
      '.dark-row',
      '.dark-sheet .chat-panel',
    ].map((part) => document.querySelector(part)!)
    const isOnItsSide = matchMedia('(height < 30rem)').matches
    const box = (part: Element) => part.getBoundingClientRect()
    const parts = [...row!.querySelectorAll('.dark-faces, p, button')].filter((part) =>
      part.checkVisibility(),
    )
    const cross = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5
    const faults = [
      box(row!).top < box(picture!).bottom - 0.5 && 'the row lies on the picture',
      !isOnItsSide && box(bar!).bottom > box(picture!).top + 0.5 && 'the bar lies on the picture',
      chat!.checkVisibility({ visibilityProperty: true }) &&
        box(chat!).bottom > box(row!).top + 0.5 &&
        'the chat lies on the row',
      row!.scrollWidth > row!.clientWidth && 'the row scrolls sideways',
      ...parts.map(
        (one, index) =>
          parts.slice(index + 1).some((other) => cross(box(one), box(other))) && `on ${one.textContent}`,
      ),
    ]
    return faults.filter((fault) => fault !== false)
  })

test('[STAGE-01, STAGE-03] text of twice its size lies on nothing in the dark, and scrolls below the picture @full', async ({
  page,
  app,
  signInAs,
}) => {
  await makeSitting(app, { inMs: -20_000 })
  // She has a host’s button.
  await signInAs('gail')
  const { open, control } = meditationPage(page)
  await open()
  await control('Join the group').click()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.locator('.dark-actions button').first()).toBeAttached()
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const chat = (name: string) => page.getByRole('button', { name, exact: true })
  for (const [width, height] of [
    [390, 844],
    [360, 640],
    [844, 390],
    [820, 1_180],
    [1_280, 600],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => overlapsInTheDark(page), `${width}x${height}`).toEqual([])
    await expectNoSidewaysScroll(page)
    await chat('Show the chat').click()
    if (width < 1_024) await expect.poll(() => overlapsInTheDark(page), `chat, ${width}`).toEqual([])
    // On a phone on its side a fifth of the window stays above it.
    if (height === 390) {
      const top = () => page.locator('.dark-sheet').evaluate((sheet) => sheet.getBoundingClientRect().top)
      await expect.poll(top).toBeGreaterThanOrEqual(height / 5)
    }
    await chat('Hide the chat').click()
    await page.mouse.move(width / 2, 150)
    await page.getByRole('button', { name: 'On my own' }).scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name: 'On my own' })).toBeInViewport({ ratio: 1 })
  }
})

test('[STAGE-03] on a phone on its side the faces in the dark are whole or not shown, whatever the length of the words @full', async ({
  page,
  app,
  signInAs,
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await makeSitting(app, { inMs: -20_000 })
  for (const name of ['Ana', 'Ben', 'Cleo', 'Dan', 'Eva'])
    await joinLive(app, await signIn(app, name, { name }), app.calendar.today())
  await signInAs('mia')
  const { open, control } = meditationPage(page)
  await open()
  await control('Join the group').click()
  const faces = page.locator('.dark-faces > *')
  await expect(faces).toHaveCount(4)
  const actions = page.locator('.dark-actions')
  await expect(actions.locator('button')).toHaveCount(2)
  // Those of German, and longer ones.
  for (const letterPx of [0, 2, 3]) {
    await page.evaluate((letterPx) => {
      for (const words of document.querySelectorAll<HTMLElement>('.dark-row :is(button, .dark-actions)'))
        words.style.letterSpacing = `${letterPx}px`
    }, letterPx)
    // As many as fit are drawn a frame later.
    await expect
      .poll(() =>
        faces.evaluateAll((all) => all.map((face) => face.getBoundingClientRect().bottom > innerHeight)),
      )
      .not.toContain(true)
    await page.mouse.move(400 + letterPx, 20)
    await expect(actions).toBeInViewport({ ratio: 1 })
  }
})

test('[STAGE-03] at the end a phone’s picture goes back in one way, without controls, and keeps its height for the ending; its film keeps its shape, the row its light @full', async ({
  page,
  app,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await makeSitting(app, { inMs: 600_000 })
  await signInAs('mia')
  const { open, control, player, composer } = meditationPage(page)
  await open()
  await control('Take your seat').click()
  const { id, videoAt } = await moveBell(app, 1_500)
  await expect.poll(() => app.clock.now()).toBeGreaterThan(videoAt + 3_000)
  const dark = await player.boundingBox()
  const wayBack = player.evaluate(
    (picture) =>
      new Promise<{ lowest: number; hasControls: boolean; filmHeights: number[] }>((resolve) => {
        const seen = { lowest: Infinity, hasControls: false, filmHeights: new Set<number>() }
        const [film, water] = ['video', '.melting'].map((name) => picture.querySelector(name)!)
        const look = () => {
          seen.lowest = Math.min(seen.lowest, picture.getBoundingClientRect().height)
          seen.hasControls ||= picture.querySelector('[name=seek]') !== null
          seen.filmHeights.add(Math.round(film!.getBoundingClientRect().height))
          if (picture.hasAttribute('data-dark') || Number(getComputedStyle(water!).opacity) < 1)
            requestAnimationFrame(look)
          else resolve({ ...seen, filmHeights: [...seen.filmHeights] })
        }
        look()
      }),
  )
  const gail = await signIn(app, 'gail', personFields.gail)
  await request(app, `POST /api/sittings/${id}/end`, { as: gail })
  const { lowest, hasControls, filmHeights } = await wayBack
  expect(lowest).toBeGreaterThan((dark?.height ?? 0) * 0.9)
  expect(hasControls).toBe(false)
  expect(filmHeights).toHaveLength(1)
  await expect.poll(async () => (await player.boundingBox())?.height).toBeCloseTo(dark?.height ?? 0, 0)

  // Who has written on a phone finds the row as it was.
  await expect(page.locator('html')).not.toHaveAttribute('data-lights-rise')
  await page.setViewportSize({ width: 844, height: 390 })
  const row = page.locator('.here-row')
  await composer.focus()
  await expect(row).toBeHidden()
  await composer.blur()
  await expect(row).toBeVisible()
  expect(await row.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  // On a small phone a line between the row and the chat would push the composer out of the window.
  await page.setViewportSize({ width: 360, height: 640 })
  const gap = await page.evaluate(() => {
    const [above, below] = ['.here-place', '.chat-panel'].map((place) =>
      document.querySelector(place)!.getBoundingClientRect(),
    )
    return below!.top - above!.bottom
  })
  expect(gap).toBeLessThanOrEqual(1)
})

test('[STAGE-03] where the frames come late, the picture is cut in the dark, both ways @full', async ({
  page,
  app,
  signInAs,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(() => {
    const draw = window.requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (onFrame) => window.setTimeout(() => draw(onFrame), 250)
    window.cancelAnimationFrame = (id) => clearTimeout(id)
  })
  await makeSitting(app, { inMs: 600_000 })
  await signInAs('mia')
  const { open, control, player } = meditationPage(page)
  await open()
  await control('Take your seat').click()
  await expect(page.getByText('You have a seat. The video starts by itself.')).toBeVisible()
  const widthsUntil = async (atMs: number) => {
    const widths = await player.evaluateHandle((picture) => {
      const seen = new Set<number>()
      setInterval(() => seen.add(Math.round(picture.getBoundingClientRect().width)), 40)
      return seen
    })
    await expect.poll(() => app.clock.now(), { intervals: [50] }).toBeGreaterThan(atMs)
    return widths.evaluate((seen) => [...seen])
  }
  const widthNow = async () => (await player.boundingBox())?.width ?? 0
  /** A few pixels until they are known to be late. */
  const between = (widths: number[], one: number, other: number) =>
    widths.filter((width) => Math.abs(width - one) > 30 && Math.abs(width - other) > 30)
  const lit = await widthNow()
  const { id, startsAt } = await moveBell(app, 3_000)
  const out = await widthsUntil(startsAt + 5_500)
  const dark = await widthNow()
  expect(dark).toBeGreaterThan(lit + 100)
  expect(between(out, lit, dark)).toEqual([])
  const gail = await signIn(app, 'gail', personFields.gail)
  await request(app, `POST /api/sittings/${id}/end`, { as: gail })
  const back = await widthsUntil(app.clock.now() + 3_000)
  expect(await widthNow()).toBeCloseTo(lit, 0)
  expect(between(back, lit, dark)).toEqual([])
})

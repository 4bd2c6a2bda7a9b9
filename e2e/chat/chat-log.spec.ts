// The chat log: scrolling, screen reader announcements, and links in messages.
import type { Locator, Page } from '@playwright/test'
import { hostileTexts } from '#test/data/hostile-texts.ts'
import { connectLive } from '#test/live/live-client.ts'
import { signIn } from '#test/people/people.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { numbered, seedMessages, today } from '../room.ts'

test.beforeEach(async ({ meditation }) => meditation())

test('[CHAT-37] a log at its end stays there when its content grows; further up it keeps its place and counts the new messages', async ({
  page,
  app,
  signInAs,
}) => {
  const { userId } = await signInAs('gail')
  await seedMessages(app, userId, numbered(30))
  const ana = await connectLive(app, { as: await signIn(app, 'ana', { name: 'Ana Ribeiro' }) })
  await ana.join(today)
  const { open, log, messageRow, newMessagesButton, sendMessage, messages } = meditationPage(page)
  await open()
  await expect(log.getByText('No. 30')).toBeInViewport()
  const toEnd = () =>
    log.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop)
  // A moderator's rows grow when their controls have loaded; here also by style, as with a late font.
  await expect(log.getByRole('button', { name: 'Delete message' })).toHaveCount(30)
  await expect.poll(toEnd).toBeLessThan(1)
  const grow = (padding: string) =>
    log.locator('li').evaluateAll((rows, height) => {
      for (const row of rows) (row as HTMLElement).style.paddingBottom = height
    }, padding)
  await grow('0.5rem')
  await expect.poll(toEnd).toBeLessThan(1)
  const middle = messageRow('No. 10')
  await middle.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  const topOf = () => middle.evaluate((element) => Math.round(element.getBoundingClientRect().top))
  const before = await topOf()
  await grow('1rem')
  await expect.poll(topOf).toBe(before)

  await log.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  ana.send({ type: 'chat-message', text: 'Seen at once' })
  await expect(log.getByText('Seen at once')).toBeInViewport()
  await expect(newMessagesButton).toHaveCount(0)

  await middle.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  const reading = await topOf()
  ana.send({ type: 'chat-message', text: 'Further down' })
  await expect(newMessagesButton).toHaveText('1 new message')
  ana.send({ type: 'chat-message', text: 'The last one' })
  await expect(newMessagesButton).toHaveText('2 new messages')
  const [button, frame] = [await boxOf(newMessagesButton), await boxOf(log)]
  expect(button.height).toBeLessThan(50)
  expect(button.x + button.width / 2).toBeCloseTo(frame.x + frame.width / 2, 0)
  expect(frame.y + frame.height - button.y - button.height).toBeCloseTo(12, 0)
  // Three of the oldest messages were removed above the reading position.
  expect((await messages())[0]).toBe('No. 4')
  expect(await topOf()).toBe(reading)
  await expect(log.getByText('The last one')).not.toBeInViewport()
  await newMessagesButton.press('Enter')
  await expect(log.getByText('The last one')).toBeInViewport()
  await expect(newMessagesButton).toHaveCount(0)
  await expect(log).toBeFocused()

  await log.evaluate((element) => element.scrollTo({ top: 0 }))
  ana.send({ type: 'chat-message', text: 'One more' })
  await expect(newMessagesButton).toHaveText('1 new message')
  await log.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(newMessagesButton).toHaveCount(0)
  await log.evaluate((element) => element.scrollTo({ top: 0 }))
  ana.send({ type: 'chat-message', text: 'And another' })
  await expect(newMessagesButton).toHaveText('1 new message')
  await sendMessage('My own is in sight at once')
  await expect(log.getByText('My own is in sight at once')).toBeInViewport()
  await expect(newMessagesButton).toHaveCount(0)
  ana.terminate()
})

for (const { device, width, height } of [
  { device: 'phone', width: 390, height: 844 },
  { device: 'tablet', width: 820, height: 1180 },
]) {
  test(`on a ${device} the chat log scrolls by itself, with the composer below it @full`, async ({
    page,
    app,
    signInAs,
  }) => {
    await page.setViewportSize({ width, height })
    const { userId } = await signInAs('mia')
    await seedMessages(app, userId, numbered(30))
    const { open, log, composer, sendMessage } = meditationPage(page)
    await open()
    await expect(log.getByText('No. 30')).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    // The page ends below the composer: the log's hidden names don't lengthen it.
    await expect(log.getByText('No. 30')).toBeInViewport()
    await expect(composer).toBeInViewport()
    expect((await boxOf(log)).height).toBeLessThan(height * 0.65)
    await sendMessage('At the end')
    await expect(log.getByText('At the end')).toBeInViewport()
  })
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not visible.')
  return box
}

test('the live region announces new messages politely, but no earlier ones @full', async ({
  page,
  app,
  signInAs,
}) => {
  const { userId } = await signInAs('mia')
  await seedMessages(app, userId, numbered(5))
  await page.addInitScript(() => {
    const announced: string[] = []
    Object.assign(window, { announced })
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const element = node instanceof Element ? node : node.parentElement
        const lines = element?.matches('li, [role=log] button, [role=log] button span')
          ? [element]
          : [...(element?.querySelectorAll('li') ?? [])]
        for (const messageRow of lines) {
          const live = messageRow.parentElement?.closest('[aria-live]')?.getAttribute('aria-live')
          if (messageRow.closest('[role=log]'))
            announced.push(`${live}: ${messageRow.querySelector('p + p')?.textContent ?? 'a count'}`)
        }
      }
    }).observe(document, { childList: true, subtree: true })
  })
  const { open, log, sendMessage, likeButton, messages } = meditationPage(page)
  const announcements = () => page.evaluate(() => (window as unknown as { announced: string[] }).announced)
  await open()
  await expect(log).toHaveAttribute('aria-live', 'polite')
  expect(await announcements()).toEqual(numbered(5).map((text) => `off: ${text}`))
  await sendMessage('News')
  await expect.poll(messages).toHaveLength(6)
  // A pending message isn't announced; a confirmed one is.
  expect((await announcements()).slice(5)).toEqual(['off: News', 'polite: News'])
  await likeButton('News').click()
  await expect(likeButton('News')).toHaveText('1')
  expect(new Set((await announcements()).slice(7))).toEqual(new Set(['off: a count']))
})

test('links in a message open in a new window without an opener @full', async ({ page, signInAs }) => {
  await signInAs('mia')
  const { open, sendMessage, messageRow } = meditationPage(page)
  await open()
  const address = `https://example.org/${'a'.repeat(300)}?b=(c)`
  await sendMessage(`Look (${address}), or example.org`)
  const link = messageRow('Look').getByRole('link')
  await expect(link).toHaveText(address)
  await expect(link).toHaveAttribute('href', address)
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(messageRow('Look')).toContainText(`Look (${address}), or example.org`)
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await page.evaluate(overflow)).toBe(0)
  }
})

/** All typed payloads remained plain text. */
async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    hit: 'hit' in window,
    // Elements that a payload would add; the product has none of them except its scripts and styles in the head.
    foreign: document.querySelectorAll(
      'body script, body style, body link, iframe, object, embed, base, math, marquee, details, body form[action], meta[http-equiv], [src="x"], [onerror], [onload], [onfocus], [onmouseover]',
    ).length,
    links: [...document.querySelectorAll('[role=log] a')].map((link) => link.getAttribute('href') ?? ''),
    elements: [...new Set([...document.querySelectorAll('[role=log] *')].map(({ localName }) => localName))],
  }))
  expect(found.hit).toBe(false)
  expect(found.foreign).toBe(0)
  for (const href of found.links) expect(href).toMatch(/^https?:\/\/(good|evil)\.example(:|\/|$)/)
  const own = [
    'ol',
    'li',
    'span',
    'img',
    'div',
    'p',
    'b',
    'time',
    'button',
    'svg',
    'path',
    'line',
    'circle',
    'a',
  ]
  expect(found.elements.filter((name) => !own.includes(name))).toEqual([])
}

for (const [half, texts] of [hostileTexts.slice(0, 30), hostileTexts.slice(30)].entries()) {
  test(`[T20] hostile texts are shown as text in chat and names, part ${half + 1} @full`, async ({
    page,
    app,
    signInAs,
  }) => {
    page.on('dialog', (dialog) => expect(dialog.message()).toBe('no dialog at all'))
    await signInAs('gail')
    for (const [index, text] of texts.entries()) {
      const { userId } = await signIn(app, `hostile-${index}`, { name: text })
      await seedMessages(app, userId, [text])
    }
    const { open, log, messages } = meditationPage(page)
    await open()
    await expect.poll(messages).toEqual([...texts])
    await expectHarmless(page)
    const names = log.getByRole('listitem').locator('p:first-of-type > b')
    expect(await names.allTextContents()).toEqual([...texts])
    // The names again, in a moderator's dialogs.
    const dialog = page.getByRole('dialog')
    for (const index of [0, texts.length - 1]) {
      await names.nth(index).getByRole('button').click()
      await expect(dialog).toHaveAccessibleName(`Ban ${texts[index]}`)
      await dialog.getByRole('textbox', { name: 'Reason' }).fill(texts.join('\n').slice(0, 500))
      await dialog.getByRole('button', { name: 'Ban', exact: true }).click()
      await expect(dialog).toHaveAccessibleName(`Are you sure you want to ban ${texts[index]}?`)
      await expectHarmless(page)
      await dialog.getByRole('button', { name: 'Back' }).click()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Discard' }).click()
      await expect(dialog).toHaveCount(0)
    }
  })
}

test('[T20] hostile texts are shown as text in a live message and in a ban reason @full', async ({
  page,
  app,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/status of 403/)
  page.on('dialog', (dialog) => expect(dialog.message()).toBe('no dialog at all'))
  const { userId } = await signInAs('mia')
  const { open, sendMessage, messages } = meditationPage(page)
  await open()
  for (const text of hostileTexts.slice(0, 5)) await sendMessage(text)
  await expect.poll(messages).toEqual(hostileTexts.slice(0, 5))
  await expectHarmless(page)
  const reason = hostileTexts.join(' ')
  await page.goto('about:blank')
  await app.database.query
    .updateTable('users')
    .set({ isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: reason })
    .where('id', '=', userId)
    .execute()
  await app.app.sessions.sync()
  await page.goto('/meditation')
  await expect(page.getByRole('alertdialog')).toContainText(`Access denied: ${reason}`)
  await expectHarmless(page)
})

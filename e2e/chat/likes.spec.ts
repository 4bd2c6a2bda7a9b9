// Likes in the chat, in real browsers: live counts, also after a reload or a lost channel.
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { twoMemberTest, seedMessages } from '../room.ts'

test.beforeEach(async ({ meditation }) => meditation())

twoMemberTest(
  '[CHAT-08, CHAT-11, CHAT-25] likes are counted live, and pressing a liked heart un-likes @full',
  async ({ page, signInAs, mo }) => {
    await signInAs('mia')
    const mia = meditationPage(page)
    await mia.open()
    await mo.open()
    await mia.sendMessage('Good morning')
    const [miaLike, moLike] = [mia.likeButton('Good morning'), mo.likeButton('Good morning')]
    await expect(moLike).toHaveAccessibleName(/^Like .*, 0 likes$/)
    await moLike.click()
    await expect(moLike).toHaveAttribute('aria-pressed', 'true')
    await expect(moLike).toHaveAccessibleName(/^Like .*, 1 like$/)
    await expect(miaLike).toHaveAccessibleName(/^Like .*, 1 like$/)
    await expect(miaLike).toHaveAttribute('aria-pressed', 'false')
    await miaLike.press('Space')
    await expect(miaLike).toHaveAccessibleName(/^Like .*, 2 likes$/)
    await expect(moLike).toHaveAccessibleName(/^Like .*, 2 likes$/)
    await moLike.click()
    await expect(moLike).toHaveAttribute('aria-pressed', 'false')
    await expect(moLike).toHaveAccessibleName(/^Like .*, 1 like$/)
    await expect(miaLike).toHaveAccessibleName(/^Like .*, 1 like$/)
    await expect(miaLike).toHaveAttribute('aria-pressed', 'true')
    const { width, height } = await miaLike.evaluate((element) => getComputedStyle(element, '::before'))
    expect(Number.parseFloat(width)).toBeGreaterThanOrEqual(44)
    expect(Number.parseFloat(height)).toBeGreaterThanOrEqual(44)
  },
)

test('[CHAT-10] a liked message shows as liked after a reload @full', async ({ page, signInAs }) => {
  await signInAs('mia')
  const { open, sendMessage, likeButton, messageRow } = meditationPage(page)
  await open()
  await sendMessage('Liked')
  await sendMessage('Not liked')
  await expect(messageRow('Not liked')).toBeVisible()
  const asked = page.waitForResponse((response) => response.url().endsWith('/like'))
  await messageRow('Liked')
    .first()
    .getByRole('button', { name: /^Like / })
    .click()
  await asked
  await expect(likeButton('Not liked')).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('button', { pressed: true, name: /^Like .*, 1 like$/ })).toHaveCount(1)
  await page.reload()
  await expect(
    messageRow('Liked')
      .first()
      .getByRole('button', { name: /^Like .*, 1 like$/ }),
  ).toHaveAttribute('aria-pressed', 'true')
  await expect(likeButton('Not liked')).toHaveAttribute('aria-pressed', 'false')
})

twoMemberTest(
  'after a lost channel the counts are those of the room @full',
  async ({ page, context, app, signInAs, mo, expectConsole }) => {
    expectConsole(/ERR_INTERNET_DISCONNECTED/)
    const { userId } = await signInAs('mia')
    await seedMessages(app, userId, ['Hello'])
    const mia = meditationPage(page)
    await mia.open()
    await mo.open()
    await context.setOffline(true)
    await expect(page.getByText('Reconnecting…')).toBeVisible()
    await mo.likeButton('Hello').click()
    await expect(mo.likeButton('Hello')).toHaveAccessibleName(/^Like .*, 1 like$/)
    await context.setOffline(false)
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    await expect(mia.likeButton('Hello')).toHaveAccessibleName(/^Like .*, 1 like$/)
  },
)

// Likes in the chat, in real browsers: live counts.
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { twoMemberTest } from '../room.ts'

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
    // Beside the menu, and above the next message's.
    expect(Number.parseFloat(width)).toBeGreaterThanOrEqual(24)
    expect(Number.parseFloat(height)).toBeGreaterThanOrEqual(24)
  },
)

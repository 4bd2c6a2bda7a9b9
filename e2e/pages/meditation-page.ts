// The page object of the meditation screen, by visible texts and roles.
import { expect, type Page } from '@playwright/test'
import { waitBriefly } from '../screens.ts'

export type MeditationPage = ReturnType<typeof meditationPage>

/** Locators and frequent actions on the screen. */
export function meditationPage(page: Page) {
  const player = page.getByRole('region', { name: /^(Video|Silence|Live): / })
  const composer = page.getByRole('textbox', { name: 'Message' })
  const log = page.getByRole('log', { name: 'Messages' })
  const messageRow = (text: string) => log.getByRole('listitem').filter({ hasText: text })
  return {
    page,
    player,
    video: player.locator('video'),
    composer,
    send: page.getByRole('button', { name: 'Send' }),
    log,
    countdown: page.getByRole('timer'),
    avatarStrip: page.getByRole('region', { name: 'People here' }),
    /** The value of a named stat. */
    stat: (name: string) => page.getByRole('term').filter({ hasText: name }).locator('+ dd'),
    control: (name: string) => player.getByRole('button', { name, exact: true }),
    slider: (name: string) => player.getByRole('slider', { name }),
    /** The texts of the confirmed messages, in order. */
    messages: () => log.locator('ol').first().locator('li p:nth-of-type(2)').allTextContents(),
    /** The chat row with a text. */
    messageRow,
    /** The like button of a message. */
    likeButton: (text: string) => messageRow(text).getByRole('button', { name: /^Like / }),
    /** The delete button of a message, for moderators. */
    deleteButton: (text: string) => messageRow(text).getByRole('button', { name: 'Delete message' }),
    dialog: page.getByRole('dialog').or(page.getByRole('alertdialog')),
    /** 'n new messages', shown while the member is scrolled up. */
    newMessagesButton: page.getByRole('button', { name: /^\d+ new messages?$/ }),
    sending: page.getByText('Sending…'),
    async open(path = '/meditation') {
      await page.goto(path)
      await waitBriefly(page, () => document.body.textContent.includes('Connected'))
      await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 15_000 })
    },
    async sendMessage(text: string) {
      await composer.fill(text)
      await composer.press('Enter')
    },
    /** Continues an ending to the row of levels; time does it, too. */
    async continueToLevels() {
      const next = player.getByRole('button', { name: 'Continue' })
      const row = player.getByRole('group', { name: 'How are you leaving?' })
      await expect(next.or(row)).toBeVisible()
      await expect(async () => {
        if (!(await row.isVisible())) await next.click({ timeout: 500 })
        expect(await row.isVisible()).toBe(true)
      }).toPass()
    },
    /** The video's position, in seconds. */
    seconds: () => player.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime),
    isPlaying: () =>
      player.locator('video').evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0),
  }
}

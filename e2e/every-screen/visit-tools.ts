// The tools of all visits: they open and show a state and find its controls; and the texts that members wrote.
import type { Locator, Page } from '@playwright/test'
import type { HelpDetails } from '#features/help/contract.ts'
import { addDays } from '#shared/day.ts'
import type { TestApp } from '#test/app.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { finishAnimations } from '../animations.ts'
import { expect, type Fixtures } from '../app.ts'

export interface Visit extends Pick<Fixtures, 'app' | 'signInAs' | 'expectConsole'> {
  page: Page
  /** A text of the product in the language of the pages: controls are found by it. */
  say: (text: string, args?: Readonly<Record<string, unknown>>) => string
  /** Called at each state, once everything is drawn; its name is of letters, digits and hyphens. */
  onScreen: (name: string) => Promise<void>
}

/** The names that members chose for themselves: they are shown as they are. */
export const memberNames = {
  long: 'Maximiliana Schwarzenberger-Hohenlohe of the Upper Meadows',
  unbroken: 'maximiliana.schwarzenberger@longcompany.example',
}

/** A member's request for help, and its reply. */
export const helpTexts = { need: 'I hear no sound.', reply: 'I am here. Breathe out slowly.' }

/** The details of a technical request. */
export const technicalDetails: HelpDetails = {
  browser: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0',
  video: 'youtube',
  playerError: 'HTMLMediaElement: MEDIA_ERR_SRC_NOT_SUPPORTED',
  videoStatus: 'in step',
  connection: 'open',
}

/** Today's meditation, tomorrow's with a long title, and one after it that starts together. */
export async function makeThreeDays(app: TestApp): Promise<void> {
  const today = app.calendar.today()
  await makeMeditation(app)
  await makeMeditation(app, {
    day: addDays(today, 1),
    title: 'A very long evening of calm, breath and kind attention to everything',
    scheduledTime: '18:30',
    duration: 45,
  })
  await makeMeditation(app, { day: addDays(today, 2), sitting: { together: true } })
}

export function visitTools({ page, say, onScreen }: Visit) {
  const button = (text: string, within: Page | Locator = page) =>
    within
      .getByRole('button', { name: say(text), exact: true })
      .filter({ visible: true })
      .first()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  const menu = page.getByRole('menu')
  const show = async (name: string) => {
    await finishAnimations(page)
    await onScreen(name)
  }
  /** Opens an address and shows it once everything has loaded. */
  const visit = async (path: string, name: string, awaited: Locator = page.getByRole('heading').first()) => {
    // A change of the fragment alone loads nothing.
    if (page.url() !== 'about:blank') await page.goto('about:blank')
    await page.goto(path)
    await expect(awaited).toBeVisible()
    await page.waitForLoadState('networkidle')
    // A part that takes the focus while it loads scrolls the screen, and screen readers begin there. After a redirect
    // the whole screen has it, and a dialog takes it.
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      return element?.closest('[role=dialog]') ? 'dialog' : element?.tagName
    })
    expect(['BODY', 'MAIN', 'dialog']).toContain(focused)
    await show(name)
  }
  const close = async (layer: Locator) => {
    await page.keyboard.press('Escape')
    await expect(layer).toHaveCount(0)
  }
  /** Shows a dialog or menu that one press opens, and closes it. */
  const open = async (opener: Locator, name: string, layer: Locator = dialog) => {
    await opener.scrollIntoViewIfNeeded()
    await opener.click()
    await expect(layer).toBeVisible()
    await page.waitForLoadState('networkidle')
    await show(name)
    await close(layer)
  }
  const choose = async (text: string, index = 0) => {
    await page
      .getByRole('radio', { name: say(text), exact: true })
      .nth(index)
      .press('Space')
  }
  /** The calendar of the schedules: its month, week and year. */
  const calendar = async (name: string) => {
    await choose('Calendar')
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    await show(`${name}-month`)
    const modes = page.getByLabel(say('Calendar view'))
    for (const mode of ['Week', 'Year']) {
      if (await modes.isVisible()) await modes.selectOption({ label: say(mode) })
      else await choose(mode)
      await show(`${name}-${mode.toLowerCase()}`)
    }
  }
  /** The room, once its chat is connected. */
  const room = async (name: string) => {
    await page.goto('about:blank')
    await page.goto('/meditation')
    await expect(page.getByText(say('Connected'), { exact: true })).toBeVisible()
    await show(name)
  }
  return { button, dialog, menu, show, visit, open, choose, calendar, room }
}

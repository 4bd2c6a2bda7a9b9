// The top bar, its menus and the toasts, on whatever screen they are.
import type { Locator, Page } from '@playwright/test'

export interface Shell {
  bar: Locator
  /** The links of the bar, as they read. */
  links(): Promise<string[]>
  account: Locator
  /** Opens the account menu and chooses a line. */
  choose(line: 'Settings' | 'Dark theme' | 'Light theme' | 'Sign Out'): Promise<void>
  /** The collapsible menu of small screens. */
  menu: Locator
  toast: Locator
}

export function shell(page: Page): Shell {
  const bar = page.getByRole('banner')
  const account = bar.getByRole('button', { name: 'Your account' })
  return {
    bar,
    account,
    links: () => bar.getByRole('navigation').getByRole('link').allInnerTexts(),
    choose: async (line) => {
      await account.click()
      await page.getByRole('menuitem', { name: line }).click()
    },
    menu: bar.getByRole('button', { name: 'Menu' }),
    // The list of toasts; the announcement beside it has the same words for a moment.
    toast: page.locator('ol > li[data-swipe-direction]'),
  }
}

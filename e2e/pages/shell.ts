// The page object of the top bar, its menus and the toasts, on any screen.
import type { Locator, Page } from '@playwright/test'

export interface Shell {
  bar: Locator
  /** The texts of the bar's links. */
  links(): Promise<string[]>
  account: Locator
  /** Opens the account menu and chooses an item. */
  choose(item: 'Settings' | 'Dark theme' | 'Light theme' | 'Sign Out'): Promise<void>
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
    choose: async (item) => {
      await account.click()
      await page.getByRole('menuitem', { name: item }).click()
    },
    menu: bar.getByRole('button', { name: 'Menu' }),
    // In the list of toasts; the live region beside it repeats the text for a moment.
    toast: page.locator('ol > li[data-swipe-direction]'),
  }
}

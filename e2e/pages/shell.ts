// The page object of the top bar, its menus and the toasts, on any screen.
import { expect, type Locator, type Page } from '@playwright/test'

export interface Shell {
  bar: Locator
  /** The texts of the bar's links. */
  links(): Promise<string[]>
  account: Locator
  /** Opens the account menu and chooses an item. */
  choose(item: 'Settings' | 'News' | 'Dark theme' | 'Light theme' | 'Sign Out'): Promise<void>
  /** The collapsible menu of small screens. */
  menu: Locator
  /** Accepts the terms on the first screen of a member whose sign-up didn’t show them. */
  acceptTerms(): Promise<void>
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
    acceptTerms: async () => {
      const dialog = page.getByRole('dialog', { name: 'Before you begin' })
      await dialog.getByRole('button', { name: 'Accept the terms' }).click()
      await expect(dialog).toHaveCount(0)
    },
    // In the list of toasts; the live region beside it repeats the text for a moment.
    toast: page.locator('ol > li[data-swipe-direction]'),
  }
}

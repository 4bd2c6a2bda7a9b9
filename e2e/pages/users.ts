// The page object of the Users tab of /admin.
import { expect, type Page } from '@playwright/test'

/** The items of a row's menu. */
type MenuItem =
  | 'Edit User'
  | 'Edit Time Spent'
  | 'Edit Referrer'
  | 'Grant Garden Angel'
  | 'Remove Garden Angel'
  | 'Ban User'
  | 'Unban User'
  | 'Delete User'

export function usersTab(page: Page) {
  const table = page.getByRole('table', { name: 'Users' })
  const dialog = page.getByRole('dialog')
  const row = (name: string) => table.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
  const actionsButton = (name: string) =>
    page.getByRole('button', { name: `Actions for ${name}`, exact: true })
  return {
    table,
    /** On narrow screens. */
    cards: page.getByRole('list', { name: 'Users' }),
    dialog,
    /** The row of the member with that name. */
    row,
    /** The row marked as selected. */
    selectedRow: page
      .locator('[aria-current=true]')
      .filter({ has: page.getByRole('button', { name: /^Actions/ }) }),
    names: () => table.getByRole('rowheader').locator('p:first-child').allInnerTexts(),
    search: page.getByRole('searchbox', { name: 'Search by name or email' }).first(),
    header: (name: string) => table.getByRole('columnheader', { name, exact: true }),
    pages: page.getByRole('navigation', { name: 'Pages' }),
    actionsOf: actionsButton,
    open: async (query = '') => {
      await page.goto(`/admin${query}#users`)
      await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeVisible()
    },
    /** Chooses an item of the row's menu by keyboard, which opens its dialog. */
    choose: async (name: string, item: MenuItem) => {
      await actionsButton(name).press('Enter')
      // The first time the menu itself has the focus, later its first item.
      await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toBeVisible()
      const items = page.locator('[role=menuitem]:not([data-disabled])')
      await page.keyboard.press('Home')
      // The focus moves a moment after the key: a faster second arrow would skip an item.
      for (const [index, text] of (await items.allInnerTexts()).entries()) {
        await expect(items.nth(index)).toBeFocused()
        if (text.trim() === item) break
        await page.keyboard.press('ArrowDown')
      }
      await page.keyboard.press('Enter')
      await expect(dialog).toBeVisible()
    },
    field: (name: string) => dialog.getByLabel(name, { exact: true }),
    dialogButton: (name: string) => dialog.getByRole('button', { name, exact: true }),
  }
}

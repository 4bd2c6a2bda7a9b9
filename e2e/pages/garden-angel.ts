// The garden angel's dashboard as one reads it.
import { expect, type Page } from '@playwright/test'

export function gardenAngelPage(page: Page) {
  return {
    rows: page.getByRole('article'),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    /** A view or a mode of the calendar. */
    choose: (name: string) => page.getByText(name, { exact: true }).click(),
    grid: (name: string) => page.getByRole('grid', { name, exact: true }),
    cell: (name: string) => page.getByRole('gridcell', { name, exact: true }),
    /** Goes there and waits until the schedule is there. */
    open: async () => {
      await page.goto('/garden-angel')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  }
}

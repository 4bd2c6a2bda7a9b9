// The page object of the garden angel's dashboard.
import { expect, type Page } from '@playwright/test'

export function gardenAngelPage(page: Page) {
  return {
    rows: page.getByRole('article'),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    /** Chooses a view, or a mode of the calendar. */
    choose: (name: string) => page.getByText(name, { exact: true }).click(),
    /** Chooses a mode of the calendar on a phone. */
    chooseOnPhone: (name: string) => page.getByLabel('Calendar view').selectOption({ label: name }),
    grid: (name: string) => page.getByRole('grid', { name, exact: true }),
    cell: (name: string) => page.getByRole('gridcell', { name, exact: true }),
    /** Opens the dashboard and waits for the schedule. */
    open: async () => {
      await page.goto('/garden-angel')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  }
}

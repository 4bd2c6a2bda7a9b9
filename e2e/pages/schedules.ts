// The page object of the schedules tab and its dialog.
import type { Page } from '@playwright/test'
import { expect } from '../app.ts'

export function schedulesPage(page: Page) {
  const dialog = page.getByRole('dialog')
  const choose = (name: string) => page.getByRole('radio', { name, exact: true }).press('Space')
  return {
    add: page.getByRole('button', { name: 'Add Schedule' }),
    rows: page.getByRole('article'),
    /** The row of a template on a day: 'Morning light', 'Tuesday, December 1'. */
    row: (title: string, day: string) =>
      page.getByRole('article').filter({ hasText: title }).filter({ hasText: day }),
    /** List or Calendar; By date or By template. */
    choose,
    dialog,
    date: dialog.getByLabel('Date', { exact: true }),
    time: dialog.getByLabel('Time', { exact: true }),
    repeat: dialog.getByRole('combobox', { name: 'Repeat', exact: true }),
    repetitions: dialog.getByRole('combobox', { name: 'Repetitions' }),
    dates: dialog.getByRole('region', { name: 'Dates' }).getByRole('listitem'),
    template: (title: string) => dialog.getByRole('radio', { name: title }),
    button: (name: string | RegExp) => dialog.getByRole('button', { name }),
    toast: (text: string) => page.getByText(text, { exact: true }),
    /** Fills the required fields of the open dialog. */
    fill: async (fields: {
      date: string
      template: string
      time?: string
      weeks?: number
      count?: number
    }) => {
      await dialog.getByLabel('Date', { exact: true }).fill(fields.date)
      if (fields.time !== undefined) await dialog.getByLabel('Time', { exact: true }).fill(fields.time)
      await dialog.getByRole('radio', { name: fields.template }).press('Space')
      if (fields.weeks === undefined) return
      await dialog.getByRole('combobox', { name: 'Repeat', exact: true }).selectOption(String(fields.weeks))
      await dialog.getByRole('combobox', { name: 'Repetitions' }).selectOption(String(fields.count ?? 2))
    },
    /** Opens the tab and waits for the schedules. */
    open: async () => {
      await page.goto('/admin#schedules')
      await expect(page.getByRole('button', { name: 'Add Schedule' })).toBeVisible()
      await expect(page.getByText('Loading schedules')).toHaveCount(0)
    },
  }
}

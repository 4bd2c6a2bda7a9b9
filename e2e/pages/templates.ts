// The page object of the Templates tab of /admin: cards, form and import.
import type { Locator, Page } from '@playwright/test'

export interface TemplatesPage {
  open(): Promise<void>
  search: Locator
  newTemplate: Locator
  importCsv: Locator
  /** All cards, in order. */
  cards: Locator
  card(title: string): Locator
  form: Locator
  /** A field of the form. */
  field(label: string): Locator
  /** A button of the form, such as 'Save template'. */
  clickFormButton(name: string): Promise<void>
  importDialog: Locator
  csv: Locator
  csvFile: Locator
  rows: Locator
}

export function templatesPage(page: Page): TemplatesPage {
  const form = page.getByRole('dialog', { name: /^(New|Edit) Template$/ })
  const importDialog = page.getByRole('dialog', { name: 'Import CSV' })
  return {
    open: async () => {
      await page.goto('/admin#templates')
    },
    search: page.getByRole('searchbox', { name: 'Search by title or instructor' }),
    newTemplate: page.getByRole('button', { name: 'New Template' }),
    importCsv: page.getByRole('button', { name: 'Import CSV' }),
    cards: page.getByRole('article'),
    card: (title) => page.getByRole('article', { name: title, exact: true }),
    form,
    field: (label) => form.getByLabel(label, { exact: true }),
    clickFormButton: (name) => form.getByRole('button', { name }).click(),
    importDialog,
    csv: importDialog.getByLabel('CSV', { exact: true }),
    csvFile: importDialog.getByLabel('CSV file'),
    rows: importDialog.getByRole('row'),
  }
}

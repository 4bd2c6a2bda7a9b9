// The page object of the Profile Pictures tab of /admin.
import type { Locator, Page } from '@playwright/test'

export interface PictureFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export function picturesTab(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Upload profile pictures' })
  const cards = page.getByRole('region', { name: 'Profile pictures' }).getByRole('article')
  return {
    cards,
    card: (name: string): Locator => cards.and(page.getByLabel(name, { exact: true })),
    count: page.getByRole('region', { name: 'Profile pictures' }).getByRole('status'),
    dialog,
    selectedFiles: dialog.getByRole('listitem'),
    /** Opens the tab and waits for its pictures. */
    open: async () => {
      await page.goto('/admin#profile-pictures')
    },
    openUpload: async () => {
      await page.getByRole('button', { name: 'Upload pictures' }).click()
    },
    /** Chooses files through the button, as the file picker passes them. */
    choose: async (files: PictureFile[]) => {
      const picking = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: 'Choose pictures' }).click()
      await (await picking).setFiles(files)
    },
    upload: dialog.getByRole('button', { name: 'Upload', exact: true }),
    retry: dialog.getByRole('button', { name: 'Try again' }),
  }
}

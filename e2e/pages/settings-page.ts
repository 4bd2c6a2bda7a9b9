// The page object of /settings.
import type { Locator, Page } from '@playwright/test'

export interface SettingsPage {
  open(): Promise<void>
  name: Locator
  email: Locator
  picture: Locator
  chooseAvatar: Locator
  random: Locator
  save: Locator
  gallery: Locator
  /** The avatars of the open gallery. */
  avatars: Locator
  darkMode: Locator
  /** The section with the account data. */
  account: Locator
  changePassword: Locator
  passwordDialog: Locator
  signOutEverywhere: Locator
  leaveDialog: Locator
}

export function settingsPage(page: Page): SettingsPage {
  const gallery = page.getByRole('dialog', { name: 'Choose Avatar' })
  return {
    open: async () => {
      await page.goto('/settings')
    },
    name: page.getByLabel('Display name'),
    email: page.getByLabel('Email'),
    picture: page.getByRole('group', { name: 'Profile picture' }).locator('img'),
    chooseAvatar: page.getByRole('button', { name: 'Choose Avatar' }),
    random: page.getByRole('button', { name: 'Random', exact: true }),
    save: page.getByRole('button', { name: /^(Save profile|Keep it and come in)$/ }),
    gallery,
    avatars: gallery.getByRole('listitem').getByRole('button'),
    account: page.getByRole('region', { name: 'Account' }),
    changePassword: page.getByRole('button', { name: 'Change password' }),
    passwordDialog: page.getByRole('dialog', { name: 'Change password' }),
    signOutEverywhere: page.getByRole('button', { name: 'Sign out everywhere' }),
    leaveDialog: page.getByRole('dialog', { name: 'Sign out everywhere?' }),
    darkMode: page.getByRole('switch', { name: 'Dark mode' }),
  }
}

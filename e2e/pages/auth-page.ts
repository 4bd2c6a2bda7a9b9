// The page object of /auth.
import type { Locator, Page } from '@playwright/test'

export interface AuthPage {
  open(query?: string): Promise<void>
  /** Signs in with these credentials; `remember` ticks 'Remember me'. */
  signIn(fields: { email: string; password: string; remember?: boolean }): Promise<void>
  signUp(fields: { name: string; email: string; password: string }): Promise<void>
  /** Switches between Sign In and Sign Up. */
  switchTo(mode: 'Sign In' | 'Sign Up'): Promise<void>
  email: Locator
  password: Locator
  fullName: Locator
  rememberMe: Locator
  submit(mode: 'Sign In' | 'Sign Up'): Locator
  forgotPassword: Locator
  /** The Google button. */
  googleButton: Locator
  /** The banner that names the referrer. */
  referralBanner: Locator
  /** The banner with the next step, after a mail was sent or a link followed. */
  status: Locator
  newPassword: Locator
  saveNewPassword: Locator
  sendNewLink: Locator
}

export function authPage(page: Page): AuthPage {
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  const fullName = page.getByLabel('Full name')
  const rememberMe = page.getByLabel('Remember me')
  const submit = (mode: string) => page.locator('button[type=submit]', { hasText: mode })
  const switchTo = async (mode: string) => {
    await page.locator('button[type=button]', { hasText: mode }).click()
  }
  return {
    email,
    password,
    fullName,
    rememberMe,
    submit,
    referralBanner: page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /referral code|checked/i }),
    forgotPassword: page.getByRole('button', { name: 'Forgot password?' }),
    googleButton: page.getByRole('button', { name: 'Continue with Google' }),
    status: page.getByRole('main').getByRole('status').filter({ hasText: /\S/ }),
    newPassword: page.getByLabel('New password'),
    saveNewPassword: page.getByRole('button', { name: 'Save and sign in' }),
    sendNewLink: page.getByRole('button', { name: 'Send a new link' }),
    switchTo,
    open: async (query = '') => {
      await page.goto(`/auth${query}`)
    },
    signIn: async (fields) => {
      await email.fill(fields.email)
      await password.fill(fields.password)
      await rememberMe.setChecked(fields.remember ?? false)
      await submit('Sign In').click()
    },
    signUp: async (fields) => {
      // A friend's link opens this form directly.
      if (!(await fullName.isVisible())) await switchTo('Sign Up')
      await fullName.fill(fields.name)
      await email.fill(fields.email)
      await password.fill(fields.password)
      await submit('Sign Up').click()
    },
  }
}

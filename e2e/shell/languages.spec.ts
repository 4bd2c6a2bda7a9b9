// The main journey in each language by its roles and names; the choice of a language, and when it waits. All languages
// are built for the full run alone.
import type { Page } from '@playwright/test'
import { withLocale } from '#server/i18n/locale.ts'
import { formatMessage, languages, type Language } from '#shared/i18n/t.ts'
import { initialPassword } from '#test/people/account.ts'
import { request } from '#test/request.ts'
import { expect, test } from '../app.ts'

/** A text of the product in a language. */
const inWords =
  (language: Language) =>
  (text: string, args: Readonly<Record<string, unknown>> = {}) =>
    withLocale(language, () => formatMessage(text, args))

const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

for (const language of languages.filter((name) => name !== 'en')) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language })
    const say = inWords(language)

    test(`[LANG-01, LANG-03] a newcomer signs up, sits, writes, notes energy and reads the history in ${language} @full`, async ({
      page,
      app,
      meditation,
      expectConsole,
    }) => {
      test.setTimeout(90_000)
      // The new account has no member yet.
      expectConsole(/status of 404/)
      await meditation()
      const button = (name: string) => page.getByRole('button', { name: say(name), exact: true })
      const response = await page.goto('/auth')
      expect(response?.headers()).toMatchObject({
        'content-language': language,
        vary: expect.stringContaining('Accept-Language'),
      })
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('heading', { name: say('Sit with us') })).toBeVisible()
      await page.locator('button[type=button]', { hasText: say('Sign Up') }).click()
      await page.getByLabel(say('Email')).fill('not an address')
      await page.locator('button[type=submit]').click()
      await expect(page.getByText(say('A name can’t be empty.'))).toBeVisible()
      await expect(page.getByText(say('Please enter a valid email address'))).toBeVisible()
      await page.getByLabel(say('Full name')).fill('Sol {name} <b>Example</b>')
      await page.getByLabel(say('Email')).fill('sol@example.org')
      await page.getByLabel(say('Password'), { exact: true }).fill(initialPassword)
      await page.locator('button[type=submit]').click()
      await button('Keep it and come in').click()
      await expect(page.getByText(say('Connected'), { exact: true })).toBeVisible()
      await page.getByRole('textbox', { name: say('Message') }).fill('Om {count, plural, other {#}}')
      await button('Send').click()
      await expect(page.getByRole('log')).toContainText('Om {count, plural, other {#}}')
      await expect(page.getByRole('log')).toContainText('Sol {name} <b>Example</b>')
      await button('Track energy').click()
      const modal = page.getByRole('dialog', { name: say('Track Your Energy') })
      await modal.getByRole('radio', { name: say('Heart Center') }).press('Space')
      await modal.getByRole('button', { name: say('Save') }).click()
      await expect(modal).toBeHidden()
      await page.goto('/mood-analytics')
      await expect(page.getByRole('main')).toContainText(say('Total Sessions'))
      const stored = await app.database.query
        .selectFrom('users')
        .select('language')
        .where('email', '=', 'sol@example.org')
        .executeTakeFirst()
      expect(stored?.language).toBe(language)
    })

    test(`[LANG-08] the choice in the settings keeps a draft, and holds after a sign-in on another device, from ${language} @full`, async ({
      page,
      app,
      signInAs,
      meditation,
    }) => {
      await meditation()
      const mia = await signInAs('mia')
      await request(app, 'PUT /api/user/language', { as: mia, body: { language } })
      await page.goto('/meditation')
      const message = (of: Language) => page.getByRole('textbox', { name: inWords(of)('Message') })
      await message(language).fill('not sent yet')
      await page.goto('/settings')
      await select(page, say('Language')).selectOption('en')
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await expect(select(page, 'Language')).toHaveValue('en')
      await page.goto('/meditation')
      await expect(message('en')).toHaveValue('not sent yet')
      // As on a device that has made no choice.
      await page.context().clearCookies({ name: 'language' })
      await page.goto('/settings')
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
    })
  })
}

test('[LANG-08] a choice in another tab waits for the end of the visit in this one @full', async ({
  page,
  context,
  signInAs,
  meditation,
}) => {
  await meditation()
  await signInAs('mia')
  await page.goto('/meditation')
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/settings')
  await select(other, 'Language').selectOption('de')
  await expect(other.locator('html')).toHaveAttribute('lang', 'de')
  // The account has arrived here, too.
  await page.getByRole('textbox', { name: 'Message' }).fill('still here')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('link', { name: 'Energy Tracker' }).first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test('[LANG-03] a visitor chooses at /auth, in another language than the browser’s @full', async ({
  page,
}) => {
  await page.goto('/auth')
  await select(page, 'Language').selectOption('es')
  await expect(page.getByRole('heading', { name: inWords('es')('Sit with us') })).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.context().addCookies([{ name: 'language', value: 'xx', url: page.url() }])
  await page.goto('/auth')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

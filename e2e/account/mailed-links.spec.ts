// Mailed and printed links: a robot that opens one changes nothing, even if it runs the page's scripts.
import type { Browser } from '@playwright/test'
import { mailedLinkPaths } from '#features/auth/server/account-mails.ts'
import { createJoinLink, createMailedLink } from '#features/auth/server/mailed-links.ts'
import { createFirstAdminLink } from '#features/members/server/first-admin.ts'
import { dumpRows } from '#test/database/dump-rows.ts'
import { lastMail } from '#test/network/mails.ts'
import { saveProfile, signUpAccount } from '#test/people/account.ts'
import type { TestUser } from '#test/people/people.ts'
import { expect, test, type Fixtures } from '../app.ts'

/** Rows of these change with every request of a session, or with time. */
const unrelatedTables = ['sessions', 'session_changes', 'jobs']

for (const [name, isSignedIn] of [
  ['without a session @full', false],
  ['in a session of its account @full', true],
] as const)
  test(`[AUTH-49] [T70] whatever robots open a link of any purpose ${name}, nothing changes`, async ({
    app,
    browser,
    watch,
  }) => openAll({ app, browser, watch }, isSignedIn))

async function openAll(
  { app, browser, watch }: Pick<Fixtures, 'app' | 'watch'> & { browser: Browser },
  isSignedIn: boolean,
): Promise<void> {
  Object.assign(app.config, { adminEmails: ['boss@example.org'] })
  const fresh = await signUpAccount(app, 'fresh')
  const moving = await signUpAccount(app, 'moving', { verified: true })
  await saveProfile(app, moving, 'moved@example.org')
  const link = async (
    purpose: Exclude<keyof typeof mailedLinkPaths, 'join'>,
    { uid }: TestUser,
    email: string,
  ) => {
    const token = await createMailedLink(app.database.query, app.clock, { purpose, uid, email })
    return `${app.url}${mailedLinkPaths[purpose](token ?? '')}`
  }
  const joinLink = async () => {
    const token = await createJoinLink(app.database.query, app.clock, 'boss@example.org')
    return `${app.url}${mailedLinkPaths.join(token)}`
  }
  // The button that would act, and the session in which it is shown.
  const links: Record<keyof typeof mailedLinkPaths | 'change' | 'setup', [TestUser, string, string]> = {
    verify: [fresh, await link('verify', fresh, fresh.email), 'Confirm this address'],
    change: [
      moving,
      `${app.url}${mailedLinkPaths.verify((await lastMail(app, 'moved@example.org')).token)}`,
      'Confirm this address',
    ],
    reset: [fresh, await link('reset', fresh, fresh.email), 'Save and sign in'],
    'undo-email-change': [
      moving,
      await link('undo-email-change', moving, 'old@example.org'),
      'Save and sign in',
    ],
    join: [fresh, await joinLink(), 'Sign Up'],
    setup: [fresh, (await createFirstAdminLink(app.app.platform)) ?? '', 'Become the administrator'],
  }
  const before = await dumpRows(app.database.query, unrelatedTables)
  for (const [, address] of Object.values(links))
    for (const method of ['HEAD', 'GET']) await fetch(address, { method })
  for (const user of isSignedIn ? [fresh, moving] : [null]) {
    const context = await browser.newContext()
    const [name = '', value = ''] = user?.cookie.split('=') ?? []
    if (user) await context.addCookies([{ name, value, url: app.url }])
    const page = await context.newPage()
    await watch(page)
    for (const [kind, [owner, address, button]] of Object.entries(links)) {
      if (user && user !== owner) continue
      // Without a navigation in between, another hash would not load the page.
      await page.goto('about:blank')
      await page.goto(address)
      const isShown = user !== null || (kind !== 'change' && kind !== 'setup')
      const action = page.getByRole('button', { name: isShown ? button : 'Sign In' })
      await expect(action, `${kind}, signed in as ${user?.email}`).toBeVisible()
      await page.waitForLoadState('networkidle')
    }
    await context.close()
  }
  expect(await dumpRows(app.database.query, unrelatedTables)).toEqual(before)
}

// A visitor's way: signing in and up, invitations, and the pages for everyone.
import { mailedLinkPaths } from '#features/auth/server/account-mails.ts'
import { createMailedLink } from '#features/auth/server/mailed-links.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { makeInvite, setJoining } from '#test/data/invites.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { signUpAccount } from '#test/people/account.ts'
import { signIn } from '#test/people/people.ts'
import { expect } from '../app.ts'
import { memberNames, visitTools, type Visit } from './visit-tools.ts'

export async function visitAsVisitor(input: Visit): Promise<void> {
  const { page, app, say, expectConsole } = input
  const { button, show, visit } = visitTools(input)
  expectConsole(/status of 4\d\d/)
  await makeMeditation(app)
  const submit = page.locator('button[type=submit]')
  await visit('/auth', 'auth-sign-in', submit)
  await page.getByLabel(say('Email'), { exact: true }).fill('mia@example.org')
  await page.getByLabel(say('Password'), { exact: true }).fill('not the password')
  await submit.click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await show('auth-wrong-password')
  await button('Forgot password?').click()
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: /\S/ }).first()).toBeVisible()
  await show('auth-forgot-password')
  await page.locator('button[type=button]', { hasText: say('Sign Up') }).click()
  await expect(page.getByLabel(say('Full name'))).toBeVisible()
  await show('auth-sign-up')
  await page.getByLabel(say('Email'), { exact: true }).fill('not an address')
  await submit.click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  await show('auth-sign-up-errors')

  const maker = await signIn(app, 'gail', { name: memberNames.long })
  await visit(`/auth?ref=${await makeReferralCode(app, maker)}`, 'auth-invited-by-a-friend', submit)
  const account = await signUpAccount(app, 'fresh')
  const token = await createMailedLink(app.database.query, app.clock, {
    purpose: 'reset',
    uid: account.uid,
    email: account.email,
  })
  await visit(mailedLinkPaths.reset(token ?? ''), 'auth-new-password', submit)
  await visit(mailedLinkPaths.reset(''), 'auth-dead-link')
  await visit(mailedLinkPaths['undo-email-change'](''), 'auth-dead-undo-link')
  await setJoining(app, 'invitation')
  const { code } = await makeInvite(app)
  await visit(`/auth?invite=${code}`, 'auth-invitation', submit)
  await visit('/auth?invite=ABCDEFGHJKMN', 'auth-invitation-over', submit)
  await setJoining(app, 'closed')
  await visit('/auth', 'auth-closed', submit)
  for (const name of ['terms', 'privacy', 'care', 'legal-notice', 'goodbye']) await visit(`/${name}`, name)
  await visit('/nowhere', 'not-found')
  await visit('/offline', 'offline')
}

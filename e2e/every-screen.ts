// Leads a page through every screen and its important states, in whatever language and direction it was built.
import type { Locator, Page } from '@playwright/test'
import { mailedLinkPaths } from '#features/auth/server/account-mails.ts'
import { createMailedLink } from '#features/auth/server/mailed-links.ts'
import { createFirstAdminLink } from '#features/members/server/first-admin.ts'
import { addDays } from '#shared/day.ts'
import type { TestApp } from '#test/app.ts'
import { createConsecutiveDays } from '#test/data/energy-history.ts'
import { makeMeditation, makeSitting, moveBell } from '#test/data/factories.ts'
import { makeInvite, setJoining } from '#test/data/invites.ts'
import { publishNews } from '#test/data/news.ts'
import { makeReferral, makeReferralCode } from '#test/data/referral-factories.ts'
import { signUpAccount } from '#test/people/account.ts'
import { cast, signIn } from '#test/people/cast.ts'
import { request } from '#test/request.ts'
import { waitForAnimations } from './animations.ts'
import { expect, type Fixtures } from './app.ts'
import { seedMessages } from './room.ts'
import { seedHistory } from './seed-history.ts'

export interface Visit extends Pick<Fixtures, 'app' | 'signInAs' | 'expectConsole'> {
  page: Page
  /** A text of the product in the language of the pages: controls are found by it. */
  say: (text: string, args?: Readonly<Record<string, unknown>>) => string
  /** Called at each state, once everything is drawn; its name is of letters, digits and hyphens. */
  onScreen: (name: string) => Promise<void>
}

/** Today's meditation, tomorrow's with a long title, and one after it that starts together. */
async function makeThreeDays(app: TestApp): Promise<void> {
  const today = app.calendar.today()
  await makeMeditation(app)
  await makeMeditation(app, {
    day: addDays(today, 1),
    title: 'A very long evening of calm, breath and kind attention to everything',
    scheduledTime: '18:30',
    duration: 45,
  })
  await makeMeditation(app, { day: addDays(today, 2), sitting: { together: true } })
}

/** The names that members chose for themselves: they are shown as they are. */
export const memberNames = {
  long: 'Maximiliana Schwarzenberger-Hohenlohe of the Upper Meadows',
  unbroken: 'maximiliana.schwarzenberger@longcompany.example',
}

function tools({ page, say, onScreen }: Visit) {
  const button = (text: string, within: Page | Locator = page) =>
    within
      .getByRole('button', { name: say(text), exact: true })
      .filter({ visible: true })
      .first()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  const menu = page.getByRole('menu')
  const show = async (name: string) => {
    await waitForAnimations(page)
    await onScreen(name)
  }
  /** Opens an address and shows it once everything has loaded. */
  const visit = async (path: string, name: string, awaited: Locator = page.getByRole('heading').first()) => {
    // A change of the fragment alone loads nothing.
    if (page.url() !== 'about:blank') await page.goto('about:blank')
    await page.goto(path)
    await expect(awaited).toBeVisible()
    await page.waitForLoadState('networkidle')
    await show(name)
  }
  const close = async (layer: Locator) => {
    await page.keyboard.press('Escape')
    await expect(layer).toHaveCount(0)
  }
  /** Shows a dialog or menu that one press opens, and closes it. */
  const open = async (opener: Locator, name: string, layer: Locator = dialog) => {
    await opener.scrollIntoViewIfNeeded()
    await opener.click()
    await expect(layer).toBeVisible()
    await page.waitForLoadState('networkidle')
    await show(name)
    await close(layer)
  }
  const choose = async (text: string, index = 0) => {
    await page
      .getByRole('radio', { name: say(text), exact: true })
      .nth(index)
      .check({ force: true })
  }
  /** The room, once its chat is connected. */
  const room = async (name: string) => {
    await page.goto('about:blank')
    await page.goto('/meditation')
    await expect(page.getByText(say('Connected'), { exact: true })).toBeVisible()
    await show(name)
  }
  return { button, dialog, menu, show, visit, open, choose, room }
}

/** Each role's way through the product; each begins with an empty database. */
export const visits: Readonly<
  Record<'visitor' | 'newcomer' | 'member' | 'sitter' | 'moderator' | 'administrator', Way>
> = {
  visitor: visitAsVisitor,
  newcomer: visitAsNewcomer,
  member: visitAsMember,
  sitter: visitAsSitter,
  moderator: visitAsModerator,
  administrator: visitAsAdministrator,
}
type Way = (visit: Visit) => Promise<void>

async function visitAsVisitor(facts: Visit): Promise<void> {
  const { page, app, say, expectConsole } = facts
  const { button, show, visit } = tools(facts)
  expectConsole(/status of 4\d\d/)
  await makeMeditation(app)
  const submit = page.locator('button[type=submit]')
  await visit('/auth', 'auth-sign-in', submit)
  await page.getByLabel(say('Email')).fill('mia@example.org')
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
  await page.getByLabel(say('Email')).fill('not an address')
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
  for (const name of ['terms', 'privacy', 'care', 'goodbye']) await visit(`/${name}`, name)
  await visit('/nowhere', 'not-found')
  await visit('/offline', 'offline')
}

async function visitAsNewcomer(facts: Visit): Promise<void> {
  const { page, app, signInAs, say, expectConsole } = facts
  const { button, dialog, open, room, show, visit } = tools(facts)
  expectConsole(/status of 4\d\d|HTTP Authentication failed/)
  const link = (await createFirstAdminLink(app.app.platform)) ?? ''
  await page.goto(link)
  await expect(page).toHaveURL(/\/auth$/)
  await show('first-admin-welcome')
  await signInAs('ned')
  await visit('/settings', 'first-profile')
  await signInAs('ada')
  await room('community-setup')
  const steps = page.getByRole('list', { name: say('Set up your community') })
  await expect(steps).toBeVisible()
  await show('community-setup')
  await button('Use the sample', steps).click()
  await expect(button('Schedule 7 days')).toBeEnabled()
  await open(button('Schedule 7 days'), 'community-setup-week')
  await signInAs('bea')
  await page.goto('/meditation')
  await expect(dialog).toBeVisible()
  await show('banned')
}

async function visitAsMember(facts: Visit): Promise<void> {
  const { page, app, signInAs, say, expectConsole } = facts
  const { button, menu, open, choose, room, show, visit } = tools(facts)
  expectConsole(/status of 404/)
  const today = app.calendar.today()
  const mia = await signInAs('mia')
  await visit('/mood-analytics', 'history-empty')
  await visit('/referrals', 'referrals-empty')
  await visit('/news', 'news-empty')
  await visit('/week', 'week-empty')
  await room('room-without-meditation')

  await makeThreeDays(app)
  const mo = await signIn(app, 'mo', { name: memberNames.long })
  const dotty = await signIn(app, 'dotty', { name: memberNames.unbroken })
  await seedMessages(app, mo.userId, ['Good morning, everyone. A sentence of several words that wraps.'])
  await seedMessages(app, dotty.userId, ['hi'])
  await seedMessages(app, mia.userId, ['Good to be here'])
  await room('room-solo')
  await page.getByRole('log').scrollIntoViewIfNeeded()
  const composer = page.getByRole('textbox', { name: say('Message') })
  await composer.fill('A message that is being written')
  await show('room-chat')
  // While a phone's member writes, the rest of the room is hidden.
  await composer.blur()
  await open(page.getByRole('banner').getByRole('button', { name: say('Track energy') }), 'energy-modal')

  // On a phone a panel, on a desktop a menu.
  const phoneMenu = button('Menu', page.getByRole('banner'))
  if (await phoneMenu.isVisible()) {
    await phoneMenu.click()
    await expect(page.getByRole('banner').getByRole('link', { name: say('Settings') })).toBeVisible()
    await show('account-menu')
    await page.keyboard.press('Escape')
  } else await open(button('Your account'), 'account-menu', menu)

  await visit('/week', 'week')
  await seedHistory(app, mia.userId, createConsecutiveDays(45, addDays(today, -1)))
  await visit('/mood-analytics', 'history-week')
  await visit('/mood-analytics?period=all', 'history-all')
  await choose('Calendar')
  const past = page.locator('[role=gridcell][aria-haspopup=dialog]')
  await expect(past.first()).toBeVisible()
  await past.first().scrollIntoViewIfNeeded()
  await show('history-calendar')
  await open(past.first(), 'history-day')
  await open(button('Download my history'), 'history-download', menu)
  await open(page.locator('[role=tab][aria-haspopup=dialog]'), 'journey')
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(button('Clear search')).toBeVisible()
  await show('history-nothing-found')

  await makeReferral(app, mia, mo)
  await makeReferral(app, mia, dotty)
  await visit('/referrals', 'referrals')
  const ada = await signIn(app, 'ada', cast.ada)
  await publishNews(app, ada)
  await publishNews(app, ada, { title: 'The doors stay closed on Sunday', level: 'important' })
  await visit('/news', 'news')
  await visit('/settings', 'settings', button('Delete my account'))
  for (const [text, name] of [
    ['Choose Avatar', 'settings-avatars'],
    ['Change password', 'settings-password'],
    ['Sign out everywhere', 'settings-sign-out-everywhere'],
    ['Download my data', 'settings-download'],
    ['Delete my account', 'settings-delete'],
    ['Show in my calendar', 'settings-calendar'],
  ] as const)
    await open(button(text), name)
  await page.getByLabel(say('Display name')).fill('')
  await page.getByLabel(say('Email')).fill('not an address')
  await button('Save profile').click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  await show('settings-errors')
}

async function visitAsSitter(facts: Visit): Promise<void> {
  const { page, app, signInAs, say } = facts
  const { button, room, show } = tools(facts)
  const sitting = await makeSitting(app, { inMs: 600_000, gatherSeconds: 60, doorsMinutes: 15 })
  const mo = await signIn(app, 'mo', { name: memberNames.long })
  await seedMessages(app, mo.userId, ['Good morning'])
  await signInAs('mia')
  await room('sitting-doors')
  for (const [text, name] of [
    ['I am not well', 'help-not-well'],
    ['Technical help', 'help-technical'],
  ] as const) {
    await button(text).click()
    const form = page.getByRole('form', { name: say(text) })
    await expect(form).toBeVisible()
    await form.scrollIntoViewIfNeeded()
    await show(name)
    await button('Close', form).click()
  }
  await button('Take your seat').click()
  await expect(page.getByText(say('You have a seat. The video starts by itself.'))).toBeVisible()
  await show('sitting-seat')
  await moveBell(app, 3_000)
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(button('Show the chat')).toBeVisible()
  await show('sitting-silence')
  await button('Show the chat').click()
  await expect(button('Hide the chat')).toBeVisible()
  await show('sitting-silence-chat')
  await page.keyboard.press('Escape')
  const gail = await signIn(app, 'gail', cast.gail)
  await request(app, `POST /api/sittings/${sitting.id}/end`, { as: gail })
  const next = button('Continue')
  await expect(next).toBeVisible()
  await show('sitting-ending')
  const leave = button('Not now')
  await expect(async () => {
    if (!(await leave.isVisible())) await next.click({ timeout: 500 })
    expect(await leave.isVisible()).toBe(true)
  }).toPass()
  await show('sitting-levels')
  await leave.click()
  await expect(leave).toBeHidden()
  await show('sitting-sharing')
}

async function visitAsModerator(facts: Visit): Promise<void> {
  const { page, app, signInAs, say } = facts
  const { button, menu, open, choose, room, show, visit } = tools(facts)
  const today = app.calendar.today()
  await makeSitting(app, { inMs: 600_000, gatherSeconds: 60, doorsMinutes: 15 })
  await makeMeditation(app, { day: addDays(today, -9), title: 'What was' })
  await makeMeditation(app, { day: addDays(today, 3), title: 'Evening calm', scheduledTime: '18:30' })
  const mo = await signIn(app, 'mo', { name: memberNames.long })
  await seedMessages(app, mo.userId, ['Good morning'])
  await request(app, 'POST /api/help', { as: mo, body: { kind: 'technical', text: 'I hear no sound.' } })
  await signInAs('gail')
  await room('moderator-room')
  const message = page.getByRole('log').getByRole('listitem').filter({ hasText: 'Good morning' })
  await open(button('Delete message', message), 'moderator-delete')
  await open(message.getByRole('button', { name: memberNames.long, exact: true }), 'moderator-ban')
  await page.goto('/meditation')
  const host = button('Host')
  await open(host, 'host-menu', menu)
  for (const [text, name] of [
    ['Delay the bell…', 'host-delay'],
    ['Cancel the sitting…', 'host-cancel'],
  ] as const) {
    await host.click()
    await open(page.getByRole('menuitem', { name: say(text) }), name)
  }
  await visit('/garden-angel', 'garden-angel', page.getByRole('article').first())
  await choose('Calendar')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await show('garden-angel-month')
  const modes = page.getByLabel(say('Calendar view'))
  for (const mode of ['Week', 'Year']) {
    if (await modes.isVisible()) await modes.selectOption({ label: say(mode) })
    else await choose(mode)
    await show(`garden-angel-${mode.toLowerCase()}`)
  }
}

async function visitAsAdministrator(facts: Visit): Promise<void> {
  const { page, app, signInAs, say } = facts
  const { button, menu, open, choose, show, visit } = tools(facts)
  const today = app.calendar.today()
  const ada = await signInAs('ada')
  await visit('/admin#templates', 'admin-templates-empty', button('New Template'))
  await visit('/admin#schedules', 'admin-schedules-empty', button('Add Schedule'))
  await makeThreeDays(app)
  await makeMeditation(app, { day: addDays(today, -9), title: 'What was' })
  const mo = await signIn(app, 'mo', { name: memberNames.long })
  const dotty = await signIn(app, 'dotty', { name: memberNames.unbroken })
  await signIn(app, 'bea', cast.bea)
  await signIn(app, 'gail', cast.gail)
  await makeReferral(app, mo, dotty)
  await seedHistory(app, mo.userId, createConsecutiveDays(20, addDays(today, -1)))
  await publishNews(app, ada)
  await makeInvite(app, { makerId: ada.userId })
  await request(app, 'POST /api/admin/ip-bans', {
    as: ada,
    body: { ipAddress: '203.0.113.7', reason: 'Unkind words', expiresAt: null },
  })

  const tab = (name: string, awaited: Locator) => visit(`/admin#${name}`, `admin-${name}`, awaited)
  await tab('dashboard', page.getByRole('region').first())
  await tab('templates', page.getByRole('article').first())
  await open(button('New Template'), 'admin-template-new')
  await open(button('Import CSV'), 'admin-template-import')
  const cardActions = page.getByRole('article').first().locator('[aria-haspopup=dialog]')
  await open(cardActions.first(), 'admin-template-edit')
  await open(cardActions.last(), 'admin-template-delete')

  await tab('schedules', page.getByRole('article').first())
  await open(button('Add Schedule'), 'admin-schedule-new')
  await open(page.getByRole('article').first().getByRole('button').last(), 'admin-schedule-edit')
  await open(button('Fill empty days…'), 'admin-schedules-fill')
  await open(button('Copy last 4 weeks'), 'admin-schedules-copy')
  await choose('By template')
  await show('admin-schedules-by-template')
  await choose('Calendar')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await show('admin-schedules-month')
  const modes = page.getByLabel(say('Calendar view'))
  for (const mode of ['Week', 'Year']) {
    if (await modes.isVisible()) await modes.selectOption({ label: say(mode) })
    else await choose(mode)
    await show(`admin-schedules-${mode.toLowerCase()}`)
  }

  const actions = (name: string) =>
    page
      .getByRole('button', { name: new RegExp(name) })
      .filter({ visible: true })
      .first()
  await tab('users', actions(memberNames.long))
  await open(actions(memberNames.long), 'admin-user-menu', menu)
  for (const [text, name] of [
    ['Edit User', 'edit'],
    ['Edit Time Spent', 'time'],
    ['Edit Referrer', 'referrer'],
    ['Grant Garden Angel', 'grant'],
    ['Ban User', 'ban'],
    ['Delete User', 'delete'],
  ] as const) {
    await actions(memberNames.long).click()
    await open(page.getByRole('menuitem', { name: say(text), exact: true }), `admin-user-${name}`)
  }
  await actions(cast.bea.name).click()
  await open(page.getByRole('menuitem', { name: say('Unban User'), exact: true }), 'admin-user-unban')
  await tab('analytics', page.getByRole('heading').nth(1))
  await tab('what-helps', page.getByRole('tabpanel'))
  await tab('profile-pictures', page.getByRole('article').first())
  await open(button('Upload Pictures'), 'admin-picture-upload')
  await open(cardActions.last(), 'admin-picture-delete')
  await tab('news', page.getByLabel(say('Title')))
  await tab('community', button('Save settings'))
  await open(button('Change zone'), 'admin-community-zone')
  await open(
    button('QR code', page.getByRole('group'))
      .or(page.getByText(say('QR code')))
      .first(),
    'invitation-poster',
  )
  const pages = page.getByRole('tablist').last().getByRole('tab')
  for (const [index, name] of ['privacy', 'terms', 'care'].entries()) {
    await pages.nth(index).click()
    await page.getByRole('tabpanel').last().scrollIntoViewIfNeeded()
    await show(`admin-legal-${name}`)
  }
  await tab('activity', page.getByRole('tabpanel').getByRole('listitem').first())
}

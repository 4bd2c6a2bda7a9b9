// An administrator's way through the tabs of Admin and their dialogs.
import type { Locator } from '@playwright/test'
import type { CommunitySettings } from '#features/community/contract.ts'
import { addDays } from '#shared/day.ts'
import { createConsecutiveDays } from '#test/data/energy-history.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { makeInvite } from '#test/data/invites.ts'
import { publishNews } from '#test/data/news.ts'
import { makeReferral } from '#test/data/referral-factories.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect } from '../app.ts'
import { seedHistory } from '../seed-history.ts'
import { makeThreeDays, memberNames, visitTools, type Visit } from './visit-tools.ts'

export async function visitAsAdministrator(input: Visit): Promise<void> {
  const { page, app, signInAs, say } = input
  const { button, dialog, menu, open, choose, calendar, show, visit } = visitTools(input)
  const today = app.calendar.today()
  const ada = await signInAs('ada')
  await visit('/admin#templates', 'admin-templates-empty', button('New Template'))
  await visit('/admin#schedules', 'admin-schedules-empty', button('Add Schedule'))
  await makeThreeDays(app)
  await makeMeditation(app, { day: addDays(today, -9), title: 'What was' })
  const mo = await signIn(app, 'mo', { name: memberNames.long })
  const dotty = await signIn(app, 'dotty', { name: memberNames.unbroken })
  await signIn(app, 'bea', personFields.bea)
  const gail = await signIn(app, 'gail', personFields.gail)
  const lee = await signIn(app, 'lee', { name: memberNames.long })
  await makeReferral(app, mo, dotty)
  await seedHistory(app, mo.userId, createConsecutiveDays(20, addDays(today, -1)))
  await publishNews(app, ada)
  await makeInvite(app, { makerId: ada.userId })
  await request(app, 'POST /api/admin/ip-bans', {
    as: ada,
    body: { ipAddress: '203.0.113.7', reason: 'Unkind words', expiresAt: null },
  })

  const tab = (name: string, awaited: Locator) =>
    visit(`/admin#${name}`, `admin-${name.replace('/', '-')}`, awaited)
  await request(app, `PUT /api/admin/users/${lee.userId}/ban`, {
    as: gail,
    body: { reason: memberNames.unbroken, minutes: 1_440 },
  })
  await tab('dashboard', page.getByRole('region').first())
  const moderation = page.getByRole('region', { name: say('Moderation'), exact: true })
  await moderation.scrollIntoViewIfNeeded()
  await show('admin-dashboard-moderation')
  await open(moderation.getByRole('button').last(), 'admin-moderation-undo-all')
  await tab('templates', page.getByRole('article').first())
  await open(button('New Template'), 'admin-template-new')
  await open(button('Import CSV'), 'admin-template-import')
  const cardActions = page.getByRole('article').first().locator('[aria-haspopup=dialog]')
  await open(cardActions.first(), 'admin-template-edit')
  await open(cardActions.last(), 'admin-template-delete')
  await cardActions.first().click()
  await openLanguages(dialog)
  await show('admin-template-languages')
  await dialog.getByRole('group').getByLabel(say('Title'), { exact: true }).last().fill('Morgenlicht')
  await dialog.locator('button[type=submit]').click()
  await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
  await show('admin-template-languages-errors')

  await tab('schedules', page.getByRole('article').first())
  await open(button('Add Schedule'), 'admin-schedule-new')
  await open(page.getByRole('article').first().getByRole('button').last(), 'admin-schedule-edit')
  await open(button('Fill empty days…'), 'admin-schedules-fill')
  await open(button('Copy last 4 weeks'), 'admin-schedules-copy')
  await choose('By template')
  await show('admin-schedules-by-template')
  await calendar('admin-schedules')

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
  await actions(personFields.bea.name).click()
  await open(page.getByRole('menuitem', { name: say('Unban User'), exact: true }), 'admin-user-unban')
  await button('Invite').click()
  await expect(page.getByRole('form', { name: say('New invitation') })).toBeVisible()
  await show('admin-users-invite')
  await open(
    button('QR code', page.getByRole('group'))
      .or(page.getByText(say('QR code')))
      .first(),
    'invitation-poster',
  )
  await tab('users/invite-poster', dialog)
  await visit('/admin?role=garden-angel&unseenDays=30#users', 'admin-users-filtered')
  // On a phone the filter is folded.
  const filter = page.getByRole('button', { name: say('Filter and sort ({count})', { count: 2 }) })
  if (await filter.isVisible()) {
    await filter.click()
    await show('admin-users-filter')
  }
  await expect(button('Clear filters').first()).toBeVisible()
  await open(button('Download'), 'admin-users-download')
  await tab('analytics', page.getByRole('heading').nth(1))
  await tab('what-helps', page.getByRole('tabpanel'))
  await tab('profile-pictures', page.getByRole('article').first())
  await open(button('Upload pictures'), 'admin-picture-upload')
  await open(cardActions.last(), 'admin-picture-delete')
  await tab('news', page.getByLabel(say('Title')))
  // With an undo on offer.
  const community = '/api/admin/community'
  const { version } = (await request(app, `GET ${community}`, { as: ada })).body as CommunitySettings
  await request(app, `PUT ${community}`, { as: ada, body: { version, chatDays: 60 } })
  await tab('community', button('Undo the last change'))
  await tab('community/rhythm', button('Change zone'))
  await open(button('Change zone'), 'admin-community-zone')
  await tab('community/joining', button('Undo the last change'))
  const languages = page.getByRole('region', { name: say('In other languages'), exact: true })
  await openLanguages(languages.first())
  await show('admin-community-languages')
  await languages.first().getByRole('textbox').first().fill(memberNames.unbroken)
  await languages.first().locator('summary').first().click()
  await show('admin-community-language-folded')
  await tab('community/care', button('Undo the last change'))
  await button('Add a reason').click()
  await page.getByRole('textbox', { name: say('Reason'), exact: true }).fill(memberNames.unbroken)
  await page.getByLabel(say('Words, one on each line')).fill(memberNames.unbroken)
  await button('Add a reason').scrollIntoViewIfNeeded()
  await show('admin-community-reasons')
  await tab('community/texts', button('Preview'))
  await open(button('Preview'), 'admin-legal-preview')
  for (const name of ['privacy', 'terms', 'care']) {
    await page.getByLabel(say('Page'), { exact: true }).selectOption(name)
    await page.getByRole('tabpanel').last().scrollIntoViewIfNeeded()
    await show(`admin-legal-${name}`)
    const editor = page.getByRole('tabpanel').last()
    await editor.getByText(say('Standard and yours'), { exact: true }).click()
    await openLanguages(languages.last())
    await show(`admin-legal-${name}-languages`)
    if (name !== 'terms') continue
    await editor.getByRole('checkbox').check()
    await open(editor.locator('button[type=submit]'), 'admin-legal-material')
  }
  await tab('activity', page.getByRole('tabpanel').getByRole('listitem').first())
}

/** Unfolds the fields of each language. */
async function openLanguages(within: Locator): Promise<void> {
  const summaries = within.locator('summary')
  await expect(summaries.first()).toBeVisible()
  for (const language of await summaries.all()) await language.click()
}

// A garden angel's way: the room with its requests for help, hosting, and the schedule.
import type { HelpRequest } from '#features/help/contract.ts'
import { storedSittingsBetween } from '#features/sittings/server/service.ts'
import { addDays } from '#shared/day.ts'
import type { TestApp } from '#test/app.ts'
import { makeMeditation, makeSitting, moveBell } from '#test/data/factories.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { liveTemplate } from '#test/streams/live-sitting.ts'
import { expect } from '../app.ts'
import { seedMessages } from '../room.ts'
import { helpTexts, memberNames, technicalDetails, visitTools, type Visit } from './visit-tools.ts'

export async function visitAsModerator(input: Visit): Promise<void> {
  const { page, app, signInAs, say } = input
  const { button, menu, open, calendar, room, visit } = visitTools(input)
  const today = app.calendar.today()
  await makeSitting(app, { inMs: 600_000, gatherSeconds: 60, doorsMinutes: 15 })
  await makeMeditation(app, { day: addDays(today, -9), title: 'What was' })
  await makeMeditation(app, { day: addDays(today, 3), title: 'Evening calm', scheduledTime: '18:30' })
  const mo = await signIn(app, 'mo', { name: memberNames.long })
  await seedMessages(app, mo.userId, ['Good morning'])
  await request(app, 'POST /api/help', {
    as: mo,
    body: { kind: 'technical', text: helpTexts.need, details: technicalDetails },
  })
  await signInAs('gail')
  await room('moderator-room')
  // On a narrow screen the chat of a sitting is one line until it is open.
  const line = page.locator('[data-closed] header > [aria-expanded=false]')
  if ((page.viewportSize()?.width ?? 0) < 1024) await line.click()
  const message = page.getByRole('log').getByRole('listitem').filter({ hasText: 'Good morning' })
  await open(button('Delete message', message), 'moderator-delete')
  await open(message.getByRole('button', { name: memberNames.long, exact: true }), 'moderator-ban')
  const messageMenu = message.locator('[data-stop=menu]')
  await open(messageMenu, 'moderator-message-menu', menu)
  for (const [text, name] of [
    ['Report', 'moderator-report'],
    ['Mute', 'moderator-mute'],
  ] as const) {
    await messageMenu.click()
    await open(page.getByRole('menuitem', { name: say(text), exact: true }), name)
  }
  await open(button('Slow mode'), 'moderator-slow-mode', menu)
  await help(input, mo)
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
  await moveBell(app, -30_000)
  await room('sitting-without-seat')
  await host.click()
  await open(page.getByRole('menuitem', { name: say('End the sitting…') }), 'host-end')
  await cases(input, mo)
  await visit('/garden-angel', 'garden-angel', page.getByRole('article').first())
  await calendar('garden-angel')
  await visit('/hosting', 'hosting', page.getByRole('article').first())
  await desk(input)
}

/** The desk of tomorrow's live sitting, on a machine without a microphone. */
async function desk(input: Visit): Promise<void> {
  const { app } = input
  const { button, show, visit } = visitTools(input)
  const day = addDays(app.calendar.today(), 1)
  await makeMeditation(app, { ...liveTemplate, day, scheduledTime: '18:30', sitting: { together: true } })
  const [stored] = await storedSittingsBetween(app.database.query, { from: day, to: day })
  await visit(`/teach/${stored?.sitting.id}`, 'teach', button('Use the microphone'))
  await button('Use the microphone').click()
  await expect(button('Try again')).toBeVisible()
  await show('teach-without-microphone')
}

/** Takes a member's request and replies to it, beside another one that an administrator has. */
async function help(input: Visit, member: TestUser): Promise<void> {
  const { page, app } = input
  const { button, show } = visitTools(input)
  const dotty = await signIn(app, 'dotty', { name: memberNames.unbroken })
  const ada = await signIn(app, 'ada', personFields.ada)
  await request(app, 'POST /api/help', { as: dotty, body: { kind: 'care', text: '' } })
  const { body } = await request(app, 'GET /api/moderation/help', { as: ada })
  const other = (body as HelpRequest[]).find((each) => each.member.id === dotty.userId)
  await request(app, `PUT /api/moderation/help/${other?.id}`, { as: ada, body: { action: 'take' } })
  await page.goto('/meditation')
  const card = page.getByRole('article').filter({ hasText: member.name })
  await button('Take it', card).click()
  const reply = card.getByRole('textbox')
  await expect(reply).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: dotty.name })).toContainText(ada.name)
  await card.scrollIntoViewIfNeeded()
  await show('moderator-help-taken')
  await reply.fill(helpTexts.reply)
  await button('Reply', card).click()
  await expect(card.getByText(helpTexts.reply)).toBeVisible()
  await show('moderator-help-replied')
}

/** The queue of cases, one with all that stands beside it, and its decision and undo. */
async function cases(input: Visit, member: TestUser): Promise<void> {
  const { page, app, say } = input
  const { button, dialog, open, choose, show, visit } = visitTools(input)
  const nia = await signIn(app, 'nia', { name: memberNames.unbroken })
  const lee = await signIn(app, 'lee', { name: memberNames.long })
  await seedMessages(app, nia.userId, ['So here we are'])
  await seedMessages(app, member.userId, ['Buy my crystals', 'Really, buy them all, and tell your friends'])
  await seedMessages(app, nia.userId, ['Please don’t'])
  const ids = await listMessageIds(app, member.userId)
  for (const id of ids.slice(-2)) {
    await request(app, `POST /api/messages/${id}/report`, {
      as: nia,
      body: { reason: 'selling', note: memberNames.unbroken },
    })
    await request(app, `POST /api/messages/${id}/report`, { as: lee, body: { reason: 'worrying' } })
  }
  const first = page
    .getByRole('region', { name: say('Cases') })
    .getByRole('article')
    .first()
  await visit('/moderation', 'moderation', first)
  await first.getByRole('link').click()
  const decide = button('Decide')
  await expect(decide).toBeVisible()
  await page.getByLabel(say('A new note')).fill(helpTexts.need)
  await button('Add the note').click()
  await expect(page.getByText(helpTexts.need)).toBeVisible()
  await show('moderation-case')
  await decide.click()
  for (const action of ['ban', 'mute'] as const) {
    await dialog.locator(`[value=${action}]`).press('Space')
    await show(`moderation-${action}`)
  }
  await dialog.locator('button').last().click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: say('Decision') })).toBeVisible()
  await show('moderation-decided')
  await page.goto('/moderation')
  await choose('Decided')
  const undo = first.getByRole('button')
  await expect(undo).toBeVisible()
  await show('moderation-decided-list')
  await open(undo, 'moderation-undo')
}

async function listMessageIds(app: TestApp, userId: number): Promise<number[]> {
  const rows = await app.database.query
    .selectFrom('chat_messages')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

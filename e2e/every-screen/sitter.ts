// A member's way through a sitting, from the hour before to the day after, with a request for help and a hard end.
import type { HelpRequest } from '#features/help/contract.ts'
import { makeSitting, moveBell } from '#test/data/factories.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect } from '../app.ts'
import { seedMessages } from '../room.ts'
import { helpTexts, memberNames, visitTools, type Visit } from './visit-tools.ts'

export async function visitAsSitter(input: Visit): Promise<void> {
  const { page, app, signInAs, say } = input
  const { button, room, show } = visitTools(input)
  const sitting = await makeSitting(app, { inMs: 3_600_000, gatherSeconds: 60, doorsMinutes: 15 })
  const mo = await signIn(app, 'mo', { name: memberNames.long })
  await seedMessages(app, mo.userId, ['Good morning'])
  await signInAs('mia')
  await room('sitting-hour-before')
  await moveBell(app, 600_000)
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
  const gail = await signIn(app, 'gail', personFields.gail)
  await askForHelp(input, gail)
  await button('Take your seat').click()
  await expect(page.getByText(say('You have a seat. The video starts by itself.'))).toBeVisible()
  await show('sitting-seat')
  await moveBell(app, 3_000)
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(button('Show the chat')).toBeVisible()
  await show('sitting-silence')
  // The bar shows for three seconds, and while it has the focus.
  await page.keyboard.press('Tab')
  await button('Lights up').focus()
  await show('sitting-silence-bar')
  await button('Show the chat').click()
  await expect(button('Hide the chat')).toBeVisible()
  await show('sitting-silence-chat')
  await page.keyboard.press('Escape')
  await expect(button('Show the chat')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button('Lights down')).toBeVisible()
  await show('sitting-lights-up')
  await button('Lights down').click()
  await expect(page.getByRole('banner')).toBeHidden()
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
  await page.reload()
  await page
    .getByRole('group', { name: say('How are you leaving?') })
    .getByRole('button')
    .first()
    .click()
  await expect(button('Save')).toBeVisible()
  await show('sitting-first-level')
  await button('Save').click()
  const careCard = page.getByRole('region', { name: say('Be kind to yourself now') })
  await expect(careCard).toBeVisible()
  await show('sitting-care-card')
  await button('Close', careCard).click()
  await show('sitting-sharing-with-level')
  app.clock.set(sitting.endsAt + 3_600_000)
  await room('day-after')
}

/** Asks for help, and reads the reply of a garden angel. */
async function askForHelp(input: Visit, angel: TestUser): Promise<void> {
  const { page, app, say } = input
  const { button, show } = visitTools(input)
  await button('I am not well').click()
  const form = page.getByRole('form', { name: say('I am not well') })
  await form.getByRole('textbox').fill(helpTexts.need)
  await button('Ask for help', form).click()
  await expect(form.getByText(helpTexts.need)).toBeVisible()
  await show('help-asked')
  await button('Close', form).click()
  const { body } = await request(app, 'GET /api/moderation/help', { as: angel })
  const id = (body as HelpRequest[])[0]?.id
  for (const step of [{ action: 'take' }, { action: 'reply', text: helpTexts.reply }])
    await request(app, `PUT /api/moderation/help/${id}`, { as: angel, body: step })
  await expect(button('You have a reply')).toBeVisible()
  await show('help-has-reply')
  await button('You have a reply').click()
  await expect(form.getByText(helpTexts.reply)).toBeVisible()
  await form.scrollIntoViewIfNeeded()
  await show('help-reply')
  await button('Close', form).click()
}

// The Users tab: an administrator finds members among many, and uses every action on them.
import { readFile } from 'node:fs/promises'
import { updateMemberRow } from '#features/auth/server/service.ts'
import { insertUser } from '#features/auth/server/sql/users.ts'
import type { TestApp } from '#test/app.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { shell } from '../pages/shell.ts'
import { usersTab } from '../pages/users.ts'

/** Inserts 'Member 01' and so on; returns their ids. The last one has a name and address of maximum length. */
async function makeMembers({ clock, database }: TestApp, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let one = 1; one <= count; one += 1) {
    const number = String(one).padStart(2, '0')
    const isLast = one === count
    const id = await insertUser(database.query, {
      name: isLast ? `Member ${number} ${'Maximiliana'.padEnd(50, 'a')}` : `Member ${number}`,
      email: `${isLast ? 'm'.repeat(230) : 'member'}-${number}@example.org`,
      firebaseUid: null,
      profilePicture: null,
      profileCompleted: false,
      isAdmin: false,
      isGardenAngel: false,
      createdAt: new Date(clock.now()),
    })
    ids.push(id)
  }
  return ids
}

test('[USR-02, USR-04, USR-05] an administrator jumps to a member’s row, pages, sorts and searches @full', async ({
  page,
  app,
  signInAs,
}) => {
  await signInAs('ada')
  const ids = await makeMembers(app, 45)
  const users = usersTab(page)
  const status = page.getByRole('tabpanel').getByRole('status')
  const heading = page.getByRole('heading', { name: 'No Users Found' })

  // Ada sorts before all of them, so number 30 is on the second page.
  await users.open(`?selectedUser=${ids[29]}`)
  await expect(users.pages).toContainText('Page 2 of 3')
  await expect(users.selectedRow).toContainText('Member 30')
  await expect(users.selectedRow).toBeInViewport()

  await users.pages.getByRole('button', { name: 'Next' }).press('Enter')
  await expect(users.pages).toContainText('Showing 41-46 of 46 users')
  await expect(users.pages.getByRole('button', { name: 'Previous' })).toBeFocused()
  await expect(users.selectedRow).toHaveCount(0)
  await users.pages.getByRole('button', { name: 'First' }).press('Enter')
  await expect(status).toHaveText('Showing 1-20 of 46 users. Page 1 of 3')
  await expect.poll(async () => (await users.names()).slice(0, 2)).toEqual(['Ada Adler', 'Member 01'])

  await users.header('Name').getByRole('button').press('Enter')
  await expect(users.header('Name')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await users.names())[1]).toBe('Member 44')
  await expectAccessibleInBothThemes(page, 'the table')
  await page.setViewportSize({ width: 820, height: 1180 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  // The longest words of the other languages stay whole.
  const broken = await page.locator('thead th').evaluateAll((headings) => {
    const words: [number, string][] = [
      [3, 'meditação'],
      [4, 'Eingeladen'],
      [5, 'Invitaciones'],
      [6, 'Punkte'],
    ]
    return words.filter(([column, word]) => {
      const heading = headings[column]
      const label = heading?.querySelector('button span') ?? heading
      if (!heading || !label) return true
      label.textContent = word
      const range = document.createRange()
      range.selectNodeContents(label)
      const isInside = heading.scrollWidth <= heading.clientWidth
      return range.getClientRects().length !== 1 || !isInside
    })
  })
  expect(broken).toEqual([])

  await users.search.fill('MBER 3')
  await expect(status).toHaveText('10 users')
  await expect(users.pages).toHaveCount(0)
  await users.search.fill('zebra')
  await expect(heading).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(users.pages).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(users.cards.getByRole('listitem')).toHaveCount(20)
  await expect(users.table).toHaveCount(0)
  await expectAccessibleInBothThemes(page, 'the cards')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await users.pages.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('searchbox')).toBeInViewport()

  await page.setViewportSize({ width: 1280, height: 720 })
  await users.open('?selectedUser=2000000000')
  await expect(users.pages).toContainText('Page 1 of 3')
  await expect(users.selectedRow).toHaveCount(0)
})

test('[USR-10, USR-13, USR-22] every dialog works by keyboard: rejected input stays, and changes appear in the row @full', async ({
  page,
  app,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  await signInAs('ada')
  const mia = await signIn(app, 'mia', personFields.mia)
  const mo = await signIn(app, 'mo', personFields.mo)
  await makeReferralCode(app, mo)
  const users = usersTab(page)
  const { toast } = shell(page)
  const row = users.row('Mia Member')
  const enter = () => page.keyboard.press('Enter')
  await users.open()

  await users.choose('Mia Member', 'Edit User')
  await users.field('Email').fill('mo@example.org')
  await enter()
  await expect(users.dialog).toContainText('Another member has this email address.')
  await expect(toast).toContainText('Failed to update user. Please try again.')
  await expectAccessibleInBothThemes(page, 'Edit User', { within: '[role=dialog]' })
  await users.field('Email').fill('mia@example.com')
  await enter()
  await expect(toast).toContainText('User updated')
  await expect(row).toContainText('mia@example.com')
  await expect(users.actionsOf('Mia Member')).toBeFocused()

  await users.choose('Mia Member', 'Edit Time Spent')
  await expect(users.field('Minutes')).toBeFocused()
  await users.field('Minutes').fill('1.5')
  await enter()
  await expect(users.dialog).toContainText('Please enter a whole number of minutes, 0 or more.')
  await users.field('Minutes').fill('125')
  await enter()
  await expect(toast).toContainText('Time spent updated')
  await expect(row).toContainText('2.08 hours')

  for (const outcome of ['Referrer updated successfully', 'This member already has this referrer.']) {
    await users.choose('Mia Member', 'Edit Referrer')
    await users.dialog.getByRole('searchbox').fill('member')
    await expect(users.dialog.getByRole('radio')).toHaveCount(1)
    await users.dialog.getByRole('radio', { name: /^Mo Member/ }).press('Space')
    await enter()
    await expect(toast).toContainText(outcome)
  }
  await expect(users.dialog.getByRole('alert')).toHaveText('This member already has this referrer.')
  await expectAccessibleInBothThemes(page, 'Edit Referrer', { within: '[role=dialog]' })
  await users.dialogButton('Cancel').press('Enter')
  await users.dialogButton('Discard').press('Enter')
  await expect(users.dialog).toHaveCount(0)
  await expect(row.getByRole('cell')).toHaveText([
    /^User$/,
    /^Active$/,
    /^125 min/,
    /^Mo Member$/,
    /^0$/,
    /^50$/,
    /Nov 21, 2026/,
    '',
  ])

  await users.choose('Mia Member', 'Ban User')
  await users.field('Reason').fill('Selling crystals')
  await users.dialogButton('Ban').press('Enter')
  await users.dialogButton('Yes, ban').press('Enter')
  await expect(toast).toContainText('User banned')
  await expect(row).toContainText('Banned')
  await users.choose('Mia Member', 'Unban User')
  await expect(users.dialog).toContainText('Selling crystals')
  await users.dialogButton('Unban User').press('Enter')
  await expect(toast).toContainText('User unbanned')
  await expect(row).toContainText('Active')

  await users.choose('Mia Member', 'Grant Garden Angel')
  await users.dialogButton('Grant Garden Angel').press('Enter')
  await expect(row).toContainText('Garden Angel')
  await users.choose('Mia Member', 'Remove Garden Angel')
  await users.dialogButton('Remove Garden Angel').press('Enter')
  await expect(row).not.toContainText('Garden Angel')
  await expect(toast).toContainText('Role updated')

  await users.choose('Mia Member', 'Delete User')
  await expect(users.dialogButton('Cancel')).toBeFocused()
  await enter()
  await expect(users.actionsOf('Mia Member')).toBeFocused()
  await users.choose('Mia Member', 'Delete User')
  await users.dialogButton('Delete User').press('Enter')
  await expect(toast).toContainText('User deleted')
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Users' })).toBeFocused()
  const deletedRow = await app.database.query
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', mia.userId)
    .executeTakeFirstOrThrow()
  expect(deletedRow).toMatchObject({ email: null })
})

test('[USR-32, USR-33] the filter outlives a reload, and what it shows is saved as a file @full', async ({
  page,
  app,
  signInAs,
}) => {
  await signInAs('ada')
  await makeMembers(app, 3)
  const angel = await signIn(app, 'angel', { name: '=1+1; "calm"' })
  await updateMemberRow(app.database.query, angel.userId, { isGardenAngel: true })
  await page.goto('/admin#users')
  const role = page.getByRole('combobox', { name: 'Role' })
  await role.selectOption('Garden Angel')
  await expect(page.getByRole('tabpanel').getByText('1 user')).not.toHaveCount(0)
  await page.reload()
  await expect(role).toHaveValue('garden-angel')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await page.getByRole('button', { name: 'Download' }).click()
  const dialog = page.getByRole('dialog')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe(`stillwater-users-${app.calendar.today()}.csv`)
  const [, row = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(row).toContain(`"'=1+1; ""calm""",`)
  await expectAccessibleInBothThemes(page)
})

// Member dialogs: what each sends, and its error messages.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { inviteBatchesCalls } from '#features/invite-batches/contract.ts'
import { memberDeletionCalls, membersCalls, type Member } from '#features/members/contract.ts'
import { memberErrors } from '#features/members/errors.ts'
import { casesCalls } from '#features/moderation/cases-contract.ts'
import { bansCalls, type Ban } from '#features/moderation/contract.ts'
import { referralsCalls } from '#features/referrals/contract.ts'
import { referralErrors } from '#features/referrals/errors.ts'
import { fakeMember, fakeMembers } from '#test/people/fake-member.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { toastStore } from '#web/toast-store.ts'
import { AdminUsers } from './admin-users.tsx'

const mia = fakeMember({ totalTimeSpent: 90 })
const banOfMia: Ban = {
  id: 3,
  name: mia.name,
  isBanned: true,
  bannedAt: mia.createdAt,
  bannedReason: 'Spam',
  bannedUntil: null,
}

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(inviteBatchesCalls.inviteBatchNames, { batches: [] })
})

const noFilter = () => {
  throw new Error('No test filters the list.')
}

/** Chooses an item from the only row's menu. */
async function choose(line: string, member: Member = mia) {
  server.respondPage(membersCalls.members, [member], { total: 1 })
  renderScreen(<AdminUsers selectedUser={null} filter={{}} onFilter={noFilter} />)
  const user = setUpUser()
  await user.click(await screen.findByRole('button', { name: `Actions for ${member.name}` }))
  await user.click(await screen.findByRole('menuitem', { name: line }))
  await screen.findByRole('dialog')
  return user
}

/** The menu items of the only row. */
async function linesFor(member: Member) {
  server.respondPage(membersCalls.members, [member], { total: 1 })
  const { unmount } = renderScreen(<AdminUsers selectedUser={null} filter={{}} onFilter={noFilter} />)
  const user = setUpUser()
  await user.click(await screen.findByRole('button', { name: `Actions for ${member.name}` }))
  const lines = await screen.findAllByRole('menuitem')
  const words = lines.map(({ textContent }) => textContent)
  unmount()
  return words
}

const inDialog = () => within(screen.getByRole('dialog'))
const button = (name: string) => inDialog().getByRole('button', { name })
const field = (name: string) => inDialog().getByLabelText<HTMLInputElement>(name)
const alertText = async () => (await inDialog().findByRole('alert')).textContent
const toastShown = () => toastStore.records()[0]
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const sent = (method: string) => server.calls.filter((call) => call.method === method)
const failed = (description: string) => ({ title: 'Error', description, variant: 'destructive' })
/** Expects this many reads of the list after the first. */
const expectRefetched = (times = 1) =>
  waitFor(() => expect(server.count(membersCalls.members)).toBe(1 + times))

it('[USR-11, USR-13] the menu offers the available actions; the garden angel role not for administrators', async () => {
  const always = ['Edit User', 'Edit Time Spent', 'Edit Referrer']
  const link = 'Send a reset link'
  expect(await linesFor(mia)).toEqual([...always, link, 'Grant Garden Angel', 'Ban User', 'Delete User'])
  const angel = { ...mia, isGardenAngel: true, isBanned: true, resetLink: 'none' } as const
  expect(await linesFor(angel)).toEqual([...always, 'Remove Garden Angel', 'Unban User', 'Delete User'])
  const admin = await linesFor({ ...mia, isAdmin: true, isGardenAngel: true, resetLink: 'none' })
  expect(admin).toEqual([...always, 'Ban User', 'Delete User'])
})

it('[USR-29] the menu sends a link to the address that signs in, or says that only the operator can', async () => {
  const user = await choose('Send a reset link', { ...mia, signInEmail: 'mia-signs-in@example.org' })
  expect(screen.getByRole('dialog').textContent).toContain('It goes to mia-signs-in@example.org')
  server.respond(membersCalls.sendResetLink, { success: true })
  await user.click(button('Send link'))
  await expectClosed()
  expect(sent('POST').map(({ path }) => path)).toEqual(['/api/admin/users/3/reset-link'])
  expect(toastShown()).toMatchObject({ title: 'Link sent' })
  document.body.replaceChildren()
  const items = await linesFor({ ...mia, resetLink: 'operator' })
  expect(items).toContain('Send a reset linkOnly the operator can do this: npm run admin -- reset-password')
})

it('[USR-25] Edit User says what a change of the address does, and corrects the one that signs in', async () => {
  const unconfirmed = { ...mia, signInEmail: 'mia@typo.example', emailChange: 'sign-in' } as const
  const user = await choose('Edit User', unconfirmed)
  expect(field('Email').value).toBe('mia@typo.example')
  expect(screen.getByRole('dialog').textContent).toContain('they sign in with the new one')
  server.failWith(membersCalls.updateMember, memberErrors.email_changed_meanwhile)
  await user.clear(field('Email'))
  await user.type(field('Email'), 'mia@right.example')
  await user.click(button('Save user'))
  expect(sent('PUT').map(({ body }) => body)).toEqual([
    { email: 'mia@right.example', correctedEmail: 'mia@typo.example' },
  ])
  expect(await inDialog().findByText(/has changed meanwhile/)).toBeTruthy()
})

it.each([
  ['profile', 'They still sign in with mia-signs-in@example.org, which is confirmed.', false],
  ['refused-role', 'Administrators and garden angels correct', true],
  ['refused-elsewhere', 'an account at Google or Firebase', true],
] as const)('[USR-25] Edit User, address: %s', async (emailChange, sentence, isFixed) => {
  await choose('Edit User', { ...mia, signInEmail: 'mia-signs-in@example.org', emailChange })
  expect(screen.getByRole('dialog').textContent).toContain(sentence)
  expect(field('Email').readOnly).toBe(isFixed)
})

it('[USR-07] Edit User sends only the changed fields, shows a toast and reloads the list', async () => {
  server.respond(membersCalls.updateMember, { ...mia, name: 'Mia Newman' })
  const user = await choose('Edit User')
  expect([field('Name').value, field('Email').value]).toEqual(['Mia Member', 'mia@example.org'])
  await user.clear(field('Name'))
  await user.type(field('Name'), ' Mia Newman ')
  await user.click(button('Save user'))
  await expectClosed()
  expect(sent('PUT').map(({ path, body }) => [path, body])).toEqual([
    ['/api/admin/users/3', { name: ' Mia Newman ' }],
  ])
  expect(toastShown()).toMatchObject({ title: 'User updated', variant: 'plain' })
  await expectRefetched()
})

it('[USR-07] the form includes the administrator role, and an unchanged form sends nothing @full', async () => {
  server.respond(membersCalls.updateMember, { ...mia, isAdmin: true })
  const user = await choose('Edit User')
  await user.click(button('Save user'))
  await expectClosed()
  expect(sent('PUT')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Actions for Mia Member' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit User' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Administrator' }))
  await user.click(button('Save user'))
  await expectClosed()
  expect(sent('PUT').map(({ body }) => body)).toEqual([{ isAdmin: true }])
})

it('[USR-07] an invalid field sends nothing and shows an error; unchanged values aren’t validated', async () => {
  server.respond(membersCalls.updateMember, mia)
  const user = await choose('Edit User', { ...mia, name: 'The Admin', email: null })
  await user.type(field('Email'), 'nowhere')
  await user.click(button('Save user'))
  expect(await inDialog().findByText('Please enter a valid email address')).toBeTruthy()
  expect(document.activeElement).toBe(field('Email'))
  expect(sent('PUT')).toEqual([])
  await user.type(field('Email'), '@example.org')
  await user.click(button('Save user'))
  await expectClosed()
  expect(sent('PUT').map(({ body }) => body)).toEqual([{ email: 'nowhere@example.org' }])
})

it('[USR-07, API-15] a rejected edit keeps all input and shows the server’s message beside its field', async () => {
  server.failWith(membersCalls.updateMember, memberErrors.member_email_taken)
  const user = await choose('Edit User')
  await user.clear(field('Email'))
  await user.type(field('Email'), 'mo@example.org')
  await user.click(button('Save user'))
  expect(await inDialog().findByText('Another member has this email address.')).toBeTruthy()
  expect(toastShown()).toMatchObject(failed('Failed to update user. Please try again.'))
  expect(field('Email').value).toBe('mo@example.org')
  expect(field('Email').getAttribute('aria-invalid')).toBe('true')

  server.failWith(membersCalls.updateMember, 'invalid', {
    issues: [{ path: 'email', message: 'Not this one either.' }],
  })
  await user.click(button('Save user'))
  expect(await inDialog().findByText('Not this one either.')).toBeTruthy()
  server.failWith(membersCalls.updateMember, 'not_found')
  await user.click(button('Save user'))
  expect(await alertText()).toBe('We couldn’t find that.')
  server.failConnection(membersCalls.updateMember)
  await user.click(button('Save user'))
  await waitFor(async () => expect(await alertText()).toBe('Failed to update user. Please try again.'))
})

it('[USR-08] the last administrator’s role stays, with the message beside the checkbox', async () => {
  server.failWith(membersCalls.updateMember, memberErrors.last_admin)
  const user = await choose('Edit User', { ...mia, isAdmin: true })
  await user.click(inDialog().getByRole('checkbox', { name: 'Administrator' }))
  await user.click(button('Save user'))
  expect(await inDialog().findByText('This is the last administrator.')).toBeTruthy()
})

it('[USR-17, USR-18] Edit Time Spent sends only whole minutes of 0 or more @full', async () => {
  server.respond(membersCalls.setTimeSpent, { ...mia, totalTimeSpent: 125 })
  const user = await choose('Edit Time Spent')
  expect(field('Minutes').value).toBe('90')
  expect(inDialog().getByText('1.5 hours')).toBeTruthy()
  for (const wrong of ['-5', '1.5', 'ten', ' ']) {
    await user.clear(field('Minutes'))
    await user.type(field('Minutes'), `${wrong}{Enter}`)
    expect(inDialog().getByText('Please enter a whole number of minutes, 0 or more.')).toBeTruthy()
  }
  await user.clear(field('Minutes'))
  await user.click(button('Save time'))
  expect(sent('PUT')).toEqual([])
  await user.type(field('Minutes'), '125')
  expect(inDialog().getByText('2.08 hours')).toBeTruthy()
  await user.click(button('Save time'))
  await expectClosed()
  expect(sent('PUT').map(({ path, body }) => [path, body])).toEqual([
    ['/api/admin/users/3/time-spent', { timeSpent: 125 }],
  ])
  expect(toastShown()).toMatchObject({ title: 'Time spent updated', variant: 'plain' })
  await expectRefetched()
})

it('[USR-18] a failed change of the time keeps the input and shows the server’s message', async () => {
  server.failWith(membersCalls.setTimeSpent, 'invalid', {
    issues: [{ path: 'timeSpent', message: 'That is too many minutes.' }],
  })
  const user = await choose('Edit Time Spent')
  await user.type(field('Minutes'), '0000')
  await user.click(button('Save time'))
  expect(await inDialog().findByText('That is too many minutes.')).toBeTruthy()
  expect(toastShown()).toMatchObject(failed('Failed to update time spent'))
  expect(field('Minutes').value).toBe('900000')
  await user.type(field('Minutes'), '{Backspace}')
  await waitFor(() => expect(inDialog().queryByText('That is too many minutes.')).toBeNull())
  expect(inDialog().queryByRole('alert')).toBeNull()
  server.failConnection(membersCalls.setTimeSpent)
  await user.click(button('Save time'))
  expect(await alertText()).toBe('Failed to update time spent')
})

const typeReferrer = (user: ReturnType<typeof setUpUser>, text: string) =>
  user.type(inDialog().getByRole('searchbox'), text)

it('[USR-20, USR-22] Edit Referrer shows at most ten matches without the edited member, and credits the chosen one @full', async () => {
  const referree = fakeMember({ id: 4, name: 'Member 4' })
  const user = await choose('Edit Referrer', referree)
  expect(inDialog().getByText(/^Member 4 was referred by nobody\./)).toBeTruthy()
  expect(inDialog().queryByRole('radio')).toBeNull()
  server.respondPage(membersCalls.members, fakeMembers(11), { total: 40 })
  await typeReferrer(user, 'member')
  expect(await inDialog().findAllByRole('radio')).toHaveLength(10)
  expect(inDialog().queryByRole('radio', { name: /^Member 4/ })).toBeNull()
  const query = new URLSearchParams(server.calls.at(-1)?.path.split('?')[1])
  expect(Object.fromEntries(query)).toEqual({ search: 'member', page: '1', limit: '11' })

  const [person, other] = [fakeMember({ id: 9, name: 'Rae' }), fakeMember({ id: 4, name: 'Member 4' })]
  server.respond(referralsCalls.attribute, {
    details: {
      referree: { id: 4, name: 'Member 4' },
      referrer: { id: 9, name: 'Rae' },
      referral: {
        id: 1,
        referrerId: 9,
        referredId: 4,
        referralCode: 'MIAMIA23',
        status: 'pending',
        rewardGiven: true,
        createdAt: mia.createdAt,
        completedAt: null,
      },
    },
  })
  server.respondPage(membersCalls.members, [other, person], { total: 2 })
  await typeReferrer(user, ' rae')
  await user.click(await inDialog().findByRole('radio', { name: /^Rae/ }))
  await user.click(button('Update referrer'))
  await expectClosed()
  const [order] = sent('POST')
  expect(order?.body).toEqual({ referreeId: 4, referrerId: 9, referralCode: 'MIAMIA23' })
  expect(order?.headers.get('idempotency-key')).toMatch(/\S/)
  expect(toastShown()).toMatchObject({ title: 'Referrer updated successfully', variant: 'plain' })
})

it('[USR-20] results of an earlier search can’t be chosen while the next one loads @full', async () => {
  const user = await choose('Edit Referrer')
  const radio = (name: RegExp) => inDialog().findByRole<HTMLInputElement>('radio', { name })
  server.respondPage(membersCalls.members, [fakeMember({ id: 9, name: 'Rae' })], { total: 1 })
  await typeReferrer(user, 'ra')
  const rae = await radio(/^Rae/)
  const arrive = server.respondLater(membersCalls.members, [fakeMember({ id: 8, name: 'Ray' })], {
    total: 1,
  })
  await typeReferrer(user, 'y')
  await user.click(rae)
  expect(rae.checked).toBe(false)
  await waitFor(() => expect(server.calls.at(-1)?.path).toContain('search=ray'))
  await user.click(rae)
  expect(rae.checked).toBe(false)
  arrive()
  const ray = await radio(/^Ray/)
  await user.click(ray)
  expect(ray.checked).toBe(true)
})

it('[USR-21] without a choice, or with a referrer without a code, no request is sent', async () => {
  const user = await choose('Edit Referrer')
  await user.click(button('Update referrer'))
  expect(await alertText()).toBe('Please search for the referrer and choose one.')
  server.respondPage(membersCalls.members, [fakeMember({ id: 9, name: 'Rae', referralCode: null })], {
    total: 1,
  })
  await typeReferrer(user, 'rae')
  await user.click(await inDialog().findByRole('radio'))
  await user.click(button('Update referrer'))
  expect(await alertText()).toBe('Rae has no referral code yet.')
  expect(sent('POST')).toEqual([])
  server.respondPage(membersCalls.members, [], { total: 0 })
  await typeReferrer(user, 'zebra')
  expect(await inDialog().findByText('No Users Found')).toBeTruthy()
})

it('[USR-22] [API-04] [API-05] a rejected referrer shows the server’s message, or the generic one', async () => {
  server.failWith(referralsCalls.attribute, referralErrors.referral_cycle)
  const user = await choose('Edit Referrer', { ...mia, referredBy: 12, referrerName: 'Old Friend' })
  expect(inDialog().getByText(/^Mia Member was referred by Old Friend\./)).toBeTruthy()
  server.respondPage(membersCalls.members, [fakeMember({ id: 9, name: 'Rae' })], { total: 1 })
  await typeReferrer(user, 'rae')
  await user.click(await inDialog().findByRole('radio'))
  await user.click(button('Update referrer'))
  const message = 'This member referred the referrer: two people can’t refer each other.'
  expect(await alertText()).toBe(message)
  expect(toastShown()).toMatchObject(failed(message))
  server.failConnection(referralsCalls.attribute)
  await user.click(button('Update referrer'))
  await waitFor(async () => expect(await alertText()).toBe('Failed to update referrer'))
  expect(toastShown()).toMatchObject(failed('Failed to update referrer'))
})

it('[USR-10] [API-05] Ban User requires a reason, sends a POST and shows the dashboard’s messages', async () => {
  server.respond(bansCalls.banCheck, { obstacle: null })
  server.respond(casesCalls.reasons, { reasons: [] })
  const user = await choose('Ban User')
  await inDialog().findByLabelText('Reason')
  expect(button('Ban')).toHaveProperty('disabled', true)
  await user.type(field('Reason'), '   ')
  expect(button('Ban')).toHaveProperty('disabled', true)
  await user.type(field('Reason'), 'Spam')
  server.failWith(bansCalls.banByPost, memberErrors.target_is_admin)
  await user.click(button('Ban'))
  await user.click(button('Yes, ban'))
  expect(await alertText()).toBe('Remove the admin role first.')
  expect(toastShown()).toMatchObject(failed('Failed to ban user. Please try again.'))
  server.respond(bansCalls.banByPost, banOfMia)
  await user.click(button('Ban'))
  await user.click(button('Yes, ban'))
  await expectClosed()
  expect(sent('POST').at(-1)).toMatchObject({ path: '/api/admin/users/3/ban' })
  expect(toastShown()).toMatchObject({ title: 'User banned', variant: 'plain' })
  // The conflict had already caused a refetch of the list.
  await expectRefetched(2)
})

it('[CHAT-33] Ban User of an administrator says which role to remove first', async () => {
  server.respond(bansCalls.banCheck, { obstacle: 'administrator' })
  server.respond(casesCalls.reasons, { reasons: [] })
  await choose('Ban User', { ...mia, isAdmin: true })
  expect(
    await inDialog().findByText('Mia Member is an administrator. Remove the admin role first.'),
  ).toBeTruthy()
})

const banned = { ...mia, isBanned: true, bannedAt: '2026-11-03T18:00:00.000Z', bannedReason: 'Spam' }
const questions = [
  {
    title: '[USR-11] Unban',
    line: 'Unban User',
    member: banned,
    call: bansCalls.unban,
    response: { ...banOfMia, isBanned: false },
    asks: 'Are you sure you want to unban Mia Member?',
    done: 'User unbanned',
    failure: 'Failed to unban user. Please try again.',
  },
  {
    title: '[USR-13] Grant Garden Angel',
    line: 'Grant Garden Angel',
    member: mia,
    call: membersCalls.grantGardenAngel,
    response: mia,
    asks: 'Are you sure you want to make Mia Member a garden angel?',
    done: 'Role updated',
    failure: 'Failed to update user role. Please try again.',
  },
  {
    title: '[USR-13] Remove Garden Angel',
    line: 'Remove Garden Angel',
    member: { ...mia, isGardenAngel: true },
    call: membersCalls.removeGardenAngel,
    response: mia,
    asks: 'Are you sure you want to remove Mia Member as a garden angel?',
    done: 'Role updated',
    failure: 'Failed to update user role. Please try again.',
  },
  {
    title: '[USR-14] Delete',
    line: 'Delete User',
    member: mia,
    call: memberDeletionCalls.deleteMember,
    response: { success: true } as const,
    asks: 'Are you sure you want to delete Mia Member?',
    done: 'User deleted',
    failure: 'Failed to delete user. Please try again.',
  },
]

for (const one of questions) {
  it(`${one.title} asks for confirmation; declining sends nothing, and an error keeps the dialog open`, async () => {
    const user = await choose(one.line, one.member)
    expect(screen.getByRole('dialog', { name: one.asks })).toBeTruthy()
    expect(document.activeElement).toBe(button('Cancel'))
    await user.click(button('Cancel'))
    await expectClosed()
    expect(server.count(one.call)).toBe(0)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Mia Member' }))

    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitem', { name: one.line }))
    server.failWith(one.call, 'rate_limited')
    await user.click(await inDialog().findByRole('button', { name: one.line }))
    expect(await alertText()).toBe('That was a little fast. Please wait a moment and try again.')
    expect(toastShown()).toMatchObject(failed(one.failure))

    server.respond(one.call, one.response)
    server.respondPage(membersCalls.members, [], { total: 0 })
    await user.click(button(one.line))
    await expectClosed()
    expect(toastShown()).toMatchObject({ title: one.done, variant: 'plain' })
    await expectRefetched()
    await screen.findByRole('heading', { name: 'No Users Found' })
  })
}

it('[USR-11] the confirmation of an unban shows the ban’s reason', async () => {
  await choose('Unban User', banned)
  expect(screen.getByRole('dialog').textContent).toContain('Banned on Nov 3, 2026 for')
  expect(screen.getByRole('dialog').textContent).toContain('Spam')
})

it('[USR-14] after a deletion the row disappears and the heading gets the focus', async () => {
  server.respond(memberDeletionCalls.deleteMember, { success: true })
  const user = await choose('Delete User')
  server.respondPage(membersCalls.members, [], { total: 0 })
  await user.click(button('Delete User'))
  await screen.findByRole('heading', { name: 'No Users Found' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Users' })))
})

// Invitations in Admin › Users: the list and its states, making one, its poster, and revoking it.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { invitesCalls, type ListedInvite } from '../contract.ts'
import { InvitesSetting } from './invites-setting.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})

const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
const invite: ListedInvite = {
  id: 4,
  code: 'ABCDEFGHJKMN',
  url: 'https://sit.example.org/?invite=ABCDEFGHJKMN',
  uses: 20,
  used: 3,
  expiresAt: at(7),
  createdAt: at(0),
  revokedAt: null,
  maker: { id: 1, name: 'Ada Adler' },
}

function show() {
  renderScreen(<InvitesSetting />)
  return setUpUser()
}
const button = (name: string) => screen.findByRole('button', { name })
const descriptionOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

it('[COM-06] shows each with its use, its end and its maker; only one that lets newcomers join has actions', async () => {
  server.respond(invitesCalls.invites, {
    invites: [
      invite,
      { ...invite, id: 3, uses: 1, used: 1, maker: null },
      { ...invite, id: 2, revokedAt: at(0) },
      { ...invite, id: 1, expiresAt: at(-1) },
    ],
  })
  show()
  const rows = await screen.findAllByRole('listitem')
  const [open = '', usedUp = '', revoked = '', past = ''] = rows.map(({ textContent }) => textContent)
  expect(open).toMatch(/^ABCD-EFGH-JKMN3 of 20 places takenUntil .*, made by Ada Adler/)
  expect(usedUp).toContain('1 of 1 place takenAll places are taken, made by a former administrator')
  expect(revoked).toContain('Revoked ')
  expect(past).toContain('Ended ')
  expect(screen.getAllByRole('button', { name: /^Copy link: / })).toHaveLength(1)
  // Nothing was removed yet.
  expect(document.activeElement).toBe(screen.getByLabelText('People'))
})

it('[COM-06] shows that there is none, and that they couldn’t be loaded', async () => {
  server.failConnection(invitesCalls.invites)
  const user = show()
  const retry = await button('Try again')
  server.respond(invitesCalls.invites, { invites: [] })
  await user.click(retry)
  expect(await screen.findByText('No invitations yet.')).toBeTruthy()
})

it('[COM-06] makes one; a wrong number is named beside its field and stays', async () => {
  server.respond(invitesCalls.invites, { invites: [] }, { invites: [invite] })
  const user = show()
  const people = await screen.findByLabelText<HTMLInputElement>('People')
  await user.clear(people)
  await user.type(people, '5000')
  const message = 'A whole number from 1 to 1000.'
  server.failWith(invitesCalls.createInvite, 'invalid', { issues: [{ path: 'uses', message }] })
  await user.click(await button('Make an invitation'))
  await waitFor(() => expect(descriptionOf(people)).toBe(message))
  expect(people.value).toBe('5000')
  server.respond(invitesCalls.createInvite, invite)
  await user.clear(people)
  await user.type(people, '50{Enter}')
  expect(await screen.findByText('ABCD-EFGH-JKMN')).toBeTruthy()
  // The link comes next.
  expect(document.activeElement).toBe(await button('Copy link: ABCD-EFGH-JKMN'))
  expect(server.calls.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({ uses: 50, days: 14 })
})

it('[COM-06] [LETTER-05] shows the QR code below the sky, with the community’s name and the link', async () => {
  server.respond(invitesCalls.invites, { invites: [invite] })
  const user = show()
  await user.click(await button('Show the QR code of ABCD-EFGH-JKMN'))
  const dialog = await screen.findByRole('dialog', { name: 'Stillwater' })
  expect(within(dialog).getByRole('img', { name: `QR code of ${invite.url}` })).toBeTruthy()
  expect(within(dialog).getByText(invite.url)).toBeTruthy()
  expect(dialog.querySelector('img')?.src).toMatch(/^data:image\/svg\+xml,%3Csvg/)
  expect(within(dialog).getByText('Sit with us')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('[COM-06] revokes after a question', async () => {
  server.respond(invitesCalls.invites, { invites: [invite] }, { invites: [{ ...invite, revokedAt: at(0) }] })
  server.respond(invitesCalls.revokeInvite, { success: true })
  const user = show()
  await user.click(await button('Revoke ABCD-EFGH-JKMN'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /Revoke/ })).toBeNull())
  expect(
    server.calls.some(({ method, path }) => method === 'DELETE' && path === '/api/admin/invites/4'),
  ).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Invitations' }))
})

// Address bans in the users tab: list states, field errors, banning and lifting.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { addressBansCalls, type AddressBan } from '../contract.ts'
import { moderationErrors } from '../errors.ts'
import { AddressBans } from './address-bans.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})

const ban: AddressBan = {
  id: 4,
  ipAddress: '198.41.0.4',
  reason: 'Floods the chat',
  bannedAt: '2026-11-21T18:00:00.000Z',
  bannedBy: { id: 1, name: 'Ada Adler' },
  expiresAt: null,
}
const short: AddressBan = {
  ...ban,
  id: 5,
  ipAddress: '2a00:1450:4001:81b::/64',
  expiresAt: '2026-11-28T18:00:00.000Z',
}

function show() {
  renderScreen(<AddressBans isOpen />)
  return { user: setUpUser() }
}
const address = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' })
const reason = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason' })
const submit = () => screen.getByRole('button', { name: 'Ban this address' })
const posted = () => server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
const descriptionOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

describe('the list', () => {
  it('shows who banned what, why and until when', async () => {
    const arrive = server.respondLater(addressBansCalls.addressBans, [short, ban])
    show()
    expect(screen.getByText('Loading the banned addresses')).toBeTruthy()
    arrive()
    const lines = await screen.findAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      '2a00:1450:4001:81b::/64Floods the chatBanned by Ada Adler on Nov 21, 2026, until Nov 28, 2026, 12:00 PMLift',
      '198.41.0.4Floods the chatBanned by Ada Adler on Nov 21, 2026, until it is liftedLift',
    ])
    // Nothing was removed yet.
    expect(document.activeElement).toBe(document.body)
  })

  it('shows that it is empty, and that it couldn’t be loaded', async () => {
    server.failConnection(addressBansCalls.addressBans)
    const { user } = show()
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByRole('alert').textContent).toContain('The banned addresses didn’t load')
    server.respond(addressBansCalls.addressBans, [])
    await user.click(again)
    await screen.findByText('No address is banned.')
  })
})

describe('banning', () => {
  it('sends the input, clears the form and reloads the list', async () => {
    server.respond(addressBansCalls.addressBans, [], [ban])
    server.respond(addressBansCalls.banAddress, ban)
    const { user } = show()
    await screen.findByText('No address is banned.')
    await user.type(address(), ' 198.41.0.4 ')
    await user.type(reason(), 'Floods the chat{Enter}')
    await screen.findByText('198.41.0.4')
    expect(posted()).toEqual([{ ipAddress: '198.41.0.4', reason: 'Floods the chat', expiresAt: null }])
    expect([address().value, reason().value]).toEqual(['', ''])
  })

  it('for a week expires a week from now', async () => {
    server.respond(addressBansCalls.addressBans, [])
    server.respond(addressBansCalls.banAddress, ban)
    const { user } = show()
    await user.type(address(), '198.41.0.4')
    await user.type(reason(), 'Floods the chat')
    await user.selectOptions(screen.getByRole('combobox', { name: 'For how long' }), 'One week')
    const from = Date.now()
    await user.click(submit())
    await waitFor(() => expect(posted()).toHaveLength(1))
    const { expiresAt } = posted()[0] as { expiresAt: string }
    const weekMs = 7 * 24 * 3_600_000
    expect(Date.parse(expiresAt) - from).toBeGreaterThanOrEqual(weekMs)
    expect(Date.parse(expiresAt) - from).toBeLessThan(weekMs + 60_000)
  })

  it('with missing input shows errors beside the fields and sends nothing', async () => {
    server.respond(addressBansCalls.addressBans, [])
    const { user } = show()
    await user.click(submit())
    expect(descriptionOf(address())).toBe('Please enter an address.')
    expect(descriptionOf(reason())).toBe('A reason can’t be empty.')
    expect(document.activeElement).toBe(address())
    await user.type(address(), '198.41.0.4')
    expect(address().getAttribute('aria-invalid')).toBeNull()
    await user.click(submit())
    expect(document.activeElement).toBe(reason())
    expect(posted()).toEqual([])
  })

  it('shows the server’s error beside the field or above the form, and keeps the input', async () => {
    server.respond(addressBansCalls.addressBans, [])
    server.failWith(addressBansCalls.banAddress, moderationErrors.address_not_bannable, {
      issues: [{ path: 'ipAddress', message: 'Only the address of somebody else.' }],
    })
    const { user } = show()
    await user.type(address(), '192.168.1.7')
    await user.type(reason(), 'Floods the chat')
    await user.click(submit())
    await waitFor(() => expect(descriptionOf(address())).toBe('Only the address of somebody else.'))
    expect(document.activeElement).toBe(address())
    expect(screen.queryByRole('alert')).toBeNull()
    server.failConnection(addressBansCalls.banAddress)
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The address wasn’t banned. Please try again.',
    )
    expect([address().value, reason().value]).toEqual(['192.168.1.7', 'Floods the chat'])
  })
})

describe('lifting', () => {
  const open = async (user: ReturnType<typeof show>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Lift the ban on 198.41.0.4' }))
    return screen.findByRole('dialog')
  }

  it('asks for confirmation; declining keeps the ban, confirming returns the focus to the section', async () => {
    server.respond(addressBansCalls.addressBans, [short, ban], [short])
    server.respond(addressBansCalls.liftAddressBan, { success: true })
    const { user } = show()
    const dialog = await open(user)
    expect(within(dialog).getByRole('heading').textContent).toBe(
      'Are you sure you want to lift the ban on 198.41.0.4?',
    )
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(server.count(addressBansCalls.liftAddressBan)).toBe(0)
    await user.click(within(await open(user)).getByRole('button', { name: 'Lift the ban' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(
      server.calls.some(({ method, path }) => method === 'DELETE' && path === '/api/admin/ip-bans/4'),
    ).toBe(true)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Banned addresses' })),
    )
  })

  it('keeps the dialog open with the server’s message if the ban is already lifted', async () => {
    server.respond(addressBansCalls.addressBans, [ban], [])
    server.failWith(addressBansCalls.liftAddressBan, 'not_found', {
      message: 'This ban was lifted already.',
    })
    const { user } = show()
    const dialog = await open(user)
    await user.click(within(dialog).getByRole('button', { name: 'Lift the ban' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe('This ban was lifted already.')
    // The list behind the dialog has been refetched.
    await screen.findByText('No address is banned.')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

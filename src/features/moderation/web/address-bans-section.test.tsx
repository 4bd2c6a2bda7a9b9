// Address bans section: opening and collapsing the section.
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { startFakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { addressBansCalls } from '../contract.ts'
import { AddressBansSection } from './address-bans-section.tsx'

it('typed text of an address ban survives collapsing, and the bans are reloaded', async () => {
  const server = startFakeServer()
  server.respond(addressBansCalls.addressBans, [])
  const user = setUpUser()
  renderScreen(<AddressBansSection />)
  const fold = screen.getByRole('button', { name: 'Banned addresses' })
  await user.click(fold)
  await user.type(await screen.findByRole('textbox', { name: 'Address' }), '198.41')
  await user.click(fold)
  expect(screen.queryByRole('textbox', { name: 'Address' })).toBeNull()
  expect(server.count(addressBansCalls.addressBans)).toBe(1)
  await user.click(fold)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toBe('198.41')
  expect(server.count(addressBansCalls.addressBans)).toBe(2)
})

// The logo's file: read by its first bytes, and refused with the kinds and the bound.
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { testSettings as communitySettings } from '#test/data/community-settings.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { communityCalls } from '../../contract.ts'
import { LogoSetting } from './logo-setting.tsx'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const largePng = new Uint8Array(png.length + 5 * 1024 * 1024)
largePng.set(png)

it('[COM-01] a logo is known by its first bytes; a refusal names the kinds and the bound', async () => {
  const server = startFakeServer()
  const onSaved = vi.fn<() => void>()
  server.respond(communityCalls.saveLogo, communitySettings)
  renderScreen(<LogoSetting settings={communitySettings} onRefused={() => {}} onSaved={onSaved} />)
  expect(screen.getByText('JPG, PNG or GIF max 5MB')).toBeTruthy()
  const user = setUpUser({ applyAccept: false })
  const choose = (content: BlobPart, type: string) =>
    user.upload(screen.getByLabelText('Logo file'), new File([content], 'logo', { type }))
  await choose('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png')
  expect((await screen.findByRole('alert')).textContent).toBe('Please choose a JPG, PNG or GIF picture.')
  await choose(largePng, 'image/png')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('A picture can be at most 5 MB.'))
  expect(server.calls).toEqual([])
  for (const type of ['application/octet-stream', 'image/x-png', '']) {
    await choose(png, type)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  }
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(3))
  expect(server.calls.map(({ headers }) => headers.get('content-type'))).toEqual(
    Array.from({ length: 3 }, () => 'image/png'),
  )
})

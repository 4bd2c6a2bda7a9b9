// 'Download users': which users are asked for, the saved file, and a failure.
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { byteOrderMark } from '#shared/csv.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { membersCalls } from '../../contract.ts'
import { memberErrors } from '../../errors.ts'
import { DownloadMembers } from './download-members.tsx'

const { downloadMembers } = membersCalls
const files: Blob[] = []
let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  URL.createObjectURL = (file: Blob) => `blob:${files.push(file)}`
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
})
afterEach(() => {
  files.length = 0
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function open(match: { search?: string; role?: 'garden-angel' }) {
  const { search = '', ...filter } = match
  renderScreen(<DownloadMembers match={{ search, filter }} found={3} />)
  const user = setUpUser()
  await user.click(screen.getByRole('button', { name: 'Download' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Download users' }))
  return { user, dialog, press: () => user.click(dialog.getByRole('button', { name: /^Download/ })) }
}
const bodies = () => server.calls.map(({ body }) => body)

it('[USR-33] saves the users found, or all, as a CSV file', async () => {
  server.respond(downloadMembers, {
    members: [
      {
        name: '=1+1',
        email: 'mia@example.org',
        role: 'user',
        mayHost: false,
        createdAt: '2026-11-01T12:00:00.000Z',
        lastSeenAt: null,
        totalTimeSpent: 90,
      },
    ],
  })
  const { user, dialog, press } = await open({ search: 'mia', role: 'garden-angel' })
  expect(dialog.getByText(/^Activity records that you downloaded it/)).toBeTruthy()
  await press()
  expect(await dialog.findByText('Saved as stillwater-users-2026-11-21.csv.')).toBeTruthy()
  const header = 'Name,Email address,Role,May hold sittings,Joined,Last seen,Minutes'
  expect(await files[0]?.text()).toBe(
    `${byteOrderMark}${header}\r\n"'=1+1",mia@example.org,User,,2026-11-01,,90`,
  )
  await user.click(dialog.getByRole('radio', { name: 'All users' }))
  await press()
  expect(await dialog.findByText(/^Saved as/)).toBeTruthy()
  expect(bodies()).toEqual([{ search: 'mia', role: 'garden-angel' }, {}])
})

it('[USR-33] without a search and a filter there is no choice; a failure is named', async () => {
  const { dialog, press } = await open({})
  expect(dialog.queryByRole('radio')).toBeNull()
  server.failWith(downloadMembers, memberErrors.too_many_members)
  await press()
  expect(
    await dialog.findByText('These are too many users for one file. Please choose a filter first.'),
  ).toBeTruthy()
  expect(files).toEqual([])
})

// /garden-angel on a whole page: its title, and the schedule below.
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { authCalls } from '#features/auth/contract.ts'
import { openCasesCalls } from '#features/moderation/open-cases-contract.ts'
import { schedulesCalls } from '#features/schedules/contract.ts'
import { fakeAccount, fakeIdentity } from '#test/people/fake-account.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { respondWithEmptyHistory } from '#test/web/history-screen.ts'
import { openApp } from '#test/web/open-app.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('[GA-01] the dashboard says what it is, and shows the schedule as a list first', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  const gail = fakeAccount({ name: 'Gail', isGardenAngel: true })
  const server = startFakeServer()
  respondWithEmptyHistory(server)
  server.respond(authCalls.whoAmI, fakeIdentity(gail))
  server.respond(authCalls.userByUid, gail)
  server.respond(openCasesCalls.openCases, { openCases: 0 })
  server.respond(schedulesCalls.schedules, [])
  openApp('/garden-angel')
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Gardian Angel Dashboard')
  expect(screen.getByText('View meditation schedule and moderate sessions')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'List' }).checked).toBe(true)
})

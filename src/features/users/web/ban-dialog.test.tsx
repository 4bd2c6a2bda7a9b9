// Ban dialog opened from the chat: the check beforehand and the placeholder meanwhile.
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/fake-server.ts'
import { createQueryClient } from '#web/query-client.ts'
import { usersCalls } from '../contract.ts'
import { BanDialog } from './ban-dialog.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})

function show(): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BanDialog open onClose={() => undefined} member={{ id: 3, name: 'Ada Adler' }} />
    </QueryClientProvider>,
  )
}
const reason = () => screen.queryByRole('textbox', { name: 'Reason' })
const banButton = () => screen.queryByRole('button', { name: 'Ban' })

it.each([
  ['administrator', 'Ada Adler is an administrator and can’t be banned here.'],
  ['garden_angel', 'Ada Adler is a garden angel and can’t be banned here.'],
  ['self', 'You can’t ban yourself.'],
] as const)('[CHAT-33] a message replaces the form for %s', async (obstacle, message) => {
  server.answer(usersCalls.banCheck, { obstacle })
  show()
  expect(await screen.findByText(message)).toBeTruthy()
  expect([reason(), banButton()]).toEqual([null, null])
})

it('[CHAT-33] the form waits for the check, and then gets the focus', async () => {
  const release = server.answerWhenReleased(usersCalls.banCheck, { obstacle: null })
  show()
  expect(await screen.findByText('Loading')).toBeTruthy()
  expect(reason()).toBeNull()
  expect(banButton()).toHaveProperty('disabled', true)
  release()
  await waitFor(() => expect(reason()).toBe(document.activeElement))
  expect(reason()).not.toBeNull()
})

it('[CHAT-33] a failed check shows an error and can be retried', async () => {
  server.failConnection(usersCalls.banCheck)
  show()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(reason()).toBeNull()
  server.answer(usersCalls.banCheck, { obstacle: null })
  await userEvent.setup({ delay: null }).click(retry)
  await waitFor(() => expect(reason()).not.toBeNull())
})

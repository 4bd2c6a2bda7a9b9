// Report dialog: its reasons and note, what the server says, the thanks, and what is asked before text is lost.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { memberModerationCalls } from '../member-contract.ts'
import { ReportDialog } from './report-dialog.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  localStorage.clear()
  sessionStorage.clear()
})

const mo = { id: 5, name: 'Mo Member', profilePicture: null, isGardenAngel: false }
const message = { id: 12, message: 'Buy my crystals', timestamp: '2026-11-21T12:00:00.000Z', user: mo }

function show() {
  const onClose = vi.fn<() => void>()
  renderScreen(<ReportDialog open onClose={onClose} message={message} />)
  return { user: setUpUser(), onClose }
}
const button = (name: string) => screen.getByRole('button', { name })
const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^What should they know/ })
const choose = (name: string) => screen.getByRole('radio', { name })

it('[MOD-01] sends a reason and a note, and thanks', async () => {
  const { user, onClose } = show()
  expect(screen.getAllByRole('radio')).toHaveLength(5)
  expect(document.activeElement).toBe(choose('It is unkind'))
  expect(screen.getByRole('dialog').textContent).toContain('Buy my crystals')
  const respond = server.respondLater(memberModerationCalls.report, {
    reason: 'selling',
    note: 'Third time',
    createdAt: '2026-11-21T12:01:00.000Z',
  })
  await user.click(choose('Spam or selling'))
  await user.type(note(), 'Third time')
  await user.dblClick(button('Report'))
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  respond()
  const thanks = await screen.findByText('Thank you. The garden angels will look at it.')
  expect(thanks.closest('[role=status]')).not.toBeNull()
  expect(server.calls).toMatchObject([
    { method: 'POST', path: '/api/messages/12/report', body: { reason: 'selling', note: 'Third time' } },
  ])
  expect(document.activeElement).toBe(button('OK'))
  await user.click(button('OK'))
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('[MOD-01] asks for a reason beside the reasons, and says a note that is too long', async () => {
  const { user } = show()
  await user.click(button('Report'))
  expect(await screen.findByText('Please choose a reason.')).toBeTruthy()
  expect(screen.getByRole('group').getAttribute('aria-invalid')).toBe('true')
  await user.click(choose('Something else'))
  fireEvent.change(note(), { target: { value: 'x'.repeat(501) } })
  expect(screen.getByText('501/500')).toBeTruthy()
  await user.click(button('Report'))
  expect(await screen.findByText('A note has at most 500 characters.')).toBeTruthy()
  expect(server.calls).toEqual([])
})

it('[MOD-01] says after how many minutes the eleventh report can be sent, and keeps the note', async () => {
  const { user } = show()
  await user.click(choose('It is unkind'))
  await user.type(note(), 'Again')
  server.respondInLine(memberModerationCalls.report, 750, {
    reason: 'unkind',
    note: 'Again',
    createdAt: '2026-11-21T12:01:00.000Z',
  })
  await user.click(button('Report'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You have reported many messages. Please try again in 13 minutes.',
  )
  expect(note().value).toBe('Again')
})

it.each([
  ['not_found', 'This message is no longer here.'],
  ['unavailable', 'The service is resting for a moment. Please try again shortly.'],
] as const)('[MOD-01] a report that fails with %s stays', async (error, sentence) => {
  const { user } = show()
  await user.click(choose('It is unkind'))
  server.failWith(memberModerationCalls.report, error)
  await user.click(button('Report'))
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
})

it('[MOD-01] asks before a note is lost, and keeps no draft of it', async () => {
  const { user, onClose } = show()
  await user.type(note(), 'About Mo')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(note().value).toBe('About Mo')
  for (const storage of [localStorage, sessionStorage])
    expect(JSON.stringify(storage)).not.toContain('About Mo')
  await user.click(button('Cancel'))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

// Lists in Admin › Users: from the table through the preview to the mails, and what a list asks and shows.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { fakeInviteBatch as batch } from '#test/data/fake-invite-batch.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { createSlowFile } from '#test/web/slow-file.ts'
import { setUpUser } from '#test/web/user.ts'
import { hasUnsavedInput } from '#web/unsaved-input.ts'
import { inviteBatchesCalls, type InviteBatch, type ListedPersonState } from '../contract.ts'
import { InviteListFilter } from './invite-list-filter.tsx'
import { InviteLists } from './invite-lists.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})

const onShowJoined = vi.fn<(batchId: number) => void>()

const person = (row: number, state: ListedPersonState['state'] = 'ready'): ListedPersonState => ({
  row,
  email: `guest-${row}@example.org`,
  name: null,
  note: '',
  language: null,
  state,
  sameAs: null,
})
const counts = { ready: 2, member: 1, invited: 0, refused: 0, bad: 1, twice: 0 }

async function show(batches: InviteBatch[] = [], blocked: 'no-mail' | 'closed' | null = null) {
  server.respond(inviteBatchesCalls.inviteBatches, { batches, blocked })
  renderScreen(<InviteLists onShowJoined={onShowJoined} />)
  await screen.findByText(batches.length === 0 ? 'No lists yet.' : batch.sentence)
  return setUpUser()
}
const button = (name: string) => screen.getByRole('button', { name })
const isOff = (name: string) => button(name).hasAttribute('disabled')
const paste = (text: string) => fireEvent.change(screen.getByLabelText('List'), { target: { value: text } })
const bodyOf = (path: string) => server.calls.find((call) => call.path.endsWith(path))?.body

async function preview(user: ReturnType<typeof setUpUser>) {
  server.respond(inviteBatchesCalls.previewInviteBatch, {
    counts,
    people: [person(2), person(3), person(4, 'member'), person(5, 'bad-email')],
  })
  await user.click(button('Invite a list'))
  await screen.findByRole('dialog')
  paste('a list')
  await user.click(button('Preview'))
  await screen.findByText('2 of 4 rows can be invited. Nothing is sent yet.')
}

it('[JOIN-01] [JOIN-02] a pasted list is previewed, filtered, and invited with the sentence that it needs', async () => {
  const user = await show()
  await preview(user)
  const rows = () => within(screen.getByRole('table')).getAllByRole('row').length - 1
  expect(rows()).toBe(4)
  await user.click(screen.getByLabelText('With errors 1'))
  expect(rows()).toBe(1)
  await user.click(button('Invite 2 people'))
  expect(await screen.findByText('Please say how your community got these addresses.')).toBeTruthy()
  expect(bodyOf('/import')).toBeUndefined()
  server.respond(inviteBatchesCalls.createInviteBatch, { id: 7, counts })
  await user.type(screen.getByLabelText(/^How did your community/), 'From the hall.')
  await user.click(button('Invite 2 people'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodyOf('/import')).toEqual({ text: 'a list', sentence: 'From the hall.' })
})

it('[JOIN-01] the address of the setup leads to a new list', async () => {
  server.respond(inviteBatchesCalls.inviteBatches, { batches: [], blocked: null })
  renderScreen(<InviteLists opensDialog onShowJoined={onShowJoined} />)
  expect(await screen.findByRole('dialog', { name: 'Invite a list' })).toBeTruthy()
})

it('[JOIN-01] an error of the table is beside it, and what was pasted stays; leaving it asks', async () => {
  const user = await show()
  server.failWith(inviteBatchesCalls.previewInviteBatch, 'invalid', {
    issues: [{ path: 'text', message: 'Row 3 has a quotation mark without an end.' }],
  })
  await user.click(button('Invite a list'))
  await screen.findByRole('dialog')
  paste('a list')
  expect(hasUnsavedInput()).toBe(true)
  await user.click(button('Preview'))
  expect(await screen.findByText('Row 3 has a quotation mark without an end.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('List').value).toBe('a list')
  await user.click(button('Cancel'))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(hasUnsavedInput()).toBe(false))
  expect(localStorage.length + sessionStorage.length).toBe(0)
})

it('[JOIN-01] of two files the last one chosen counts, and a preview of earlier text doesn’t come', async () => {
  const user = await show()
  await user.click(button('Invite a list'))
  await screen.findByRole('dialog')
  const choose = (chosen: File) =>
    fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [chosen] } })
  const slow = createSlowFile('slow')
  choose(slow.file)
  choose(new File(['second'], 'second.csv'))
  const field = screen.getByLabelText<HTMLTextAreaElement>('List')
  await waitFor(() => expect(field.value).toBe('second'))
  await slow.arrive()
  expect(field.value).toBe('second')
  const arrive = server.respondLater(inviteBatchesCalls.previewInviteBatch, { counts, people: [person(2)] })
  await user.click(button('Preview'))
  paste('third')
  await act(async () => arrive())
  expect(isOff('Preview')).toBe(false)
  server.respond(inviteBatchesCalls.previewInviteBatch, { counts, people: [person(2), person(3)] })
  await user.click(button('Preview'))
  expect(await screen.findByText('2 of 2 rows can be invited. Nothing is sent yet.')).toBeTruthy()
  expect(server.calls.filter(({ path }) => path.endsWith('/preview')).map(({ body }) => body)).toEqual([
    { text: 'second' },
    { text: 'third' },
  ])
})

it('[JOIN-02] without a mail server the reason is shown, and Invite is off', async () => {
  const user = await show([], 'no-mail')
  expect(screen.getByText(/^This server can’t send email/)).toBeTruthy()
  await preview(user)
  expect(isOff('Invite 2 people')).toBe(true)
})

it('[JOIN-05] a list shows its progress, pauses, and sends again what may have arrived', async () => {
  const user = await show([batch])
  expect(screen.getByText(/^Sending: 118 of 200 sent, 80 waiting\./).textContent).toBe(
    'Sending: 118 of 200 sent, 80 waiting. At most 500 go out in an hour. 3 joined. One person wants no more emails. One came back. One was possibly sent.',
  )
  expect(screen.getByText('gone@example.org')).toBeTruthy()
  expect(screen.getByText('2 people haven’t decided about 214 hours yet.')).toBeTruthy()
  server.respond(inviteBatchesCalls.pauseInviteBatch, { success: true })
  server.respond(inviteBatchesCalls.resendInvite, { success: true })
  await user.click(screen.getByRole('button', { name: /^Pause the emails of/ }))
  await waitFor(() => expect(bodyOf('/batches/7')).toEqual({ isPaused: true }))
  await user.click(screen.getByRole('button', { name: /^Show who joined by the list of Nov 21/ }))
  expect(onShowJoined).toHaveBeenCalledWith(7)
  await user.click(button('Send again to perhaps@example.org'))
  await waitFor(() => expect(bodyOf('/send-again')).toEqual({ recipientId: 5 }))
})

it('[JOIN-05] an open page reads on until the last mail is on its way no more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const atEnd = { ...batch, waiting: 0, sent: 198, perhapsSent: 0, perhaps: [] }
  await show([atEnd])
  expect(screen.queryByText(/^Possibly sent/)).toBeNull()
  server.respond(inviteBatchesCalls.inviteBatches, {
    batches: [{ ...atEnd, perhapsSent: 1, perhaps: batch.perhaps }],
    blocked: null,
  })
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(await screen.findByText(/^Possibly sent: perhaps@example\.org/)).toBeTruthy()
  const reads = server.count(inviteBatchesCalls.inviteBatches)
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(server.count(inviteBatchesCalls.inviteBatches)).toBe(reads)
})

it('[JOIN-07] deleting a list asks first', async () => {
  const user = await show([batch])
  server.respond(inviteBatchesCalls.deleteInviteBatch, { success: true })
  await user.click(screen.getByRole('button', { name: /^Delete Nov/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/People who joined stay/)).toBeTruthy()
  expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(true))
})

it('[JOIN-06] attendance asks once how an ambiguous file writes its dates, and then adds it', async () => {
  const user = await show([batch])
  const nothing = { ready: { rows: 0, people: 0, minutes: 0 }, skipped: 0, problems: [] }
  server.respond(inviteBatchesCalls.previewAttendance, { ...nothing, isOrderNeeded: true })
  await user.click(screen.getByRole('button', { name: /^Add attendance to/ }))
  await screen.findByRole('dialog')
  fireEvent.change(screen.getByLabelText('Attendance'), { target: { value: 'a file' } })
  await user.click(button('Preview'))
  await screen.findByText(/can be read in two ways/)
  expect(isOff('Add')).toBe(true)
  const result = { isOrderNeeded: false, ready: { rows: 3, people: 2, minutes: 90 }, skipped: 1 }
  const problem = { row: 4, email: 'who@example.org', date: '2026-04-03', state: 'not-invited' } as const
  server.respond(inviteBatchesCalls.previewAttendance, { ...result, problems: [problem] })
  await user.click(screen.getByLabelText('April 3'))
  await screen.findByText('3 rows of 2 people, 1.5 hours together. One row is left out.')
  expect(screen.getByText('Neither on this list nor a member')).toBeTruthy()
  server.respond(inviteBatchesCalls.addAttendance, result)
  await user.click(button('Add'))
  await waitFor(() => expect(bodyOf('/attendance')).toEqual({ text: 'a file', dateOrder: 'day-first' }))
})

it('[JOIN-05] more lists than are shown are named as such', async () => {
  await show(
    Array.from({ length: 50 }, (_, id) => ({ ...batch, id, sentence: id === 0 ? batch.sentence : '' })),
  )
  expect(screen.getByText('The newest 50 lists are shown.')).toBeTruthy()
})

it('[USR-31] users are filtered by a list, named by its date and maker; one that is gone stays named', async () => {
  const arrive = server.respondLater(inviteBatchesCalls.inviteBatchNames, { batches: [batch] })
  const onChange = vi.fn<(id: string) => void>()
  renderScreen(<InviteListFilter value="6" onChange={onChange} />)
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Invited by list' })
  const options = () => [...select.options].map(({ text }) => text)
  expect(options()).toEqual(['Invited in any way', 'Loading the lists'])
  arrive()
  const name = 'List of Nov 21, 2026, 12:00 PM, by Ada Adler'
  await waitFor(() => expect(options()).toEqual(['Invited in any way', 'Unknown list', name]))
  expect(select.value).toBe('6')
  const user = setUpUser()
  await user.selectOptions(select, name)
  await user.selectOptions(select, 'Invited in any way')
  expect(onChange.mock.calls).toEqual([['7'], ['']])
})

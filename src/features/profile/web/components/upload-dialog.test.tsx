// Stock picture upload: files in sequence, independent failures, and retries.
import type { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { clearDrafts } from '#web/drafts.ts'
import { createQueryClient } from '#web/query-client.ts'
import { toastStore } from '#web/toast-store.ts'
import { queryKeyOf } from '#web/use-call.ts'
import { picturesCalls, profileCalls, type ManagedPicture } from '../../contract.ts'
import { PicturesTab } from './pictures-tab.tsx'

const response: ManagedPicture = {
  id: 1,
  name: 'Dusk',
  imageData: 'data:image/jpeg;base64,AAAA',
  url: `/media/${'0'.repeat(64)}.jpg`,
  isActive: true,
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
  version: 1,
}
const signatures = new Map([
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
])
/** A file whose first bytes are those of its type, which the system may report as another. */
const file = (name: string, type = 'image/png', reportedType = type) =>
  new File([Buffer.from(signatures.get(type) ?? '', 'hex'), name], name, { type: reportedType })
const [dusk, dawn, noon] = [
  file('Dusk.png'),
  file('Dawn.at.sea.jpg', 'image/jpeg'),
  file('Noon.gif', 'image/gif'),
]

/** Cached by the settings earlier. */
const offered = queryKeyOf(profileCalls.stockPictures, {})

let client: QueryClient
let server: FakeServer
let user: ReturnType<typeof setUpUser>
beforeEach(async () => {
  server = startFakeServer()
  client = createQueryClient()
  client.setQueryData(offered, [])
  server.respond(picturesCalls.managedPictures, [])
  user = setUpUser({ applyAccept: false })
  renderScreen(<PicturesTab />, client)
  await user.click(screen.getByRole('button', { name: 'Upload pictures' }))
  // The dialog appears a moment before it accepts clicks.
  await vi.waitUntil(async () => (await dialog()).style.pointerEvents === 'auto', { timeout: 5_000 })
})
afterEach(clearDrafts)

const dialog = () => screen.findByRole('dialog', { name: 'Upload profile pictures' })
const input = () => screen.getByLabelText<HTMLInputElement>('Pictures', { selector: 'input' })
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const chosen = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const sent = () => server.calls.filter(({ method }) => method === 'POST')
const bodies = () => sent().map(({ body }) => body)
const keys = () => sent().map(({ headers }) => headers.get('idempotency-key'))
const toastShown = () => toastStore.records()[0]
const failure = (description: string) => ({ title: 'Error', description, variant: 'destructive' })
const names = () => sent().map(({ path }) => new URL(path, location.href).searchParams.get('name'))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

it('[PIC-03] without a picture it shows an error and sends no request', async () => {
  await press('Upload')
  expect(toastShown()).toMatchObject(failure('Please select at least one image'))
  expect((await dialog()).textContent).toContain('Please select at least one image')
  expect(sent()).toEqual([])
})

it('[PIC-02, PIC-05, PIC-14] each file is sent in its own request with its name, in sequence', async () => {
  expect(input().multiple).toBe(true)
  expect(input().accept).toBe('image/jpeg,image/png,image/gif')
  await user.upload(input(), [dusk, dawn, noon])
  expect(chosen().map((text) => text?.replace(/1 KB$/, ''))).toEqual(['Dusk', 'Dawn.at.sea', 'Noon'])
  const release = server.respondLater(picturesCalls.uploadPicture, response)
  await press('Upload')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(screen.getByRole('progressbar', { name: '0 of 3 uploaded' }).getAttribute('aria-valuenow')).toBe('0')
  expect(chosen()[0]).toContain('Uploading…')
  await user.upload(input(), [file('Late.png')])
  await act(async () => server.respond(picturesCalls.uploadPicture, response))
  expect(sent()).toHaveLength(1)
  release()
  await isClosed()
  expect(names()).toEqual(['Dusk', 'Dawn.at.sea', 'Noon'])
  expect(bodies()).toEqual([dusk, dawn, noon])
  expect(sent().map(({ headers }) => headers.get('content-type'))).toEqual([
    'image/png',
    'image/jpeg',
    'image/gif',
  ])
  expect(toastShown()).toMatchObject({ title: 'Uploaded 3 profile picture(s)', variant: 'plain' })
  expect(client.getQueryData(offered)).toBeUndefined()
  // A single refetch for the whole run.
  await waitFor(() => expect(server.count(picturesCalls.managedPictures)).toBe(2))
})

it('[PIC-05, I28] a failed upload doesn’t stop the others, and is retried with its own idempotency key', async () => {
  await user.upload(input(), [dusk, dawn, noon])
  const message = 'This picture can’t be read.'
  const issues = [{ path: 'imageData', message }]
  server.failWith(picturesCalls.uploadPicture, 'invalid', { issues })
  const release = server.respondLater(picturesCalls.uploadPicture, response)
  await press('Upload')
  await waitFor(() => expect(sent()).toHaveLength(1))
  server.failConnection(picturesCalls.uploadPicture)
  release()
  await waitFor(() => expect(sent()).toHaveLength(3))
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(toastShown()).toMatchObject(failure('Failed to create profile picture'))
  expect(screen.getByText('1 of 3 uploaded, 2 failed')).toBeTruthy()
  const rows = screen.getAllByRole('listitem')
  expect(rows.map(({ textContent }) => /Uploaded|The upload failed\./.exec(textContent)?.[0])).toEqual([
    'Uploaded',
    'The upload failed.',
    'The upload failed.',
  ])
  server.failWith(picturesCalls.uploadPicture, 'invalid', { issues })
  await user.click(again)
  await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2))
  server.respond(picturesCalls.uploadPicture, response)
  await press('Try again')
  await isClosed()
  expect(bodies().slice(3)).toEqual([...bodies().slice(1, 3), ...bodies().slice(1, 3)])
  const [, second, third] = keys()
  expect(keys().slice(3)).toEqual([second, third, second, third])
  expect(new Set(keys()).size).toBe(3)
  expect(toastShown()).toMatchObject({ title: 'Uploaded 3 profile picture(s)' })
})

it('[PIC-02] rejects other files with a reason each; a file can be removed', async () => {
  const large = new File([file('a.png'), new Uint8Array(5 * 1_024 * 1_024)], 'large.png', {
    type: 'image/png',
  })
  await user.upload(input(), [dusk, file('notes.txt', 'text/plain'), dawn, large])
  await waitFor(() => expect(chosen()).toHaveLength(2))
  expect(screen.getByText('notes.txt: Please choose a JPG, PNG or GIF picture.')).toBeTruthy()
  expect(screen.getByText('large.png: A picture can be at most 5 MB.')).toBeTruthy()
  await press('Remove Dusk')
  expect(chosen()).toHaveLength(1)
  server.respond(picturesCalls.uploadPicture, response)
  await press('Upload')
  await isClosed()
  expect(names()).toEqual(['Dawn.at.sea'])
})

it('[PIC-02, PIC-14] goes by the first bytes of a file, not by the type that the system reports', async () => {
  await user.upload(input(), [
    file('IMG_0001', 'image/jpeg', ''),
    file('Dusk.jpg', 'image/png', 'image/jpeg'),
    file('photo.jpg', 'image/heic', 'image/jpeg'),
  ])
  await waitFor(() => expect(chosen()).toHaveLength(2))
  expect(screen.getByText('photo.jpg: Please choose a JPG, PNG or GIF picture.')).toBeTruthy()
  server.respond(picturesCalls.uploadPicture, response)
  await press('Upload')
  await isClosed()
  expect(sent().map(({ headers }) => headers.get('content-type'))).toEqual(['image/jpeg', 'image/png'])
})

it('[PIC-02] accepts files dropped anywhere and pasted files', async () => {
  const over = fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'], files: [] } })
  expect(over).toBe(false)
  expect(document.querySelector('[data-over]')).toBeTruthy()
  expect(fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [dusk] } })).toBe(false)
  expect(document.querySelector('[data-over]')).toBeNull()
  fireEvent.paste(document.body, { clipboardData: { files: [dawn] } })
  await waitFor(() => expect(chosen()).toHaveLength(2))
})

it('asks before closing during an upload; after Stop the rest isn’t sent @full', async () => {
  await user.upload(input(), [dusk, dawn])
  const release = server.respondLater(picturesCalls.uploadPicture, response)
  await press('Upload')
  await waitFor(() => expect(sent()).toHaveLength(1))
  await press('Cancel')
  const question = await screen.findByRole('alertdialog', { name: 'Stop uploading?' })
  await user.click(within(question).getByRole('button', { name: 'Keep uploading' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await dialog()).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stop' }))
  await isClosed()
  release()
  // The list is refetched when the run ends.
  await waitFor(() => expect(server.count(picturesCalls.managedPictures)).toBe(2))
  expect(sent()).toHaveLength(1)
  expect(toastShown()).toMatchObject({ title: 'Uploaded 1 profile picture(s)' })
  await press('Upload pictures')
  await dialog()
  expect(chosen()).toEqual([])
})

it('the confirmation closes when the upload ends, and doesn’t reopen with the next one', async () => {
  await user.upload(input(), [dusk, dawn])
  const release = server.respondLater(picturesCalls.uploadPicture, response)
  await press('Upload')
  await waitFor(() => expect(sent()).toHaveLength(1))
  server.failConnection(picturesCalls.uploadPicture)
  await press('Cancel')
  await screen.findByRole('alertdialog', { name: 'Stop uploading?' })
  release()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const releaseAgain = server.respondLater(picturesCalls.uploadPicture, response)
  await press('Try again')
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  releaseAgain()
  await isClosed()
})

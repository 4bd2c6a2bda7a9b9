// Profile Pictures tab: the list and the result of each action.
import type { QueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { clearDrafts } from '#web/drafts.ts'
import { createQueryClient } from '#web/query-client.ts'
import { toastStore } from '#web/toast-store.ts'
import { queryKeyOf } from '#web/use-call.ts'
import { picturesCalls, profileCalls, type ManagedPicture } from '../../contract.ts'
import { PicturesTab } from './pictures-tab.tsx'

const picture = (id: number, name: string, facts: Partial<ManagedPicture> = {}): ManagedPicture => ({
  id,
  name,
  imageData: 'data:image/jpeg;base64,AAAA',
  url: `/media/${String(id).padStart(64, '0')}.jpg`,
  isActive: true,
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
  version: 1,
  ...facts,
})
const dusk = picture(1, 'Dusk')
const dawn = picture(2, 'Dawn', { isActive: false, version: 4 })

/** Cached by the settings earlier; stale after any change. */
const offered = queryKeyOf(profileCalls.stockPictures, {})

let client: QueryClient
let server: FakeServer
let user: ReturnType<typeof setUpUser>
beforeEach(() => {
  server = startFakeServer()
  client = createQueryClient()
  client.setQueryData(offered, [])
  server.respond(picturesCalls.managedPictures, [dusk, dawn])
  user = setUpUser({ applyAccept: false })
})
afterEach(clearDrafts)

function show() {
  renderScreen(<PicturesTab />, client)
}
const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => user.click(await button(name))
const toastShown = () => toastStore.records()[0]
const failure = (description: string) => ({ title: 'Error', description, variant: 'destructive' })
const callsTo = (endpoint: { method: string }) =>
  server.calls.filter(({ method }) => method === endpoint.method)
const reads = () => server.count(picturesCalls.managedPictures)

it('[PIC-01] shows each picture with its badge and actions once loaded', async () => {
  const arrive = server.respondLater(picturesCalls.managedPictures, [dusk, dawn])
  show()
  expect(screen.getByRole('status').textContent).toBe('Loading pictures')
  expect(screen.queryByText('No profile pictures uploaded yet')).toBeNull()
  arrive()
  const cards = await screen.findAllByRole('article')
  const seen = cards.map((card) => ({
    name: within(card).getByRole('heading').textContent,
    badges: within(card)
      .queryAllByText(/^(Active|Inactive)$/)
      .map(({ textContent }) => textContent),
    actions: within(card)
      .getAllByRole('button')
      .map((action) => action.getAttribute('aria-label')),
  }))
  expect(seen).toEqual([
    { name: 'Dusk', badges: ['Active'], actions: ['Make Dusk inactive', 'Delete Dusk'] },
    { name: 'Dawn', badges: ['Inactive'], actions: ['Make Dawn active', 'Delete Dawn'] },
  ])
  expect(cards[0]?.querySelector('img')?.getAttribute('src')).toBe(dusk.imageData)
  expect(screen.getByRole('status').textContent).toBe('2 pictures, 1 active')
})

it('[PIC-01] shows an empty state, and an error with a retry', async () => {
  server.failConnection(picturesCalls.managedPictures)
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The pictures didn’t load')
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.queryByText('No profile pictures uploaded yet')).toBeNull()
  server.respond(picturesCalls.managedPictures, [])
  await press('Try again')
  expect(await screen.findByText('No profile pictures uploaded yet')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('[PIC-06] a click deactivates a picture and reloads the list', async () => {
  server.respond(picturesCalls.updatePicture, { ...dusk, isActive: false, version: 2 })
  show()
  const toggle = await button('Make Dusk inactive')
  server.respond(picturesCalls.managedPictures, [{ ...dusk, isActive: false, version: 2 }, dawn])
  await user.click(toggle)
  expect(await button('Make Dusk active')).toBe(toggle)
  expect(callsTo(picturesCalls.updatePicture)).toMatchObject([
    { path: '/api/admin/profile-pictures/1', body: { isActive: false, version: 1 } },
  ])
  expect(toastShown()).toMatchObject({ title: 'Profile picture updated', variant: 'plain' })
  expect(client.getQueryData(offered)).toBeUndefined()
})

it('[PIC-06] a conflict shows a message and reloads the list; the next click succeeds', async () => {
  server.failWith(picturesCalls.updatePicture, 'changed_meanwhile')
  show()
  await button('Make Dawn active')
  server.respond(picturesCalls.managedPictures, [dusk, { ...dawn, version: 5 }])
  await press('Make Dawn active')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Someone else has changed this in the meantime',
  )
  expect(toastShown()).toMatchObject(failure('Failed to update profile picture'))
  await waitFor(() => expect(reads()).toBe(2))
  server.respond(picturesCalls.updatePicture, { ...dawn, isActive: true, version: 6 })
  const toggle = await button('Make Dawn active')
  await waitFor(() => expect(toggle.getAttribute('aria-busy')).toBeNull())
  await press('Make Dawn active')
  await waitFor(() => expect(callsTo(picturesCalls.updatePicture)).toHaveLength(2))
  expect(callsTo(picturesCalls.updatePicture)[1]?.body).toEqual({ isActive: true, version: 5 })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('[PIC-07] deletes after confirmation; declining does nothing', async () => {
  server.respond(picturesCalls.deletePicture, { success: true })
  show()
  await press('Delete Dusk')
  const question = await screen.findByRole('dialog', { name: 'Delete “Dusk”?' })
  expect(question.textContent).toContain('Members who already use it keep it.')
  expect(document.activeElement?.textContent).toBe('Cancel')
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsTo(picturesCalls.deletePicture)).toEqual([])
  await press('Delete Dusk')
  server.respond(picturesCalls.managedPictures, [dawn])
  await press('Delete')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsTo(picturesCalls.deletePicture)).toMatchObject([{ path: '/api/admin/profile-pictures/1' }])
  expect(toastShown()).toMatchObject({ title: 'Profile picture deleted' })
  expect(client.getQueryData(offered)).toBeUndefined()
  expect(screen.getAllByRole('article')).toHaveLength(1)
  await waitFor(async () => expect(document.activeElement).toBe(await button('Upload pictures')))
})

it('[PIC-07] a failed deletion keeps the confirmation open, with the error', async () => {
  server.failWith(picturesCalls.deletePicture, 'not_found')
  show()
  await press('Delete Dusk')
  await press('Delete')
  const question = await screen.findByRole('dialog')
  expect((await within(question).findByRole('alert')).textContent).toBe('We couldn’t find that.')
  expect(toastShown()).toMatchObject(failure('Failed to delete profile picture'))
  // A picture deleted by another administrator disappears from the list.
  await waitFor(() => expect(reads()).toBe(2))
  server.failConnection(picturesCalls.deletePicture)
  await press('Delete')
  await waitFor(() =>
    expect(within(question).getByRole('alert').textContent).toBe('Failed to delete profile picture'),
  )
})

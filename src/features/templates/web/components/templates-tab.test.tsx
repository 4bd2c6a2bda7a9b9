// Templates tab: cards, search, empty and loading states, copying and deleting.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { buildTemplate } from '#test/sittings/schedules.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { toastStore } from '#web/toast-store.ts'
import { templatesCalls } from '../../contract.ts'
import { templateErrors } from '../../errors.ts'
import type { SentTemplate } from '../../template-content.ts'
import { TemplatesTab } from './templates-tab.tsx'

const lamps: SentTemplate = {
  ...buildTemplate(7, 'Seven lamps'),
  description: 'A quiet walk.',
  duration: 12,
  difficulty: 'Intermediate',
  thumbnailUrl: '/media/thumbnails/seven-lamps.jpg',
  instructor: 'Zoë Çelik',
  createdAt: '2026-11-21T18:00:00.000Z',
  version: 3,
}
const rain: SentTemplate = { ...lamps, id: 8, title: 'Rain', thumbnailUrl: null, instructor: 'Mei Tanaka' }

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})

function show(...lists: [SentTemplate[], ...SentTemplate[][]]) {
  server.respond(templatesCalls.templates, ...lists)
  return open()
}

const open = () => ({ user: setUpUser(), ...renderScreen(<TemplatesTab listenButton={null} />) })

const card = (title: string) => screen.findByRole('article', { name: title })
const titles = () => screen.queryAllByRole('article').map((one) => one.getAttribute('aria-label'))
const newestToast = () => toastStore.records()[0]
const button = (name: string) => screen.getByRole('button', { name })

it('[TPL-03, SYNC-23] a card names the length of its video where it differs by more than a minute', async () => {
  show([
    { ...lamps, duration: 12, mediaSeconds: 781 },
    { ...rain, duration: 12, mediaSeconds: 780 },
  ])
  expect((await card(lamps.title)).textContent).toContain('12 min · video 13 min 1 s')
  expect((await card(rain.title)).textContent).not.toContain('video')
})

it('[SMALL-03] a card says what its video and its sound load, where it is known', async () => {
  show([{ ...lamps, megabytes: { video: 1_180, sound: 12 } }, rain])
  expect((await card(lamps.title)).textContent).toContain('1,180 MB, sound only 12 MB')
  expect((await card(rain.title)).textContent).not.toContain('MB')
})

it('[TPL-03] a card shows its picture, difficulty, duration, instructor and actions', async () => {
  show([lamps, rain])
  const shown = await card('Seven lamps')
  for (const text of ['Seven lamps', '12 min', 'Intermediate', 'Zoë Çelik'])
    expect(shown.textContent).toContain(text)
  const picture = shown.querySelector('img')
  expect(picture?.getAttribute('src')).toBe('/media/thumbnails/seven-lamps.jpg')
  expect(picture?.getAttribute('referrerpolicy')).toBe('no-referrer')
  expect(within(shown).queryByText('No thumbnail')).toBeNull()
  for (const name of ['Edit Seven lamps', 'Duplicate Seven lamps', 'Delete Seven lamps'])
    expect(within(shown).getByRole('button', { name })).toBeTruthy()
})

it('[TPL-03, TPL-23] shows ‘No thumbnail’ if it is missing, not allowed, or fails to load', async () => {
  show([rain, { ...rain, id: 9, title: 'Odd', thumbnailUrl: 'http://10.0.0.7/a.jpg' }, lamps])
  expect((await card('Rain')).textContent).toContain('No thumbnail')
  const odd = await card('Odd')
  expect(odd.textContent).toContain('No thumbnail')
  expect(odd.querySelector('img')).toBeNull()
  const shown = await card('Seven lamps')
  fireEvent.error(shown.querySelector('img') ?? shown)
  expect(shown.textContent).toContain('No thumbnail')
})

it('[TPL-02] searches title and instructor without case and accents, and Clear shows all', async () => {
  const { user } = show([lamps, rain])
  await card('Rain')
  const field = screen.getByRole('searchbox')
  await user.type(field, 'celik')
  expect(titles()).toEqual(['Seven lamps'])
  expect(screen.getByRole('status').textContent).toBe('1 template found')
  await user.clear(field)
  await user.type(field, 'nothing like it')
  expect(titles()).toEqual([])
  expect(screen.getByText('No template found')).toBeTruthy()
  await user.click(button('Clear'))
  expect(titles()).toEqual(['Seven lamps', 'Rain'])
  expect(document.activeElement).toBe(field)
})

it('[TPL-02] shows a loading state and an empty state', async () => {
  const arrive = server.respondLater(templatesCalls.templates, [])
  open()
  expect(screen.getByRole('status').textContent).toBe('Loading templates')
  expect(screen.queryByText('No templates yet')).toBeNull()
  arrive()
  expect(await screen.findByText('No templates yet')).toBeTruthy()
  expect(button('New Template')).toBeTruthy()
  expect(button('Import CSV')).toBeTruthy()
})

it('[TPL-02] shows a load error with a retry; a failed refetch keeps the previous list', async () => {
  server.failConnection(templatesCalls.templates)
  const { client, user } = open()
  expect(await screen.findByText('The templates didn’t load')).toBeTruthy()
  expect(screen.queryByText('No templates yet')).toBeNull()
  server.respond(templatesCalls.templates, [rain])
  await user.click(button('Try again'))
  await card('Rain')
  server.failWith(templatesCalls.templates, 'unavailable')
  await client.invalidateQueries()
  expect(await screen.findByText('The latest templates didn’t load')).toBeTruthy()
  expect(titles()).toEqual(['Rain'])
})

it('[TPL-11] duplicates a template and refetches the list', async () => {
  const copy = { ...rain, id: 9, title: 'Rain (Copy)' }
  const { user } = show([rain], [rain, copy])
  server.respond(templatesCalls.duplicateTemplate, copy)
  await card('Rain')
  await user.click(button('Duplicate Rain'))
  await card('Rain (Copy)')
  expect(newestToast()).toMatchObject({ title: 'Template duplicated', variant: 'plain' })
  expect(server.calls.at(-2)?.path).toBe('/api/admin/templates/8/duplicate')
})

it('[TPL-11] shows a failed duplication', async () => {
  const { user } = show([rain])
  server.failConnection(templatesCalls.duplicateTemplate)
  await card('Rain')
  await user.click(button('Duplicate Rain'))
  await waitFor(() =>
    expect(newestToast()).toMatchObject({
      title: 'Error',
      description: 'Failed to duplicate template. Please try again.',
      variant: 'destructive',
    }),
  )
})

it('[TPL-10] deletes after a confirmation, and moves the focus to an existing element', async () => {
  const { user } = show([rain, lamps], [lamps])
  server.respond(templatesCalls.deleteTemplate, { success: true })
  await card('Rain')
  await user.click(button('Delete Rain'))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(button('Delete Rain')))
  expect(server.count(templatesCalls.deleteTemplate)).toBe(0)
  await user.click(button('Delete Rain'))
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Rain”?' })
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(titles()).toEqual(['Seven lamps'])
  expect(newestToast()).toMatchObject({ title: 'Template deleted' })
  expect(document.activeElement).toBe(button('New Template'))
})

it('[TPL-10, TPL-13] shows in the dialog why a deletion failed', async () => {
  const { user } = show([rain])
  server.failWith(templatesCalls.deleteTemplate, templateErrors.template_in_use)
  await card('Rain')
  await user.click(button('Delete Rain'))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This template is scheduled. Please schedule another one in its place first.',
  )
  expect(newestToast()).toMatchObject({
    title: 'Error',
    description: 'Failed to delete template. Please try again.',
  })
  await user.click(button('Cancel'))
  await user.click(button('Delete Rain'))
  expect(screen.queryByRole('alert')).toBeNull()
})

const silence: SentTemplate = {
  ...rain,
  title: 'Sit, walk, sit',
  kind: 'silence',
  blocks: [
    { kind: 'sit', minutes: 25 },
    { kind: 'walk', minutes: 5, strokes: 1 },
  ],
  videoUrl: '',
  duration: 30,
  mediaSeconds: 1_800,
}

it('[SEQ-01] the card of a silence says its blocks, also where its picture is missing, and no video', async () => {
  show([silence, { ...silence, id: 9, title: 'With a picture', thumbnailUrl: lamps.thumbnailUrl }])
  const [bare, pictured] = [await card('Sit, walk, sit'), await card('With a picture')]
  for (const shown of [bare, pictured]) {
    expect(within(shown).getByText('Silence: 25 min sitting, 5 min walking')).toBeTruthy()
    expect(shown.textContent).toContain('30 min')
    expect(shown.textContent).not.toMatch(/video|No thumbnail/)
  }
  expect(within(bare).getByText('Silence')).toBeTruthy()
  expect(within(pictured).queryByText('Silence')).toBeNull()
})

it('[SEQ-08] the silences of the product are added with one press, beside other templates too', async () => {
  const { user } = show([], [silence])
  const offered = within(await screen.findByRole('group', { name: 'Silences to start from' }))
  expect(offered.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '20 minutes of silence',
    'Sit, walk, sit',
    '40 minutes of silence',
  ])
  server.respond(templatesCalls.createTemplate, silence)
  await user.click(offered.getByRole('button', { name: 'Sit, walk, sit' }))
  await card('Sit, walk, sit')
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    kind: 'silence',
    blocks: [
      { kind: 'sit', minutes: 25 },
      { kind: 'walk', minutes: 5 },
      { kind: 'sit', minutes: 25 },
    ],
  })
  expect(newestToast()).toMatchObject({ title: 'Template created' })
  expect(screen.getByRole('group', { name: 'Silences to start from' })).toBeTruthy()
})

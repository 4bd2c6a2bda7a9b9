// Templates tab with live templates: the dialog, its errors, a meeting pasted as a video, and the card.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { totalsCalls } from '#features/members/contract.ts'
import { buildTemplate } from '#test/sittings/schedules.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { templatesCalls } from '../../contract.ts'
import type { SentTemplate } from '../../template-content.ts'
import { TemplatesTab } from './templates-tab.tsx'

const video: SentTemplate = {
  ...buildTemplate(7, 'Seven lamps'),
  description: 'A quiet walk.',
  captionsUrl: '/media/still-water.en.vtt',
  mediaSeconds: 1_800,
}
const live: SentTemplate = {
  ...video,
  id: 8,
  title: 'With Ana',
  kind: 'live',
  liveSource: 'elsewhere',
  bellBy: 'clock',
  meetingUrl: 'https://www.zoom.us/j/12?pwd=x',
  videoUrl: '',
  captionsUrl: null,
  duration: 45,
  mediaSeconds: 2_700,
  keepsTempo: true,
}

const totals = { totalUsers: 200, totalMinutes: 0, dailyAverage: 0, monthlyTotal: 0, topUsers: [] }

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(totalsCalls.totals, totals)
})
afterEach(() => localStorage.clear())

async function open(templates: SentTemplate[], button: string) {
  server.respond(templatesCalls.templates, templates)
  renderScreen(<TemplatesTab listenButton={null} />)
  const user = setUpUser()
  await user.click(await screen.findByRole('button', { name: button }))
  await screen.findByRole('dialog')
  return user
}

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.getByRole('button', { name })
const sent = () => server.calls.findLast(({ method }) => method !== 'GET')?.body
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

it('[TEACH-11, TEACH-12] a live template is made by keyboard alone, without what only videos have', async () => {
  server.respond(templatesCalls.createTemplate, live)
  const user = await open([], 'New Template')
  await user.type(field('Title'), 'With Ana')
  const rest = { Instructor: 'Ana', 'Instructor’s title': 'Teacher', Description: 'An evening together.' }
  for (const [name, text] of Object.entries(rest)) fireEvent.change(field(name), { target: { value: text } })
  screen.getByRole('radio', { name: 'A video' }).focus()
  await user.keyboard('{ArrowLeft}')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Live' }).checked).toBe(true)
  for (const gone of ['Video', /^Captions/, /^Audio/, 'Keep the tempo'])
    expect(screen.queryByLabelText(gone)).toBeNull()
  screen.getByRole('radio', { name: 'From this site' }).focus()
  await user.keyboard('{ArrowLeft}')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Elsewhere, by a link' }).checked).toBe(true)
  for (const gone of ['By the teacher', 'The picture stays for the sharing', 'Address of the stream'])
    expect(screen.queryByLabelText(gone)).toBeNull()
  await user.type(field('Duration in minutes'), '45')
  field(/^Meeting link/).focus()
  await user.paste(' https://meet.jit.si/With-Ana ')
  button('Create template').focus()
  await user.keyboard('{Enter}')
  await isClosed()
  expect(sent()).toEqual({
    title: 'With Ana',
    instructor: 'Ana',
    instructorTitle: 'Teacher',
    description: 'An evening together.',
    difficulty: 'Beginner',
    kind: 'live',
    duration: 45,
    liveSource: 'elsewhere',
    bellBy: 'clock',
    pictureInSharing: false,
    meetingUrl: 'https://meet.jit.si/With-Ana',
    thumbnailUrl: null,
    sessionSteps: [],
    translations: {},
  })
})

it('[STREAM-01, STREAM-10, STREAM-23] seen from this site, with the teacher’s bell; the dialog says what the uplink needs', async () => {
  server.respond(templatesCalls.updateTemplate, live)
  const user = await open([live], 'Edit With Ana')
  await user.click(screen.getByRole('radio', { name: 'From this site' }))
  expect(await screen.findByText(/200 at once need 112 Mbit\/s/)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'By the teacher' }))
  await user.click(screen.getByRole('checkbox', { name: 'The picture stays for the sharing' }))
  await user.click(button('Save template'))
  await isClosed()
  expect(sent()).toMatchObject({
    kind: 'live',
    liveSource: 'here',
    bellBy: 'teacher',
    pictureInSharing: true,
    meetingUrl: live.meetingUrl,
  })
})

it('[STREAM-01] the address of a stream has its error beside its field; what was typed stays', async () => {
  const source = 'https://live.example.com/ana.m3u8'
  const user = await open([{ ...live, liveSource: source, meetingUrl: null }], 'Edit With Ana')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'By the address of a stream' }).checked).toBe(
    true,
  )
  const address = () => field('Address of the stream')
  const described = () =>
    document.getElementById(address().getAttribute('aria-describedby') ?? '')?.textContent
  expect(address().value).toBe(source)
  const playlist = 'Please enter the address of a playlist on another site; its path ends with .m3u8.'
  for (const [typed, error] of [
    ['', 'Please enter an address that begins with https://'],
    ['http://live.example.com/ana.m3u8', 'Please enter an address that begins with https://'],
    ['https://live.example.com:8443/ana.m3u8', 'An address can’t contain a port.'],
    ['https://live.example.com/ana.mp4', playlist],
    ['/media/ana.m3u8', playlist],
  ] as const) {
    await user.clear(address())
    address().focus()
    if (typed !== '') await user.paste(typed)
    await user.click(button('Save template'))
    await waitFor(() => expect(described()).toBe(error))
  }
  expect(sent()).toBeUndefined()
  await user.clear(address())
  address().focus()
  await user.paste(source)
  await user.click(screen.getByRole('radio', { name: 'From this site' }))
  await user.click(screen.getByRole('radio', { name: 'By the address of a stream' }))
  expect(address().value).toBe(source)
  server.respond(templatesCalls.updateTemplate, live)
  await user.click(button('Save template'))
  await isClosed()
  expect(sent()).toMatchObject({ liveSource: source, bellBy: 'clock', pictureInSharing: false })
})

it('[TEACH-11, TEACH-12] bad input has its error beside its field, and nothing is sent', async () => {
  const user = await open([live], 'Edit With Ana')
  const described = (name: string | RegExp) =>
    document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent
  const type = async (name: string | RegExp, text: string) => {
    await user.clear(field(name))
    field(name).focus()
    if (text !== '') await user.paste(text)
  }
  const minutes = 'A live sitting lasts a whole number of minutes, 1 to 180.'
  for (const typed of ['0', '181', '']) {
    await type('Duration in minutes', typed)
    await user.click(button('Save template'))
    await waitFor(() => expect(described('Duration in minutes')).toBe(minutes))
  }
  await type('Duration in minutes', '180')
  const link = 'The link to the meeting begins with https:// and has no user name in it.'
  for (const typed of ['http://zoom.us/j/1', 'https://ana@zoom.us/j/1']) {
    await type(/^Meeting link/, typed)
    await user.click(button('Save template'))
    await waitFor(() => expect(described(/^Meeting link/)).toBe(link))
  }
  expect(sent()).toBeUndefined()
  server.respond(templatesCalls.updateTemplate, live)
  await type(/^Meeting link/, '')
  await user.click(button('Save template'))
  await isClosed()
  expect(sent()).toMatchObject({ duration: 180, meetingUrl: null })
})

it('[TEACH-13] a meeting pasted as a video of a template makes a new live one; the template stays', async () => {
  const user = await open([video], 'Edit Seven lamps')
  await user.clear(field('Title'))
  await user.type(field('Title'), 'Eight lamps')
  await user.clear(field('Video'))
  await user.click(field('Video'))
  await user.paste('https://zoom.us/j/1')
  const sentence = 'This is a meeting on Zoom, not a video. A live template leads members there.'
  expect(document.getElementById(field('Video').getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    sentence,
  )
  await user.click(button('Make a live template'))
  await screen.findByRole('dialog', { name: 'New Template' })
  expect(
    await screen.findByText('A new live template with what you typed; “Seven lamps” stays as it is.'),
  ).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Live' }).checked).toBe(true)
  expect(field(/^Meeting link/).value).toBe('https://zoom.us/j/1')
  server.respond(templatesCalls.createTemplate, live)
  await user.click(button('Create template'))
  await isClosed()
  expect(sent()).toMatchObject({
    kind: 'live',
    title: 'Eight lamps',
    description: 'A quiet walk.',
    instructor: 'Lena Oduya',
    duration: 30,
    meetingUrl: 'https://zoom.us/j/1',
  })
  expect(server.count(templatesCalls.updateTemplate)).toBe(0)
  // What was typed over the template is gone.
  await user.click(button('Edit Seven lamps'))
  await waitFor(() => expect(field('Title').value).toBe('Seven lamps'))
})

it('[TEACH-13] a stream that may be over can stay a video', async () => {
  const user = await open([], 'New Template')
  field('Video').focus()
  await user.paste('https://www.youtube.com/live/inpok4MKVLM')
  expect(screen.getByText(/^A live stream on YouTube\./)).toBeTruthy()
  expect(field('Video').getAttribute('aria-invalid')).toBeNull()
  await user.click(button('Make a live template'))
  expect(await screen.findByText('Now a live template, with what you typed.')).toBeTruthy()
})

it('[TEACH-11, STREAM-01] a card says where a live template is seen and meets, or that its schedules do', async () => {
  server.respond(templatesCalls.templates, [
    live,
    { ...live, id: 9, title: 'Open', meetingUrl: null },
    { ...video, meetingUrl: 'https://tea.example.org/room' },
    {
      ...live,
      id: 10,
      title: 'From here',
      liveSource: 'here',
      bellBy: 'teacher',
      pictureInSharing: true,
      meetingUrl: 'https://tea.example.org/room',
    },
    { ...live, id: 11, title: 'Streamed', liveSource: 'https://live.example.com/a.m3u8', meetingUrl: null },
  ])
  renderScreen(<TemplatesTab listenButton={null} />)
  const textOf = async (title: string) => (await screen.findByRole('article', { name: title })).textContent
  expect(await textOf('With Ana')).toContain('Live on zoom.us')
  expect(await textOf('Open')).toContain('Live, with a meeting link on each schedule')
  expect(await textOf('Seven lamps')).toContain('Meets on tea.example.org')
  const fromHere = await textOf('From here')
  expect(fromHere).toContain('Live from this site · Meets on tea.example.org')
  expect(fromHere).toContain('The teacher rings the bell · The picture stays for the sharing')
  expect(await textOf('Streamed')).toContain('Live from live.example.com')
  const card = within(screen.getByRole('article', { name: 'With Ana' }))
  expect(card.queryByText('No thumbnail')).toBeNull()
  expect(card.getByText('Live')).toBeTruthy()
})

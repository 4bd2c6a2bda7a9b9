// Template dialog: initial values, requests, and drafts after failures.
import type { QueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { meditationCalls } from '#features/meditation/contract.ts'
import { totalsCalls } from '#features/members/contract.ts'
import { withPlays } from '#features/sittings/flat-plays.ts'
import { buildTemplate } from '#test/sittings/schedules.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { readFormDraft, writeFormDraft } from '#web/drafts.ts'
import { createQueryClient } from '#web/query-client.ts'
import { toastStore } from '#web/toast-store.ts'
import { queryKeyOf } from '#web/use-call.ts'
import { templatesCalls } from '../../contract.ts'
import type { SentTemplate } from '../../template-content.ts'
import { TemplateDialog } from './template-dialog.tsx'

const step = (number: number, title: string) => ({ number, title, description: `About ${title}.` })
const lamps: SentTemplate = {
  ...buildTemplate(7, 'Seven lamps'),
  description: 'A quiet walk.',
  duration: 12,
  difficulty: 'Intermediate',
  captionsUrl: '/media/still-water.en.vtt',
  sessionSteps: [step(1, 'Ground'), step(2, 'Open'), step(3, 'See')],
  createdAt: '2026-11-21T18:00:00.000Z',
  version: 3,
}

const totals = { totalUsers: 0, totalMinutes: 0, dailyAverage: 0, monthlyTotal: 0, topUsers: [] }

/** The meditation page's cached query. */
const today = queryKeyOf(meditationCalls.today, {})

let client: QueryClient
let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

function show(
  template: SentTemplate | null = null,
  present: SentTemplate[] | null | Promise<SentTemplate[] | null> = [],
) {
  const onClose = vi.fn<() => void>()
  client = createQueryClient()
  client.setQueryData(today, null)
  const { unmount } = renderScreen(
    <TemplateDialog
      open
      template={template && withPlays(template)}
      reload={async () => (await present)?.map(withPlays) ?? null}
      {...{ madeLive: null, onMakeLive: onClose }}
      listenButton={<button type="button">Listen</button>}
      onClose={onClose}
    />,
    client,
  )
  return { onClose, unmount, user: setUpUser() }
}

/** The reload settles when the test calls `respond`. */
function showReading() {
  let respond: (present: SentTemplate[] | null) => void = () => {}
  const present = new Promise<SentTemplate[] | null>((resolve) => {
    respond = resolve
  })
  return { ...show(lamps, present), respond }
}

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.getByRole('button', { name })
const stepTitles = () =>
  screen.getAllByLabelText<HTMLInputElement>(/^Title of step/).map(({ value }) => value)
const newestToast = () => toastStore.records()[0]
const sent = () => server.calls.at(-1)?.body

async function fillIn(user: ReturnType<typeof setUpUser>) {
  await user.type(field('Title'), ' Rain ')
  await user.type(field('Instructor'), 'Mei Tanaka')
  await user.type(field('Instructor’s title'), 'Sound Practitioner')
  await user.type(field('Description'), 'Listening.')
  await user.type(field('Duration in minutes'), '15')
  await user.type(field('Video'), 'https://youtu.be/inpok4MKVLM')
}

it('[TPL-05, TPL-06] a new template starts as Beginner of three levels, with three blank steps', () => {
  show()
  const difficulty = within(screen.getByRole('group', { name: 'Difficulty' }))
  const levels = difficulty.getAllByRole<HTMLInputElement>('radio')
  expect(levels.map(({ labels, checked }) => [labels?.[0]?.textContent, checked])).toEqual([
    ['Beginner', true],
    ['Intermediate', false],
    ['Advanced', false],
  ])
  expect(stepTitles()).toEqual(['', '', ''])
})

it('[TPL-04, TPL-07] without required fields nothing is sent, and each field shows its error', async () => {
  const { user } = show()
  await user.type(field('Duration in minutes'), '601')
  await user.type(field(/^Thumbnail/), 'http://a.example.org/a.jpg')
  await user.type(field(/^Audio/), 'https://youtu.be/inpok4MKVLM')
  await user.click(button('Create template'))
  for (const sentence of [
    'A title can’t be empty.',
    'A description can’t be empty.',
    'The instructor can’t be empty.',
    'The instructor’s title can’t be empty.',
    'A duration is a whole number of minutes, 0 to 600.',
    'Please enter the address of an audio file, not of a stream or of YouTube.',
  ])
    expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getAllByText('Please enter an address that begins with https://')).toHaveLength(2)
  expect(field('Title').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('Title'))
  expect(server.calls).toEqual([])
})

it('[TPL-08, TPL-06, TPL-04] creates the template once, without blank steps', async () => {
  server.respond(templatesCalls.createTemplate, lamps)
  const { onClose, user } = show()
  await fillIn(user)
  await user.click(screen.getByRole('radio', { name: 'Advanced' }))
  await user.type(field('Title of step 2'), 'Listen')
  await user.type(field(/^Audio/), ' /media/rain.m4a')
  await user.dblClick(button('Create template'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.count(templatesCalls.createTemplate)).toBe(1)
  expect(sent()).toEqual({
    title: 'Rain',
    instructor: 'Mei Tanaka',
    instructorTitle: 'Sound Practitioner',
    description: 'Listening.',
    duration: 15,
    difficulty: 'Advanced',
    kind: 'video',
    blocks: null,
    videoUrl: 'https://youtu.be/inpok4MKVLM',
    thumbnailUrl: null,
    captionsUrl: null,
    audioUrl: '/media/rain.m4a',
    sessionSteps: [{ number: 1, title: 'Listen', description: '' }],
    translations: {},
    mediaSeconds: null,
    keepsTempo: false,
    megabytes: null,
  })
  expect(newestToast()).toMatchObject({ title: 'Template created' })
})

it('[TPL-08] a failed save keeps the form with its input and shows the reason beside its field @full', async () => {
  server.failWith(templatesCalls.createTemplate, 'invalid', {
    message: 'Not with that title.',
    issues: [{ path: 'title', message: 'A lake has this title.' }],
  })
  const { onClose, user } = show()
  await fillIn(user)
  await user.click(button('Create template'))
  const reason = await screen.findByText('A lake has this title.')
  expect(
    document.getElementById(field('Title').getAttribute('aria-describedby') ?? '')?.contains(reason),
  ).toBe(true)
  expect(field('Title').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('Title'))
  // The sentence above the form is for what concerns no field.
  expect(screen.queryByRole('alert')).toBeNull()
  expect(newestToast()).toMatchObject({
    title: 'Error',
    description: 'Failed to create template. Please try again.',
    variant: 'destructive',
  })
  expect(field('Description').value).toBe('Listening.')
  expect(onClose).not.toHaveBeenCalled()
})

it('[TPL-09] sends the version that was read', async () => {
  server.respond(templatesCalls.updateTemplate, lamps)
  const { onClose, user } = show(lamps)
  await user.clear(field('Duration in minutes'))
  await user.type(field('Duration in minutes'), '20')
  await user.click(button('Save template'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const unsent = new Set(['id', 'createdAt', 'liveSource', 'bellBy', 'pictureInSharing', 'meetingUrl'])
  const fields = Object.entries({ ...lamps, duration: 20 }).filter(([name]) => !unsent.has(name))
  expect(sent()).toEqual(Object.fromEntries(fields))
  expect(newestToast()).toMatchObject({ title: 'Template updated' })
  // Today's meditation may have this template.
  expect(client.getQueryState(today)).toBeUndefined()
})

it('[TPL-09] a stale save shows an error, keeps the input, and loads the current version on a press', async () => {
  server.failWith(templatesCalls.updateTemplate, 'changed_meanwhile')
  const { user } = show(lamps, [{ ...lamps, title: 'Eight lamps', version: 4 }])
  await user.type(field('Title'), ' of mine')
  await user.click(button('Save template'))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Someone else has changed this in the meantime.',
  )
  expect(newestToast()).toMatchObject({ description: 'Failed to update template. Please try again.' })
  expect(field('Title').value).toBe('Seven lamps of mine')
  await user.click(button('Load the current version'))
  await waitFor(() => expect(field('Title').value).toBe('Eight lamps'))
  expect(screen.queryByRole('alert')).toBeNull()
  server.respond(templatesCalls.updateTemplate, lamps)
  await user.click(button('Save template'))
  await waitFor(() => expect(sent()).toMatchObject({ title: 'Eight lamps', version: 4 }))
})

it('[TPL-09] input is discarded only after a confirmation, and is restored after a reload', async () => {
  const { onClose, unmount, user } = show(lamps)
  await user.click(button('Cancel'))
  expect(onClose).toHaveBeenCalledTimes(1)
  await user.type(field('Title'), '!')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  unmount()

  const again = show(lamps)
  await waitFor(() => expect(field('Title').value).toBe('Seven lamps!'))
  expect(screen.getByText('Your unsaved changes have been restored.')).toBeTruthy()
  await user.click(button('Cancel'))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(again.onClose).toHaveBeenCalledTimes(1)
  again.unmount()

  show(lamps)
  expect(field('Title').value).toBe('Seven lamps')
})

it('[TPL-09] reverted or discarded input leaves no draft @full', async () => {
  const newer = { ...lamps, title: 'Eight lamps', version: 4 }
  server.failWith(templatesCalls.updateTemplate, 'changed_meanwhile')
  const { unmount, user } = show(lamps, [newer])
  await user.type(field('Title'), '!{Backspace}')
  unmount()
  show(newer).unmount()
  expect(sessionStorage).toHaveLength(0)

  const again = show(lamps, [newer])
  await user.type(field('Title'), '!')
  expect(sessionStorage).toHaveLength(1)
  await user.click(button('Save template'))
  await user.click(await screen.findByRole('button', { name: 'Load the current version' }))
  await waitFor(() => expect(field('Title').value).toBe('Eight lamps'))
  again.unmount()
  server.respond(templatesCalls.updateTemplate, newer)
  show(newer)
  expect(screen.queryByText('Your unsaved changes have been restored.')).toBeNull()
  await user.click(button('Save template'))
  await waitFor(() => expect(sent()).toMatchObject({ title: 'Eight lamps', version: 4 }))
})

it.each([
  ['doesn’t load', null, 'The current version didn’t load. Please try again.', 1],
  ['no longer exists', [], 'This template has been deleted in the meantime.', 0],
])(
  '[TPL-09] reports when the current version %s, and keeps the input',
  async (_, current, message, buttonCount) => {
    server.failWith(templatesCalls.updateTemplate, 'changed_meanwhile')
    const { respond, user } = showReading()
    await user.type(field('Title'), '!')
    await user.click(button('Save template'))
    const load = await screen.findByRole('button', { name: 'Load the current version' })
    await user.click(load)
    expect(load.getAttribute('aria-busy')).toBe('true')
    respond(current)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message))
    expect(screen.queryAllByRole('button', { name: 'Load the current version', busy: false })).toHaveLength(
      buttonCount,
    )
    expect(field('Title').value).toBe('Seven lamps!')
  },
)

it('[TPL-06] steps are added, moved and removed by keyboard, and the focus follows', async () => {
  server.respond(templatesCalls.updateTemplate, lamps)
  const { user } = show(lamps)
  button('Move step 1 down').focus()
  await user.keyboard('{Enter}')
  expect(stepTitles()).toEqual(['Open', 'Ground', 'See'])
  await waitFor(() => expect(document.activeElement).toBe(button('Move step 2 down')))
  await user.keyboard('{Enter}')
  expect(stepTitles()).toEqual(['Open', 'See', 'Ground'])
  // The last step can't move further down.
  await waitFor(() => expect(document.activeElement).toBe(button('Move step 3 up')))
  expect(screen.getByText('Step 2 is now step 3.')).toBeTruthy()
  await user.click(button('Remove step 1'))
  await waitFor(() => expect(document.activeElement).toBe(field('Title of step 1')))
  await user.click(button('Add step'))
  await waitFor(() => expect(document.activeElement).toBe(field('Title of step 3')))
  await user.keyboard('Rest')
  expect(stepTitles()).toEqual(['See', 'Ground', 'Rest'])
  for (let count = 0; count < 3; count += 1) await user.click(button('Remove step 1'))
  await waitFor(() => expect(document.activeElement).toBe(button('Add step')))
  await user.click(button('Save template'))
  await waitFor(() => expect(sent()).toMatchObject({ sessionSteps: [] }))
})

it('[TPL-06] accepts 30 steps, and shows the error of an invalid one @full', async () => {
  const many = Array.from({ length: 30 }, (_, index) => step(index + 1, `Step ${index}`))
  many[29] = { number: 30, title: 'x'.repeat(201), description: '' }
  const { user } = show({ ...lamps, sessionSteps: many })
  expect(button('Add step').hasAttribute('disabled')).toBe(true)
  await user.click(button('Save template'))
  const last = screen.getByRole('group', { name: 'Step 30' })
  expect(await within(last).findByText('A step’s title has at most 200 characters.')).toBeTruthy()
})

/**
 * Lets each new video element respond with this duration, null is an error; their server refuses to say the size if it
 * is null.
 */
function respondToVideos(duration: number | null, bytes: number | null = null) {
  const fakeFetch = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    init?.method === 'HEAD'
      ? new Response(null, {
          status: bytes === null ? 403 : 200,
          headers: { 'content-length': String(bytes ?? 300) },
        })
      : fakeFetch(input, init),
  )
  const create = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = create(name)
    if (element instanceof HTMLVideoElement) {
      element.load = () => undefined
      Object.defineProperty(element, 'duration', { value: duration })
      queueMicrotask(() => element.dispatchEvent(new Event(duration === null ? 'error' : 'loadedmetadata')))
    }
    return element
  })
}

it('[SYNC-23] the length of a checked video is stored, and another address clears it', async () => {
  respondToVideos(168.04)
  server.respond(templatesCalls.updateTemplate, lamps)
  const { onClose, user } = show(lamps)
  await user.click(button('Check the video'))
  expect(await screen.findByText('Its length is 2 min 48 s.')).toBeTruthy()
  await user.type(field('Video'), '4')
  expect(screen.getByText(/length isn’t known yet/)).toBeTruthy()
  await user.type(field('Video'), '{Backspace}')
  await user.click(button('Check the video'))
  await screen.findByText('Its length is 2 min 48 s.')
  await user.click(screen.getByRole('checkbox', { name: 'Keep the tempo' }))
  await user.click(button('Save template'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent()).toMatchObject({ mediaSeconds: 168.04, keepsTempo: true })
})

it('[TPL-25] says what a checked video needs for all members, until its address changes', async () => {
  respondToVideos(100, 25_000_000)
  server.respond(totalsCalls.totals, { ...totals, totalUsers: 201 })
  const { user } = show(lamps)
  await user.click(button('Check the video'))
  const needed = /for each member: 201 at once need 402 Mbit\/s\. That is too much for this server/
  expect(await screen.findByText(needed)).toBeTruthy()
  await user.type(field('Video'), '4')
  expect(screen.queryByText(needed)).toBeNull()
})

it('[TPL-25] without the number of members it assumes 200; without a size it says nothing', async () => {
  respondToVideos(100, 12_500_000)
  server.failWith(totalsCalls.totals, 'unavailable')
  const { user } = show(lamps)
  await user.click(button('Check the video'))
  expect(await screen.findByText(/for each member: 200 at once need 200 Mbit\/s\.$/)).toBeTruthy()
  vi.restoreAllMocks()
  respondToVideos(90)
  await user.click(button('Check the video'))
  expect(await screen.findByText('Its length is 1 min 30 s.')).toBeTruthy()
  expect(screen.queryByText(/for each member/)).toBeNull()
})

it('[SMALL-03] the check stores what the video and its sound load', async () => {
  respondToVideos(100, 25_400_000)
  server.respond(totalsCalls.totals, totals)
  server.respond(templatesCalls.updateTemplate, lamps)
  const { onClose, user } = show({ ...lamps, audioUrl: '/media/own/lamps.mp3' })
  await user.click(button('Check the video'))
  await screen.findByText('Its length is 1 min 40 s.')
  await user.type(field(/^Audio/), '4')
  await user.click(button('Check the video'))
  await waitFor(() => expect(button('Check the video').getAttribute('aria-busy')).not.toBe('true'))
  await user.click(button('Save template'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent()).toMatchObject({ megabytes: { video: 25, sound: 25 } })
})

it('[SMALL-03] another audio clears the sizes', async () => {
  server.respond(templatesCalls.updateTemplate, lamps)
  const audioUrl = '/media/own/lamps.mp3'
  const { onClose, user } = show({ ...lamps, audioUrl, megabytes: { video: 25, sound: 3 } })
  await user.type(field(/^Audio/), '4')
  await user.click(button('Save template'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent()).toMatchObject({ megabytes: null })
})

it.each([
  [Number.POSITIVE_INFINITY, /A live stream has no end/, /length isn’t known yet/],
  [null, /The video didn’t respond/, 'Its length is 2 min 48 s.'],
])(
  '[SYNC-22, SYNC-23] a video without a length (%s) says why, until its address changes',
  async (duration, why, length) => {
    respondToVideos(duration)
    const { user } = show({ ...lamps, mediaSeconds: 168 })
    await user.click(button('Check the video'))
    expect((await screen.findByRole('alert')).textContent).toMatch(why)
    expect(screen.getByText(length)).toBeTruthy()
    await user.type(field('Video'), '4')
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

it('[TPL-29] warns of minutes that differ from the measured video, and proposes its own', async () => {
  const { user } = show({ ...lamps, duration: 20, mediaSeconds: 168 })
  expect(screen.getByText('Members would see 20 minutes, but the video lasts 2 min 48 s.')).toBeTruthy()
  await user.click(button('Use 3 minutes'))
  expect(field('Duration in minutes').value).toBe('3')
  expect(screen.queryByText(/^Members would see/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Use 3 minutes' })).toBeNull()
})

it('[LANG-11] a language is open while it has an error; what is filled in is sent, and blank languages aren’t @full', async () => {
  const spanish = { title: 'Siete lámparas', description: 'Un paseo.', steps: [], captionsUrl: null }
  const edited = { ...lamps, translations: { es: spanish } }
  server.respond(templatesCalls.updateTemplate, edited)
  const { onClose, user } = show(edited)
  expect(screen.queryByText('English')).toBeNull()
  expect(screen.getByText('Siete lámparas')).toBeTruthy()
  await user.click(screen.getByText('Deutsch'))
  const german = () => within(screen.getByRole('group', { name: 'Deutsch' }))
  await user.type(german().getByLabelText('Title'), 'Sieben Lampen')
  await user.click(screen.getByText('Deutsch'))
  expect(screen.queryByRole('group', { name: 'Deutsch' })).toBeNull()
  await user.click(button('Save template'))
  expect(await german().findByText('A description can’t be empty.')).toBeTruthy()
  expect(server.count(templatesCalls.updateTemplate)).toBe(0)

  await user.type(german().getByLabelText('Description'), 'Ein Gang.')
  await user.click(german().getByRole('button', { name: 'Add step' }))
  await user.type(german().getByLabelText('Title of step 1'), 'Boden')
  const message = 'Please enter the address of a file.'
  server.failWith(templatesCalls.updateTemplate, 'invalid', {
    issues: [{ path: 'translations.de.captionsUrl', message }],
  })
  await user.click(button('Save template'))
  expect(await german().findByText(message)).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  expect(sent()).toMatchObject({
    translations: {
      de: {
        title: 'Sieben Lampen',
        description: 'Ein Gang.',
        steps: [{ title: 'Boden', description: '' }],
        captionsUrl: null,
      },
      es: spanish,
    },
  })
})

it('[LANG-11] a draft of an earlier release has no translations', async () => {
  const { user, unmount } = show(lamps)
  await user.type(field('Title'), '!')
  unmount()
  const anyDraft = z.object({ version: z.int(), values: z.record(z.string(), z.unknown()) })
  const { version, values } = z.parse(anyDraft, readFormDraft('template:7', anyDraft))
  writeFormDraft('template:7', { version, values: { ...values, translations: undefined } })
  show(lamps)
  await waitFor(() => expect(field('Title').value).toBe('Seven lamps!'))
})

// Template dialog of a silence: its blocks by keyboard, their errors, and the draft.
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { withPlays } from '#features/sittings/flat-plays.ts'
import { buildTemplate } from '#test/sittings/schedules.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { readFormDraft, writeFormDraft } from '#web/drafts.ts'
import { createQueryClient } from '#web/query-client.ts'
import { templatesCalls } from '../../contract.ts'
import type { SentTemplate } from '../../template-content.ts'
import { TemplateDialog } from './template-dialog.tsx'

const lamps: SentTemplate = { ...buildTemplate(7, 'Seven lamps'), description: 'A quiet walk.' }

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})
afterEach(() => localStorage.clear())

function show(template: SentTemplate | null = null) {
  let isClosed = false
  const { unmount } = renderScreen(
    <TemplateDialog
      open
      template={template && withPlays(template)}
      reload={() => Promise.resolve(null)}
      madeLive={null}
      onMakeLive={() => {}}
      listenButton={<button type="button">Listen</button>}
      onClose={() => {
        isClosed = true
      }}
    />,
    createQueryClient(),
  )
  return { isClosed: () => isClosed, unmount, user: setUpUser() }
}

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.getByRole('button', { name })

it('[SEQ-01, SEQ-02] a silence is made by keyboard alone, and sent without what only videos have', async () => {
  server.respond(templatesCalls.createTemplate, lamps)
  const { isClosed, user } = show()
  await user.type(field('Title'), ' Rain ')
  await user.type(field('Instructor'), 'Mei Tanaka')
  await user.type(field('Instructor’s title'), 'Sound Practitioner')
  await user.type(field('Description'), 'Listening.')
  screen.getByRole('radio', { name: 'A video' }).focus()
  await user.keyboard('{ArrowRight}')
  for (const gone of ['Video', 'Duration in minutes', /^Captions/, /^Audio/])
    expect(screen.queryByLabelText(gone)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Check the video' })).toBeNull()

  const block = (number: number) => within(screen.getByRole('group', { name: `Block ${number}` }))
  expect(block(1).queryByLabelText('Bell before it')).toBeNull()
  button('Add block').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(block(2).getByLabelText('Block 2')))
  expect(screen.getByText('Block 2 added.')).toBeTruthy()
  await user.selectOptions(block(2).getByLabelText('Block 2'), 'Standing')
  await user.tab()
  await user.keyboard('{Control>}a{/Control}7')
  await user.selectOptions(block(2).getByLabelText('Bell before it'), 'Two strokes')
  button('Add block').focus()
  await user.keyboard('{Enter}')
  expect(screen.getByText('47 minutes in all')).toBeTruthy()
  expect(
    screen.getByText('The bell rings at the beginning, twice after 20 min, after 27 min, and at the end.'),
  ).toBeTruthy()
  expect(button('Listen')).toBeTruthy()

  button('Move block 3 up').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(button('Move block 2 up')))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(button('Move block 1 down')))
  button('Remove block 2').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(block(2).getByLabelText('Block 2')))
  button('Create template').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(server.calls.at(-1)?.body).toEqual({
    title: 'Rain',
    instructor: 'Mei Tanaka',
    instructorTitle: 'Sound Practitioner',
    description: 'Listening.',
    difficulty: 'Beginner',
    kind: 'silence',
    blocks: [
      { kind: 'sit', minutes: 20 },
      { kind: 'stand', minutes: 7, strokes: 2 },
    ],
    thumbnailUrl: null,
    sessionSteps: [],
    translations: {},
  })
})

const silence: SentTemplate = {
  ...lamps,
  kind: 'silence',
  blocks: [{ kind: 'sit', minutes: 20 }],
  videoUrl: '',
  captionsUrl: null,
  duration: 20,
  mediaSeconds: 1_200,
  keepsTempo: true,
}

it('[SEQ-01] invalid blocks have their errors beside their fields, and nothing is sent', async () => {
  const { user } = show(silence)
  const minutes = screen.getByLabelText('Minutes')
  const described = () =>
    document.getElementById(minutes.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
  for (const typed of ['0', '91', '1.5', '{Backspace}']) {
    await user.clear(minutes)
    await user.type(minutes, typed)
    await user.click(button('Save template'))
    await waitFor(() => expect(described()).toBe('A block lasts a whole number of minutes, 1 to 90.'))
    await waitFor(() => expect(document.activeElement).toBe(minutes))
  }
  await user.clear(minutes)
  await user.type(minutes, '90')
  await waitFor(() => expect(described()).toBe(''))
  await user.click(button('Remove block 1'))
  await waitFor(() => expect(document.activeElement).toBe(button('Add block')))
  expect(screen.getByText('A silence has at least one block.')).toBeTruthy()
  for (let count = 0; count < 12; count += 1) await user.click(button('Add block'))
  expect(button('Add block').hasAttribute('disabled')).toBe(true)
  for (const field of screen.getAllByLabelText('Minutes').slice(0, 3)) {
    await user.clear(field)
    await user.type(field, '90')
  }
  await user.click(button('Save template'))
  expect(await screen.findByText(/^A silence lasts at most 180 minutes; this one lasts \d+\.$/)).toBeTruthy()
  expect(server.count(templatesCalls.updateTemplate)).toBe(0)
})

it('[SEQ-01] what was typed for the other kind stays, and a draft of an earlier release plays a video', async () => {
  const { user, unmount } = show(lamps)
  await user.click(screen.getByRole('radio', { name: 'A silence' }))
  await user.clear(screen.getByLabelText('Minutes'))
  await user.click(screen.getByRole('radio', { name: 'A video' }))
  expect(field('Video').value).toBe('/media/still-water.mp4')
  await user.click(screen.getByRole('radio', { name: 'A silence' }))
  unmount()
  const again = show(lamps)
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'A silence' }).checked).toBe(true),
  )
  expect(screen.getByLabelText<HTMLInputElement>('Minutes').value).toBe('')
  again.unmount()

  const anyDraft = z.object({ version: z.int(), values: z.record(z.string(), z.unknown()) })
  const { version, values } = z.parse(anyDraft, readFormDraft('template:7', anyDraft))
  writeFormDraft('template:7', {
    version,
    values: { ...values, kind: undefined, blocks: undefined, title: 'Eight' },
  })
  show(lamps)
  await waitFor(() => expect(field('Title').value).toBe('Eight'))
  expect(field('Video').value).toBe('/media/still-water.mp4')
})

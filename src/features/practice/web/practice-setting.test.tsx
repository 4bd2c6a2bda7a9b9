// Practice elsewhere in the settings: the import's steps, own sits, and removal.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { createSlowFile } from '#test/web/slow-file.ts'
import { setUpUser } from '#test/web/user.ts'
import { practiceCalls, type ImportSummary, type PracticeBatch } from '../contract.ts'
import { PracticeSetting } from './practice-setting.tsx'

const batch: PracticeBatch = {
  id: 7,
  source: 'insight-timer',
  label: null,
  createdAt: '2026-11-21T18:00:00.000Z',
  sits: 380,
  minutes: 9_141,
  entries: 0,
  firstDay: '2025-07-01',
  lastDay: '2026-08-03',
}
const summary: ImportSummary = {
  ...batch,
  ambiguousDate: null,
  rows: 400,
  skipped: [{ reason: 'overlap', rows: [41, 81] }],
  bad: [{ reason: 'duration', rows: [201] }],
  settings: [],
}

let server: FakeServer
beforeEach(() => {
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  server = startFakeServer()
  server.respond(practiceCalls.imports, { batches: [], choices: { inRhythm: false } })
})

async function show() {
  const onSettings = vi.fn<() => void>()
  renderScreen(<PracticeSetting onSettings={onSettings} />)
  await screen.findByRole('switch')
  return { user: setUpUser(), onSettings }
}

const button = (name: string) => screen.getByRole('button', { name })
const file = (text: string) => new File([text], 'insight.csv', { type: 'text/csv' })
const bodies = () => server.calls.filter(({ method }) => method !== 'GET').map(({ body }) => body)

async function chooseFile(text: string) {
  const { user, onSettings } = await show()
  await user.click(button('Import a history'))
  fireEvent.change(await screen.findByLabelText('History file'), { target: { files: [file(text)] } })
  return { user, onSettings }
}

it('[PORT-02] a file is previewed with its rows and reasons, then imported, and leaving the preview asks', async () => {
  server.respond(practiceCalls.previewImport, summary)
  server.respond(practiceCalls.importPractice, { ...summary, id: 7 })
  const { user } = await chooseFile('Started At')
  expect(await screen.findByText('380 sits, 152 hours 21 minutes')).toBeTruthy()
  expect(screen.getByText('The file has 400 rows.', { exact: false })).toBeTruthy()
  expect(screen.getByText('2 rows: 41, 81')).toBeTruthy()
  expect(screen.getByText('The duration isn’t between one second and 24 hours.')).toBeTruthy()
  expect(screen.getByText('Row 201')).toBeTruthy()
  await user.click(button('Close'))
  await user.click(button('Keep editing'))
  server.respond(practiceCalls.imports, { batches: [batch], choices: { inRhythm: false } })
  await user.click(button('Import'))
  expect(await screen.findByText('From Insight Timer')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies()).toEqual([{ text: 'Started At' }, { text: 'Started At', withSettings: false }])
})

it('[PORT-09] asks for the order of an ambiguous date once, and imports by the choice', async () => {
  const asked = { ...summary, ambiguousDate: '03/04/2026', sits: 0 }
  server.respond(practiceCalls.previewImport, asked, summary)
  server.respond(practiceCalls.importPractice, { ...summary, id: 7 })
  const { user } = await chooseFile('Finished On')
  await user.click(await screen.findByRole('button', { name: 'April 3, 2026' }))
  await user.click(await screen.findByText('380 sits, 152 hours 21 minutes'))
  await user.click(button('Import'))
  await waitFor(() => expect(server.count(practiceCalls.importPractice)).toBe(1))
  expect(bodies().at(-1)).toEqual({ text: 'Finished On', dateOrder: 'day-first', withSettings: false })
})

it('[PORT-05] settings of an export are taken over only if ticked', async () => {
  server.respond(practiceCalls.previewImport, { ...summary, sits: 0, settings: ['language', 'rhythm'] })
  server.respond(practiceCalls.importPractice, { ...summary, settings: ['language', 'rhythm'], id: 7 })
  const { user, onSettings } = await chooseFile('{}')
  expect(await screen.findByText('There is nothing new in this file.')).toBeTruthy()
  expect(button('Import')).toHaveProperty('disabled', true)
  await user.click(screen.getByLabelText('Also take over my language and my rhythm'))
  await user.click(button('Import'))
  await waitFor(() => expect(onSettings).toHaveBeenCalledOnce())
  expect(bodies().at(-1)).toEqual({ text: '{}', withSettings: true })
})

it('[PORT-12] the server’s objection is shown, pasted text stays, and a spreadsheet is named as one', async () => {
  const { user } = await show()
  await user.click(button('Import a history'))
  const field = await screen.findByLabelText<HTMLTextAreaElement>('History')
  fireEvent.change(field, { target: { value: 'Name,Age' } })
  server.failWith(practiceCalls.previewImport, 'invalid', {
    issues: [{ path: 'text', message: 'We don’t know it.' }],
  })
  await user.click(button('Preview'))
  expect((await screen.findByRole('alert')).textContent).toBe('We don’t know it.')
  expect(field.value).toBe('Name,Age')
  fireEvent.change(screen.getByLabelText('History file'), {
    target: { files: [new File(['PK'], 'sits.numbers')] },
  })
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toMatch(/^sits\.numbers is a Numbers file/),
  )
})

it('[PORT-12] a refused second file takes the first one away', async () => {
  server.failWith(practiceCalls.previewImport, 'invalid', {
    issues: [{ path: 'text', message: 'We don’t know it.' }],
  })
  await chooseFile('Name,Age')
  expect(await screen.findByText('From insight.csv.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('History file'), {
    target: { files: [new File(['PK'], 'sits.numbers')] },
  })
  await screen.findByText(/^sits\.numbers is a Numbers file/)
  expect(screen.queryByText('From insight.csv.')).toBeNull()
  expect(button('Preview')).toHaveProperty('disabled', true)
})

it('[PORT-02] of two files the last one chosen is previewed and imported, whichever is read first', async () => {
  const { user } = await show()
  await user.click(button('Import a history'))
  const choose = (chosen: File) =>
    fireEvent.change(screen.getByLabelText('History file'), { target: { files: [chosen] } })
  await screen.findByLabelText('History file')
  // Its bytes arrive after the second file's, and then its preview.
  const slow = createSlowFile('slow')
  const arrive = server.respondLater(practiceCalls.previewImport, { ...summary, rows: 1 })
  choose(slow.file)
  choose(file('first'))
  await waitFor(() => expect(server.count(practiceCalls.previewImport)).toBe(1))
  server.respond(practiceCalls.previewImport, summary)
  choose(file('second'))
  expect(await screen.findByText('The file has 400 rows.', { exact: false })).toBeTruthy()
  arrive()
  await slow.arrive()
  server.respond(practiceCalls.importPractice, { ...summary, id: 7 })
  await user.click(button('Import'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies()).toEqual([{ text: 'first' }, { text: 'second' }, { text: 'second', withSettings: false }])
})

it('[PORT-08] a sit elsewhere needs minutes, and an overlap keeps what was typed', async () => {
  const { user } = await show()
  await user.click(button('I sat elsewhere'))
  const minutes = await screen.findByLabelText<HTMLInputElement>('Minutes')
  await user.click(button('Add'))
  expect(await screen.findByText('A whole number from 1 to 240.')).toBeTruthy()
  await user.type(minutes, '20')
  server.failWith(practiceCalls.addOwnSit, 'invalid', {
    code: 'sat_already',
    message: 'Your history already has a sit of this length on that day.',
  })
  await user.click(button('Add'))
  await screen.findByText(/^Your history already has/)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText('Day').getAttribute('aria-invalid')).toBe('true')
  expect(minutes.value).toBe('20')
  server.respond(practiceCalls.addOwnSit, { ...batch, source: 'own' })
  await user.click(button('Add'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies().at(-1)).toEqual({ date: '2026-11-21', minutes: 20 })
})

it('[PORT-03] [PORT-11] a batch is removed after a question; the choice for the rhythm saves at a press', async () => {
  server.respond(practiceCalls.imports, { batches: [batch], choices: { inRhythm: false } })
  server.respond(practiceCalls.deleteImport, { success: true })
  server.respond(practiceCalls.choosePractice, { inRhythm: true })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: /^Remove: From Insight Timer/ }))
  server.respond(practiceCalls.imports, { batches: [], choices: { inRhythm: false } })
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Nothing from elsewhere yet.')).toBeTruthy()
  await user.click(screen.getByRole('switch', { name: 'Count these days in my rhythm' }))
  await waitFor(() => expect(bodies().at(-1)).toEqual({ inRhythm: true }))
})

it('[PORT-03] the question before a removal promises a file only for what came from one', async () => {
  server.respond(practiceCalls.imports, {
    batches: [batch, { ...batch, id: 8, source: 'own' }],
    choices: { inRhythm: false },
  })
  const { user } = await show()
  const question = async (name: RegExp) => {
    await user.click(await screen.findByRole('button', { name }))
    const text = (await screen.findByText(/It can’t be undone/)).textContent
    await user.click(button('Cancel'))
    return text
  }
  expect(await question(/^Remove: From Insight/)).toContain('you can import a file again')
  expect(await question(/^Remove: Sat elsewhere/)).toMatch(/sat elsewhere\. It can’t be undone\.$/)
})

// Import CSV dialog: from text or file through the preview to the import.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { toastStore } from '#web/toast-store.ts'
import { templatesCalls } from '../../contract.ts'
import { sampleCsv } from '../../csv.ts'
import { ImportDialog } from './import-dialog.tsx'

const header = 'Number,Description,duration,Instructor,Instructor Title,video Url,Title,Thumbnail URL'
const row = (title: string, facts: { duration?: string; video?: string } = {}) =>
  `1,Calm,${facts.duration ?? '10'},,,${facts.video ?? '/media/still-water.mp4'},${title},`
const csv = (...rows: string[]) => [header, ...rows].join('\n')

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})

function show() {
  const onClose = vi.fn<() => void>()
  function Opened() {
    const [text, setText] = useState('')
    return <ImportDialog open text={text} onText={setText} onClose={onClose} />
  }
  renderScreen(<Opened />)
  return { onClose, user: setUpUser() }
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('CSV')
const paste = (text: string) => fireEvent.change(field(), { target: { value: text } })
const button = (name: string) => screen.getByRole('button', { name })
const newestToast = () => toastStore.records()[0]
const rows = () => screen.getAllByRole('row').map((one) => one.textContent)
const fileInput = () => screen.getByLabelText<HTMLInputElement>('CSV file')
const file = (...parts: BlobPart[]) => new File(parts, 'templates.csv', { type: 'text/csv' })

it('[TPL-14, TPL-18] pastes, previews and imports, then clears the text', async () => {
  server.respond(templatesCalls.importTemplates, { imported: 2 })
  const { onClose, user } = show()
  expect(button('Preview Templates').hasAttribute('disabled')).toBe(true)
  paste(csv(row('Rain'), row('')))
  await user.click(button('Preview Templates'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('All 2 rows can be imported.'))
  expect(rows()).toEqual([
    'RowTemplateValid',
    '2Rain10 min · UnknownYes',
    '3Imported Template 210 min · UnknownYes',
  ])
  await user.click(button('Import 2 Templates'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.calls).toHaveLength(1)
  expect(server.calls[0]?.headers.get('idempotency-key')).toBeTruthy()
  expect(server.calls[0]?.body).toEqual({
    templates: [
      expect.objectContaining({ title: 'Rain', duration: 10, instructorTitle: 'Meditation Instructor' }),
      expect.objectContaining({ title: 'Imported Template 2', thumbnailUrl: null }),
    ],
  })
  expect(newestToast()).toMatchObject({
    title: 'Templates imported',
    description: 'Successfully imported 2 templates.',
  })
  expect(field().value).toBe('')
})

it('[TPL-20, TPL-22] lists invalid rows, imports nothing until all are valid, and keeps the text', async () => {
  const { user } = show()
  const text = csv(row('One'), row('Two', { duration: '601' }), '', row('Three', { video: '' }))
  paste(text)
  await user.click(button('Preview Templates'))
  expect(
    await screen.findByText('Rows 3 and 5 have errors; nothing is imported until all 3 rows are valid.'),
  ).toBeTruthy()
  expect(rows().slice(2)).toEqual([
    '3Two601 min · UnknownA duration is a whole number of minutes, 0 to 600.',
    '5Three10 min · UnknownThe video address is missing.',
  ])
  expect(button('Import 3 Templates').hasAttribute('disabled')).toBe(true)
  await user.click(button('Back'))
  expect(field().value).toBe(text)
})

it.each([
  ['no table', 'Please import these.', 'The first line has no “video Url” column.'],
  ['open quotation marks', csv('1,"Calm'), 'Row 2 has an unclosed quotation mark.'],
])('[TPL-21] %s shows a parse error', async (_, text, reason) => {
  const { user } = show()
  paste(text)
  await user.click(button('Preview Templates'))
  expect((await screen.findByRole('alert')).textContent).toBe(reason)
  expect(newestToast()).toMatchObject({
    title: 'Error',
    description: 'Failed to parse CSV data. Please check the format.',
    variant: 'destructive',
  })
  expect(field().value).toBe(text)
})

it('[TPL-19] rejects 201 rows before sending them', async () => {
  const { user } = show()
  paste(csv(...Array.from({ length: 201 }, () => row('Rain'))))
  await user.click(button('Preview Templates'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'At most 200 templates can be imported at once; there are 201.',
  )
})

it('[TPL-20, TPL-21, API-15] shows the server’s issues at their rows', async () => {
  server.failWith(templatesCalls.importTemplates, 'invalid', {
    issues: [{ path: 'templates.1.title', message: 'A lake has this title.' }],
  })
  const { onClose, user } = show()
  paste(csv(row('One'), row('Two')))
  await user.click(button('Preview Templates'))
  await user.click(await screen.findByRole('button', { name: 'Import 2 Templates' }))
  expect(await screen.findByText('A lake has this title.')).toBeTruthy()
  expect(rows()[2]).toBe('3Two10 min · UnknownA lake has this title.')
  expect(screen.getByRole('alert').textContent).toBe('Please check your input and try again.')
  expect(newestToast()).toMatchObject({
    title: 'Error',
    description: 'Failed to import templates. Please try again.',
  })
  expect(onClose).not.toHaveBeenCalled()
})

it('[TPL-21, I28] an import without a response is retried under the same key', async () => {
  server.failConnection(templatesCalls.importTemplates)
  const { onClose, user } = show()
  paste(csv(row('One')))
  await user.click(button('Preview Templates'))
  const send = await screen.findByRole('button', { name: 'Import 1 Templates' })
  await user.click(send)
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to import templates. Please try again.')
  server.respond(templatesCalls.importTemplates, { imported: 1 })
  await user.click(send)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const keys = server.calls.map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(1)
})

it('[TPL-20] a double-click on the preview button imports nothing', async () => {
  server.respond(templatesCalls.importTemplates, { imported: 1 })
  show()
  paste(csv(row('One')))
  fireEvent.click(button('Preview Templates'), { detail: 1 })
  const send = await screen.findByRole('button', { name: 'Import 1 Templates' })
  fireEvent.click(send, { detail: 2 })
  expect(send.getAttribute('aria-busy')).toBeNull()
  expect(server.calls).toEqual([])
  fireEvent.click(send, { detail: 1 })
  await waitFor(() => expect(server.calls).toHaveLength(1))
})

it('[TPL-14] accepts a chosen or dropped file, and rejects one that is too large', async () => {
  const { user } = show()
  await user.upload(fileInput(), file('\uFEFF', csv(row('Chosen')).replaceAll(',', ';')))
  expect(await screen.findByText('Chosen')).toBeTruthy()
  await user.click(button('Back'))
  fireEvent.drop(field(), { dataTransfer: { files: [file(csv(row('Dropped')))], types: ['Files'] } })
  expect(await screen.findByText('Dropped')).toBeTruthy()
  await user.click(button('Back'))
  await user.upload(fileInput(), file('x'.repeat(2_097_153)))
  expect((await screen.findByRole('alert')).textContent).toBe('templates.csv is too large to import.')
  expect(field().value).toContain('Dropped')
})

it('[TPL-14] shows format help with a sample to copy', async () => {
  const { user } = show()
  const format = screen.getByRole('region', { name: 'Format' })
  for (const words of [
    'Title',
    'Description',
    'column G',
    'video Url',
    'duration',
    'Instructor Title',
    'Thumbnail URL',
  ])
    expect(format.textContent).toContain(words)
  await user.click(screen.getByText('Sample'))
  await user.click(button('Copy sample'))
  expect(await navigator.clipboard.readText()).toBe(sampleCsv())
})

it('[TPL-24] the invalid rows can be left out, and the others are imported', async () => {
  server.respond(templatesCalls.importTemplates, { imported: 2 })
  const { onClose, user } = show()
  paste(csv(row('Rain'), row('Wind', { duration: 'long' }), row('Snow')))
  await user.click(button('Preview Templates'))
  await user.click(await screen.findByRole('button', { name: 'Leave out that row' }))
  expect(document.activeElement?.textContent).toBe('All 2 rows can be imported.')
  await user.click(button('Import 2 Templates'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.calls[0]?.body).toMatchObject({ templates: [{ title: 'Rain' }, { title: 'Snow' }] })
})

it('[TPL-29] compares the minutes of the rows with their videos, and takes the measured ones', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(168)
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement) {
    queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')))
  })
  server.respond(templatesCalls.importTemplates, { imported: 2 })
  const { user } = show()
  paste(csv(row('Rain', { duration: '20' }), row('Sea', { duration: '3' })))
  await user.click(button('Preview Templates'))
  await user.click(await screen.findByRole('button', { name: 'Check the videos' }))
  await screen.findByText('All videos have been checked.')
  const warning = 'Members would see 20 minutes, but the video lasts 2 min 48 s.'
  expect(screen.getAllByText(/^Members would see/).map((line) => line.textContent)).toEqual([warning])
  await user.click(button('Use 3 minutes'))
  expect(screen.queryByText(warning)).toBeNull()
  await user.click(button('Import 2 Templates'))
  await waitFor(() =>
    expect(server.calls.at(-1)?.body).toMatchObject({ templates: [{ duration: 3 }, { duration: 3 }] }),
  )
})

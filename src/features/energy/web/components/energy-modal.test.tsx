// 'Track Your Energy': its states, the kind of entry, and the drafts of a day.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sittingsCalls } from '#features/sittings/contract.ts'
import { testDays } from '#test/community-days.ts'
import { createMoodEntry } from '#test/data/energy-history.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { showPage } from '#test/web/passing-time.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { setSignedInUid } from '#web/call.ts'
import { toastStore } from '#web/toast-store.ts'
import { energyCalls, type MoodType } from '../../contract.ts'
import { EnergyModal } from './energy-modal.tsx'

const today = '2026-11-21'
const before = createMoodEntry(today, 'pre', 3)

let server: FakeServer
const logged: unknown[] = []
beforeEach(() => {
  server = startFakeServer()
  server.respond(energyCalls.entries, [])
  server.respond(sittingsCalls.sittings, [])
  // Saturday evening in Chicago.
  vi.setSystemTime('2026-11-22T04:30:00.000Z')
  setSignedInUid('uid-mia')
  logged.length = 0
  vi.spyOn(console, 'info').mockImplementation((what) => void logged.push(what))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
  setSignedInUid(null)
})

/** Opens the modal, as the prompt does with an offered kind. */
function open(offered?: MoodType) {
  const onOpenChange = vi.fn<(open: boolean) => void>()
  const { unmount } = renderScreen(
    <EnergyModal open onOpenChange={onOpenChange} {...(offered && { offered })} />,
  )
  const closed = async () => {
    await waitFor(() => expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false))
    unmount()
  }
  return { onOpenChange, closed, user: setUpUser() }
}

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const diary = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Diary/ })
const kindIs = (name: 'Before' | 'After') => waitFor(() => expect(radio(name).checked).toBe(true))
const saved = () => server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('[ENERGY-05, API-27] a failed save is only logged and keeps everything; Skip closes without a call', async () => {
  server.failConnection(energyCalls.saveEntry)
  const { onOpenChange, closed, user } = open()
  await kindIs('Before')
  await user.click(radio('Root Center'))
  await user.type(diary(), 'Not lost.')
  await user.click(button('Save'))
  expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toBe(
    'Not saved. Try again.',
  )
  expect(logged).toEqual(['An energy entry was not saved.'])
  expect(toastStore.records()).toEqual([])
  expect(onOpenChange).not.toHaveBeenCalled()
  expect([radio('Before').checked, radio('Root Center').checked, diary().value]).toEqual([
    true,
    true,
    'Not lost.',
  ])
  expect(saved()).toHaveLength(1)
  await user.click(button('Skip'))
  await closed()
  expect(saved()).toHaveLength(1)
})

test('[ENERGY-05, ENERGY-20] while saving it stays open and blocked, and success closes it and clears the draft', async () => {
  const entry = createMoodEntry(today, 'pre', 5, { comment: 'Rain.' })
  const release = server.respondLater(energyCalls.saveEntry, entry)
  const { onOpenChange, closed, user } = open()
  await kindIs('Before')
  await user.type(diary(), '  Rain. ')
  await user.click(button('Save'))
  await waitFor(() => expect(saved()).toHaveLength(1))
  for (const press of ['Save', 'Skip', 'Close']) await user.click(button(press))
  expect(diary().readOnly).toBe(true)
  expect(onOpenChange).not.toHaveBeenCalled()
  const reads = server.count(energyCalls.entries)
  release()
  await waitFor(() => expect(server.count(energyCalls.entries)).toBe(reads + 1))
  await closed()
  expect(saved()).toEqual([
    { sessionDate: today, emotionLevel: 6, moodType: 'pre', notes: null, comment: 'Rain.' },
  ])
  open()
  await kindIs('Before')
  expect(diary().value).toBe('')
})

test('[ENERGY-18, ENERGY-22] what was chosen, or sent in vain, before Skip doesn’t decide the kind of the next entry @full', async () => {
  server.failConnection(energyCalls.saveEntry)
  for (const isSent of [false, true]) {
    const { closed, user } = open()
    await kindIs('Before')
    await user.click(radio('After'))
    if (isSent) {
      await user.click(button('Save'))
      await screen.findByText('Not saved. Try again.')
    }
    await user.click(button('Skip'))
    await closed()
  }
  expect(saved()).toHaveLength(1)
  const { closed, user } = open()
  await kindIs('Before')
  await user.click(button('Skip'))
  await closed()
  server.respond(energyCalls.entries, [before])
  open()
  await kindIs('After')
})

test('[ENERGY-22, ENERGY-18] Save waits until the day’s entries are loaded, and the kind is open until then @full', async () => {
  server.failWith(energyCalls.entries, 'internal')
  const { closed, user } = open()
  expect(screen.getByText('Loading…')).toBeTruthy()
  const isUndecided = () => !radio('Before').checked && !radio('After').checked && button('Save').disabled
  expect(isUndecided()).toBe(true)
  await user.type(diary(), 'Typed while it was loading.')
  expect(await screen.findByText('Your entries for this day didn’t load.')).toBeTruthy()
  expect(isUndecided()).toBe(true)
  const release = server.respondLater(energyCalls.entries, [before])
  await user.click(button('Try again'))
  expect(isUndecided()).toBe(true)
  release()
  await kindIs('After')
  server.respond(energyCalls.saveEntry, createMoodEntry(today, 'post', 5))
  await user.click(button('Save'))
  await closed()
  expect(saved()).toMatchObject([{ moodType: 'post', comment: 'Typed while it was loading.' }])
})

test('[ENERGY-23, ENERGY-20] a draft belongs to its day and kind; the next day starts without it', async () => {
  const first = open()
  await kindIs('Before')
  await first.user.click(radio('After'))
  await first.user.click(radio('Crown Center'))
  await first.user.type(diary(), 'Yesterday evening.')
  await first.user.click(button('Skip'))
  await first.closed()
  const second = open()
  await kindIs('Before')
  expect([radio('Throat Center').checked, diary().value]).toEqual([true, ''])
  await second.user.click(radio('After'))
  expect([radio('Crown Center').checked, diary().value]).toEqual([true, 'Yesterday evening.'])
  await second.user.click(button('Skip'))
  await second.closed()

  vi.setSystemTime('2026-11-22T15:00:00.000Z')
  const third = open()
  await kindIs('Before')
  expect([radio('Throat Center').checked, diary().value]).toEqual([true, ''])
  await third.user.click(radio('After'))
  expect([radio('Throat Center').checked, diary().value]).toEqual([true, ''])
})

test('[ENERGY-24] an entry that was saved elsewhere meanwhile is named, and the next press saves', async () => {
  server.respond(energyCalls.saveEntry, createMoodEntry(today, 'pre', 1))
  const { closed, user } = open()
  await kindIs('Before')
  await user.click(radio('Root Center'))
  server.respond(energyCalls.entries, [before])
  await user.click(button('Save'))
  expect(await screen.findByText('Saved: Solar Plexus. Save again to change it.')).toBeTruthy()
  expect([radio('Before').checked, radio('Root Center').checked, saved()]).toEqual([true, true, []])
  await user.click(button('Save'))
  await closed()
  expect(saved()).toMatchObject([{ moodType: 'pre', emotionLevel: 2 }])
})

test('[ENERGY-05] [I28] after a lost response Save repeats the request, though the entry may be there', async () => {
  server.failConnection(energyCalls.saveEntry)
  const { closed, user } = open()
  await kindIs('Before')
  await user.click(button('Save'))
  await screen.findByText('Not saved. Try again.')
  server.respond(energyCalls.entries, [createMoodEntry(today, 'pre', 5)])
  server.respond(energyCalls.saveEntry, createMoodEntry(today, 'pre', 5))
  await user.click(button('Save'))
  await closed()
  const keys = server.calls.map(({ headers }) => headers.get('idempotency-key')).filter(Boolean)
  expect(keys).toEqual([keys[0], keys[0]])
})

test('[ENERGY-25] open over midnight it keeps the day of its entry, and names it', async () => {
  vi.setSystemTime('2026-11-22T05:59:30.000Z')
  server.respond(energyCalls.saveEntry, before)
  const { closed, user } = open()
  await kindIs('Before')
  expect(screen.getByText('For today')).toBeTruthy()
  vi.setSystemTime('2026-11-22T06:00:30.000Z')
  showPage()
  expect(screen.getByText('For Saturday, November 21')).toBeTruthy()
  await user.type(diary(), '  ')
  await user.click(button('Save'))
  await closed()
  expect(saved()).toMatchObject([{ sessionDate: today, comment: null }])
})

test('[ENERGY-29] the saved entry is preselected with its comment, and saving sends only the changes', async () => {
  server.respond(energyCalls.entries, [
    before,
    createMoodEntry(today, 'post', 4, { comment: 'Held by the others.' }),
  ])
  server.respond(energyCalls.saveEntry, createMoodEntry(today, 'post', 4))
  const { closed, user } = open()
  await kindIs('After')
  expect(screen.getByRole('status').textContent).toBe('Saved: Heart. Save again to change it.')
  expect([radio('Heart Center').checked, diary().value]).toEqual([true, 'Held by the others.'])
  expect(document.activeElement).toBe(radio('Heart Center'))
  await user.click(radio('Before'))
  expect(radio('Solar Plexus Center').checked).toBe(true)
  await user.click(radio('After'))
  await user.type(diary(), ' Still.')
  await user.click(button('Save'))
  await closed()
  expect(saved()).toMatchObject([
    { moodType: 'post', emotionLevel: 5, comment: 'Held by the others. Still.' },
  ])
})

test('[ENERGY-03, SHELL-35] an emoji at the limit stays whole: the diary says so, and saves what was shortened', async () => {
  server.respond(energyCalls.saveEntry, createMoodEntry(today, 'pre', 5))
  const { closed, user } = open()
  await kindIs('Before')
  const words = 'x'.repeat(499)
  fireEvent.change(diary(), { target: { value: `${words}😀` } })
  expect(diary().value).toBe(`${words}😀`)
  expect(screen.getByText('501/500 characters').className).toContain('text-danger')
  await user.click(button('Save'))
  expect(document.activeElement).toBe(diary())
  expect(screen.getByText('At most 500 characters.')).toBeTruthy()
  expect(saved()).toEqual([])
  fireEvent.change(diary(), { target: { value: `${words.slice(1)}😀` } })
  await user.click(button('Save'))
  await closed()
  expect(saved()).toMatchObject([{ comment: `${words.slice(1)}😀` }])
})

test('[ENERGY-05] what the server objects to shows as its sentence', async () => {
  const message = 'A diary comment contains a character that can’t be stored.'
  server.failWith(energyCalls.saveEntry, 'invalid', { issues: [{ path: 'comment', message }] })
  const { user } = open()
  await kindIs('Before')
  await user.click(button('Save'))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('[ENERGY-18, PLAN-08, ENERGY-29] in the doors of the day’s second sitting it asks for the Before of that sitting', async () => {
  const ofMorning = { sittingId: 1 }
  const morning = [createMoodEntry(today, 'pre', 3, ofMorning), createMoodEntry(today, 'post', 6, ofMorning)]
  server.respond(energyCalls.entries, morning)
  server.respond(sittingsCalls.sittings, [
    sittingSharingAt(testDays.wallTimeMs(today, '07:05')),
    sittingSharingAt(testDays.wallTimeMs(today, '19:05'), { id: 2, scheduleId: 2 }),
  ])
  vi.setSystemTime(testDays.wallTimeMs(today, '18:55'))
  const first = open()
  await kindIs('Before')
  await first.user.click(radio('After'))
  // The levels of the morning stay as they are.
  expect(screen.queryByText(/^Saved: /)).toBeNull()
  await first.user.click(button('Skip'))
  await first.closed()

  vi.setSystemTime(testDays.wallTimeMs(today, '12:00'))
  open()
  await kindIs('After')
  expect(await screen.findByText('Saved: Third Eye. Save again to change it.')).toBeTruthy()
})

// The desk before it is heard: who may use it and when, and what devices and browsers refuse.
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authCalls } from '#features/auth/contract.ts'
import { roomCalls } from '#features/rooms/contract.ts'
import { minuteMs } from '#shared/durations.ts'
import { fakeAccount, fakeIdentity } from '#test/people/fake-account.ts'
import { streamSharingAt } from '#test/streams/fake-stream.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { openApp } from '#test/web/open-app.tsx'
import { setUpUser } from '#test/web/user.ts'
import { streamsCalls, type Stream } from '../../contract.ts'

const now = Date.parse('2026-11-21T18:00:00Z')
const ana = fakeAccount({ id: 5, name: 'Ana', mayHost: true })

let server: FakeServer
beforeEach(() => {
  vi.setSystemTime(now)
  server = startFakeServer()
  server.respond(authCalls.whoAmI, fakeIdentity(ana))
  server.respond(authCalls.userByUid, ana)
  server.respond(roomCalls.onlineCountOf, { count: 12 })
  server.respond(roomCalls.onlineCount, { count: 12 })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A sitting whose bell rang half a minute ago, unless changed. */
const streamOf = (changes: Partial<Stream> = {}) => streamSharingAt(now + 4 * minuteMs, changes)

function open(changes: Partial<Stream> = {}) {
  server.respond(streamsCalls.stream, streamOf(changes))
  openApp('/teach/1')
}

/** A browser that has these, and no locks unless given. Returns its user. */
function useBrowser(has: { mediaDevices?: object; locks?: object }) {
  const user = setUpUser()
  const { mediaDevices, locks } = has
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { mediaDevices: { value: mediaDevices }, locks: { value: locks } }),
  )
  return user
}

function devices(getUserMedia: () => Promise<MediaStream>): object {
  return Object.assign(new EventTarget(), { getUserMedia, enumerateDevices: async () => [] })
}

const useMicrophone = () => screen.findByRole('button', { name: 'Use the microphone' })

test('[STREAM-07, STREAM-28] the desk names the sitting, its clock, who is there and the phase, and asks for nothing by itself', async () => {
  const getUserMedia = vi.fn<() => Promise<MediaStream>>()
  useBrowser({ mediaDevices: devices(getUserMedia) })
  open({ sitting: { ...streamOf().sitting, videoAt: now + 142_000, startsAt: now + 134_000 } })
  expect(await screen.findByRole('heading', { level: 1, name: 'An evening with Ana' })).toBeTruthy()
  expect(await screen.findByRole('timer')).toHaveProperty('textContent', 'You speak in 2:14')
  expect(screen.getByText('They hear you 8 s later.')).toBeTruthy()
  const figures = within(screen.getByRole('region', { name: 'What reaches them' }))
  await figures.findByText('12')
  await figures.findByText('Gathering')
  expect(screen.queryByText('They hear you')).toBeNull()
  await useMicrophone()
  expect(getUserMedia).not.toHaveBeenCalled()
})

test.each([
  ['NotAllowedError', /doesn’t let this page use your microphone/],
  ['NotFoundError', /No microphone was found/],
  ['NotReadableError', /another program uses it/],
])('[STREAM-30] after %s there is a sentence, and another try', async (name, sentence) => {
  const user = useBrowser({ mediaDevices: devices(() => Promise.reject(new DOMException('', name))) })
  open()
  await user.click(await useMicrophone())
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('[STREAM-30] without https there is a sentence, and nothing to try', async () => {
  const user = useBrowser({})
  open()
  await user.click(await useMicrophone())
  expect(await screen.findByText(/Open this site by its https address/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('[STREAM-30] who doesn’t hold the sitting, and a sitting that isn’t live here, get a sentence and the way back', async () => {
  server.failWith(streamsCalls.stream, 'forbidden')
  openApp('/teach/1')
  expect(await screen.findByRole('heading', { name: 'You don’t hold this sitting' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Hold a sitting' })).toBeTruthy()
})

test('[STREAM-30] a sitting that isn’t live here gets a sentence', async () => {
  server.failWith(streamsCalls.stream, 'not_found')
  openApp('/teach/1')
  expect(await screen.findByRole('heading', { name: 'No sitting to teach here' })).toBeTruthy()
})

test('[STREAM-30] a sitting whose picture comes by the address of a playlist has no desk', async () => {
  open({ place: 'address' })
  expect(await screen.findByRole('heading', { name: 'No sitting to teach here' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Use the microphone' })).toBeNull()
})

test('[STREAM-30] a second tab of the browser waits for the first', async () => {
  let grant = () => {}
  const request = (_name: string, _options: object, run: () => Promise<void>) =>
    new Promise<void>((resolve) => {
      grant = () => void run().then(resolve)
    })
  useBrowser({ locks: { request } })
  open()
  expect(await screen.findByText(/You teach in another tab of this browser/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Use the microphone' })).toBeNull()
  grant()
  await useMicrophone()
})

// The bell against an audio clock that stops, as in a sleeping device or during a call.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ModelAudio } from '#test/web/model-audio.ts'
import { showPage } from '#test/web/passing-time.ts'
import { syncServerClock, serverNow } from '#web/server-clock.ts'
import { resumeAudio, prepareBell, ringAt, type Bell } from './bell-sound.ts'

const soundMs = 8_000

let audio: ModelAudio
let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  ModelAudio.sounds = []
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(new ArrayBuffer(8))))
  vi.stubGlobal('AudioContext', ModelAudio)
  syncServerClock(Date.now(), performance.now(), performance.now())
  prepareBell('bowl')
  // A page has one context for all its sittings.
  audio = ModelAudio.first ?? new ModelAudio()
})
afterEach(async () => {
  stop()
  vi.useRealTimers()
  audio.canResume = true
  await audio.resume()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Rings a minute from now, and lets the scheduling pass. */
async function ringInAMinute(bell: () => Bell | null = () => 'bowl') {
  const atMs = serverNow() + 60_000
  stop = ringAt(atMs, bell)
  await pass(0)
  return atMs
}

test('[PHASE-10] a bell is scheduled early, less the way from the page to the ear', async () => {
  audio.outputLatency = 0.2
  const atMs = await ringInAMinute()
  expect(audio.heard(atMs)).toEqual([-200])
  await pass(60_000 + soundMs)
  expect(audio.heard(atMs)).toEqual([-200])
  audio.outputLatency = 0
})

test('[PHASE-10] after an interruption before its moment the bell is in time', async () => {
  const atMs = await ringInAMinute()
  audio.interrupt()
  await pass(37_000)
  await audio.resume()
  await pass(0)
  expect(audio.heard(atMs)).toEqual([0])
})

test('[PHASE-10] a bell that an interruption would delay into the silence never sounds', async () => {
  const atMs = await ringInAMinute()
  await pass(50_000)
  audio.canResume = false
  audio.interrupt()
  await pass(30_000)
  expect(audio.heard(atMs)).toEqual([])
  audio.canResume = true
  await audio.resume()
  await pass(30_000)
  expect(audio.heard(atMs)).toEqual([])
})

test('[PHASE-10] a bell that is interrupted while it sounds doesn’t go on in the silence', async () => {
  const atMs = await ringInAMinute()
  await pass(62_000)
  audio.canResume = false
  audio.interrupt()
  await pass(10_000)
  expect(audio.heard(atMs)).toEqual([])
})

test('[PHASE-10, SYNC-20] sound that stopped with the screen goes on before the bell, which is in time', async () => {
  const atMs = await ringInAMinute()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await pass(20_000)
  audio.interrupt()
  await pass(4_000)
  expect([audio.state, audio.heard(atMs)]).toEqual(['running', [0]])
})

test('[PHASE-10] the page plays like a music player where the browser asks for that', () => {
  const audioSession = { type: 'auto' }
  vi.stubGlobal('navigator', { audioSession })
  prepareBell('bowl')
  expect(audioSession.type).toBe('playback')
})

test('[PHASE-10] a page clock that is corrected moves the bell', async () => {
  const atMs = await ringInAMinute()
  syncServerClock(serverNow() + 900, performance.now(), performance.now())
  await pass(2_000)
  expect(audio.heard(atMs)).toEqual([0])
})

test('[PHASE-10] a device that slept over the bell, and its clocks with it, stays silent', async () => {
  const atMs = await ringInAMinute()
  await pass(52_000)
  // The device's own clock goes on; timers, the page's and the audio's don't.
  vi.setSystemTime(Date.now() + 28_000)
  await pass(2_000)
  expect(audio.heard(atMs)).toEqual([])
})

test('[PHASE-10] another choice before the moment rings that bell, or none', async () => {
  let bell: Bell | null = 'bowl'
  const atMs = await ringInAMinute(() => bell)
  bell = 'gong'
  await pass(2_000)
  expect([ModelAudio.sounds.length, audio.heard(atMs)]).toEqual([2, [0]])
  bell = null
  await pass(2_000)
  expect(audio.heard(atMs)).toEqual([])
})

test('[PHASE-08] interrupted sound is resumed when the page is shown, and refused while it can’t be', async () => {
  const responses: boolean[] = []
  stop = resumeAudio((isAudible) => responses.push(isAudible))
  await pass(0)
  expect(responses.at(-1)).toBe(true)
  audio.canResume = false
  audio.interrupt()
  await pass(3_000)
  expect(responses.at(-1)).toBe(false)
  audio.canResume = true
  showPage()
  await pass(0)
  expect([audio.state, responses.at(-1)]).toEqual(['running', true])
})

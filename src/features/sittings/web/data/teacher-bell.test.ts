// The page's bell beside a teacher's own: one of the two rings.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ModelAudio } from '#test/web/model-audio.ts'
import { serverNow, syncServerClock } from '#web/server-clock.ts'
import { prepareBell } from './bell-sound.ts'
import { ringStroke, setBellChoice, teacherBell } from './bell.ts'

let audio: ModelAudio
let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  ModelAudio.sounds = []
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(new ArrayBuffer(8))))
  vi.stubGlobal('AudioContext', ModelAudio)
  syncServerClock(Date.now(), performance.now(), performance.now())
  setBellChoice('bowl')
  prepareBell('bowl')
  audio = ModelAudio.first ?? new ModelAudio()
})
afterEach(() => {
  stop()
  teacherBell.set(false)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Rings a minute from now; the teacher is heard or silent from so many seconds before the bell on. */
async function heard(changes: readonly (readonly [secondsBefore: number, isHeard: boolean])[]) {
  const atMs = serverNow() + 60_000
  stop = ringStroke(atMs)
  for (const [secondsBefore, isHeard] of changes) {
    await vi.advanceTimersByTimeAsync(atMs - secondsBefore * 1_000 - serverNow())
    teacherBell.set(isHeard)
  }
  await vi.advanceTimersByTimeAsync(atMs + 8_000 - serverNow())
  return audio.heard(atMs)
}

test.each<[string, (readonly [number, boolean])[], number[]]>([
  ['no one speaks', [], [0]],
  ['the teacher is heard from the doors on', [[60, true]], []],
  [
    'and falls silent ten seconds before',
    [
      [60, true],
      [10, false],
    ],
    [0],
  ],
  [
    'and falls silent one second before',
    [
      [60, true],
      [1, false],
    ],
    [],
  ],
  ['is heard three seconds before', [[3, true]], []],
  ['is heard one second before', [[1, true]], [0]],
])('[STREAM-18] %s', async (_, changes, rings) => {
  expect(await heard(changes)).toEqual(rings)
})

test('[STREAM-18] a page that opens in the last second hears the teacher, too', async () => {
  const atMs = serverNow() + 500
  teacherBell.set(true)
  stop = ringStroke(atMs)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(audio.heard(atMs)).toEqual([])
})

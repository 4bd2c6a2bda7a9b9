// The sound of a silence in a browser: begun by the press that takes the seat, it needs no server.
import { makeSitting } from '#test/data/factories.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'

/** Of the page under test: the sound is in no document. */
interface SoundWindow {
  sound?: HTMLAudioElement
}

test('[SEQ-04, SEQ-05, PHASE-23] the strokes of a silence are heard in time while all servers are away @full', async ({
  page,
  context,
  app,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|WebSocket/)
  await page.addInitScript(() => {
    const { Audio: BrowserAudio } = globalThis
    globalThis.Audio = function Sound() {
      const sound = new BrowserAudio()
      ;(globalThis as SoundWindow).sound = sound
      return sound
    } as unknown as typeof Audio
  })
  const blocks = [
    { kind: 'sit' as const, minutes: 1 },
    { kind: 'walk' as const, minutes: 1, strokes: 1 as const },
  ]
  const template = { kind: 'silence' as const, blocks, videoUrl: '', mediaSeconds: 120, duration: 2 }
  const sitting = await makeSitting(app, { inMs: -40_000, template })
  await signInAs('mia')
  const { open, control } = meditationPage(page)
  await open()
  await control('Join the group').click()
  // The change is a minute and a second after the bell, the file's lead the doors and an hour.
  const lead = (sitting.startsAt - sitting.doorsAt) / 1_000 + 3_600
  const change = sitting.startsAt + 61_000 - (app.clock.now() - Date.now())
  const soundAtChange = () =>
    page.evaluate((at) => {
      const { sound } = globalThis as SoundWindow
      if (!sound || Date.now() < at) return null
      return { isHeard: !sound.paused && !sound.muted, ms: sound.currentTime * 1_000 - (Date.now() - at) }
    }, change)
  const hasBegun = () =>
    page.evaluate(() => {
      const { sound } = globalThis as SoundWindow
      return sound !== undefined && !sound.paused && sound.currentTime > 0
    })
  await expect.poll(hasBegun).toBe(true)
  await context.setOffline(true)
  await expect.poll(soundAtChange, { timeout: 60_000, intervals: [50] }).not.toBe(null)
  const heard = await soundAtChange()
  expect(heard?.isHeard).toBe(true)
  expect(Math.abs((heard?.ms ?? 0) - (lead + 61) * 1_000)).toBeLessThan(500)
  await context.setOffline(false)
})

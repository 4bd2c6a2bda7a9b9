// A silence that a member sits alone, with a model of the media element.
import { act, cleanup, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Block } from '#features/sittings/silence.ts'
import { setBellChoice } from '#features/sittings/web/data/bell.ts'
import { ImmediateChannel } from '#test/web/immediate-channel.ts'
import { ModelElement } from '#test/web/model-element.ts'
import { OwnSilence } from './own-silence.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  // Without a bell nothing is loaded.
  setBellChoice('off')
  vi.stubGlobal('Audio', ModelElement)
  vi.stubGlobal('MessageChannel', ImmediateChannel)
  let files = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${(files += 1)}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  setBellChoice('bowl')
})

const blocks: Block[] = [
  { kind: 'sit', minutes: 2 },
  { kind: 'walk', minutes: 1, strokes: 1 },
]
const bellSeconds = 8

async function show() {
  const events: string[] = []
  const sitAgain = createRef<() => void>()
  const silence = (isCovered: boolean, given = blocks) => (
    <OwnSilence
      blocks={given}
      title="Sit, walk"
      isCovered={isCovered}
      hasBellAhead={false}
      onFirstPlay={() => events.push('first play')}
      onPlayingChange={(isPlaying) => events.push(isPlaying ? 'plays' : 'rests')}
      onEnded={() => events.push('ended')}
      onReplay={() => events.push('again')}
      ref={sitAgain}
    />
  )
  const { container, rerender, unmount } = render(silence(false))
  await pass(0)
  const element = ModelElement.last
  if (!element) throw new Error('There is no element.')
  const words = () => [...container.querySelectorAll('p')].map((line) => line.textContent)
  return {
    element,
    events,
    words,
    sitAgain,
    unmount,
    show: (...given: Parameters<typeof silence>) => rerender(silence(...given)),
  }
}

/** The element reports its time as a browser does. */
const pass = (seconds: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(seconds * 1_000)
    ModelElement.last?.dispatchEvent(new Event('timeupdate'))
  })
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())

test('[SEQ-09] outside a sitting a silence is begun by a press, paused and gone on with, and ends at its last bell', async () => {
  const { element, events, words } = await show()
  expect(words()).toEqual(['3 minutes in silence', 'Sitting 2 · Walking 1'])
  events.length = 0
  await press('Sit it now')
  await pass(1)
  expect(words()).toEqual(['The bell'])
  await pass(bellSeconds)
  expect(words()).toEqual(['Sitting', '2 minutes', 'then walking, 1 minute'])
  await press('Pause')
  await pass(600)
  expect(words()).toEqual(['Sitting', '2 minutes', 'then walking, 1 minute'])
  await press('Go on')
  await pass(130)
  expect(words()).toEqual(['Walking', 'less than a minute', 'then the bell'])
  await pass(50)
  expect(events).toEqual(['first play', 'plays', 'rests', 'plays', 'rests', 'ended'])
  // Its last bell sounds on.
  expect(element.paused).toBe(false)
})

test('[SEQ-09] sat again, it begins with its bell', async () => {
  const { element, events, words, show: showAs, sitAgain } = await show()
  await press('Sit it now')
  await pass(bellSeconds + 182)
  showAs(true)
  expect(words()).toEqual([])
  events.length = 0
  await act(async () => sitAgain.current?.())
  await pass(1)
  showAs(false)
  expect(element.currentTime).toBeCloseTo(1, 1)
  expect(events).toEqual(['plays', 'again'])
  expect(words()).toEqual(['The bell'])
})

test('[SEQ-09] an edit of the template waits until the silence is over; a sitting ends it', async () => {
  const { element, events, words, show: showAs, unmount } = await show()
  await press('Sit it now')
  await pass(bellSeconds + 1)
  const edited: Block[] = [{ kind: 'stand', minutes: 40 }]
  showAs(false, edited)
  await pass(1)
  expect(words()[0]).toBe('Sitting')
  expect(element.paused).toBe(false)
  await pass(200)
  showAs(false, edited)
  await pass(0)
  expect(words()[0]).toBe('40 minutes in silence')
  await press('Sit it now')
  await pass(1)
  unmount()
  expect(events.at(-1)).toBe('rests')
})

// The sound of a silence on a page, with models of the media element and the page's audio. Who starts and stops it, and
// that each stroke rings once.
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ImmediateChannel } from '#test/web/immediate-channel.ts'
import { ModelAudio } from '#test/web/model-audio.ts'
import { ModelElement } from '#test/web/model-element.ts'
import { showPage } from '#test/web/passing-time.ts'
import { serverNow, syncServerClock } from '#web/server-clock.ts'
import type { Block } from '../../silence.ts'
import type { Sitting } from '../../sitting.ts'
import { prepareBell } from '../data/bell-sound.ts'
import { setBellChoice, useBell } from '../data/bell.ts'
import { silenceOnPage } from '../data/silence-on-page.ts'
import { SilenceSound } from './silence-sound.tsx'

const blocks: Block[] = [
  { kind: 'sit', minutes: 2 },
  { kind: 'walk', minutes: 1, strokes: 2 },
  { kind: 'sit', minutes: 2, strokes: 1 },
]
/** Seconds after the bell. */
const changes = [128, 133, 188]
const endSecond = 308
/** The file begins as long before the bell as the doors were open, and an hour. */
const lead = 600 + 3_600

let audio: ModelAudio
let files = 0
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  ModelAudio.sounds = []
  files = 0
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(new ArrayBuffer(8))))
  vi.stubGlobal('AudioContext', ModelAudio)
  vi.stubGlobal('Audio', ModelElement)
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = () => Promise.resolve({ getChannelData: () => Float32Array.of(0.5) })
    },
  )
  // Another task may be a page's frame: here the file is made within the one that began it.
  vi.stubGlobal('MessageChannel', ImmediateChannel)
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${(files += 1)}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  syncServerClock(Date.now(), performance.now(), performance.now())
  prepareBell('bowl')
  // A page has one context for all its sittings.
  audio = ModelAudio.first ?? new ModelAudio()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  setBellChoice('bowl')
})

function sittingAt(startsAt: number, more: Partial<Sitting> = {}): Sitting {
  const videoAt = startsAt + 8_000
  const sharingAt = startsAt + endSecond * 1_000
  return {
    id: 1,
    day: '2026-11-29',
    scheduleId: 1,
    version: 1,
    doorsAt: startsAt - 600_000,
    gatherAt: startsAt - 60_000,
    startsAt,
    videoAt,
    sharingAt,
    endsAt: sharingAt + 900_000,
    mediaSeconds: 300,
    keepsTempo: false,
    cancelled: false,
    cancelNote: null,
    ...more,
  }
}

interface PageProps {
  sitting: Sitting
  isSeated?: boolean
  isOnOwn?: boolean
  setOnOwn?: (isOnOwn: boolean) => void
}

function Page({ sitting, isSeated = true, isOnOwn = false, setOnOwn = () => {} }: PageProps) {
  const isRinger = useBell(sitting, isSeated)
  return <SilenceSound {...{ sitting, blocks, isSeated, isOnOwn, setOnOwn, isRinger }} title="Morning" />
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))

/** A page whose member takes a seat so many seconds after the bell. */
async function openPage(second: number, before: (element: ModelElement) => void = () => {}) {
  const startsAt = serverNow() - second * 1_000
  const sitting = sittingAt(startsAt)
  const view = render(<Page sitting={sitting} isSeated={false} />)
  await pass(1)
  const element = ModelElement.last
  if (!element) throw new Error('There is no element.')
  before(element)
  const show = async (props: Partial<PageProps>) => {
    view.rerender(<Page sitting={sitting} {...props} />)
    await pass(0)
  }
  await show({})
  await pass(1)
  /** How far the sound is from the group, in seconds. */
  const drift = (begins = startsAt) => element.currentTime - lead - (serverNow() - begins) / 1_000
  return { startsAt, sitting, element, show, drift, unmount: view.unmount }
}

/** The page's bells that were heard for a stroke. */
const heardAt = (startsAt: number, second: number) =>
  audio.heard(startsAt + second * 1_000).filter((lateMs) => Math.abs(lateMs) < 2_500).length

describe('the sound', () => {
  test('[SEQ-05] begins at the seat, before the bell, at the group’s second', async () => {
    const { element, drift } = await openPage(-300)
    expect(element.paused).toBe(false)
    expect(Math.abs(drift())).toBeLessThan(0.1)
  })

  test('[SEQ-10, SEQ-06] a host’s delay and end are one seek each in the same file', async () => {
    const { element, show, drift, startsAt, sitting } = await openPage(-30)
    await pass(10)
    element.commands.length = 0
    const later = startsAt + 300_000
    await show({ sitting: sittingAt(later, { version: 2 }) })
    await pass(20)
    expect(Math.abs(drift(later))).toBeLessThan(0.1)
    expect(element.commands.filter((command) => command !== 'play')).toEqual([`seek ${lead - 318}`])
    await pass(300 + 50)
    element.commands.length = 0
    const sharingAt = serverNow()
    await show({ sitting: { ...sittingAt(later), sharingAt, version: 3 } })
    expect(element.commands.filter((command) => command !== 'play')).toEqual([`seek ${lead + endSecond}`])
    expect(element.src).toBe('blob:1')
    expect(sitting.sharingAt).not.toBe(sharingAt)
  })

  test('[SEQ-06, SEQ-10] on one’s own it is paused, also over a host’s delay; coming back is the group’s second', async () => {
    const { element, show, drift, startsAt } = await openPage(-30)
    await show({ isOnOwn: true })
    expect(element.paused).toBe(true)
    const later = startsAt + 60_000
    const sitting = sittingAt(later, { version: 2 })
    await show({ sitting, isOnOwn: true })
    showPage()
    await pass(60)
    expect(element.paused).toBe(true)
    await show({ sitting })
    expect(element.paused).toBe(false)
    expect(Math.abs(drift(later))).toBeLessThan(0.1)
  })

  test('[SEQ-10] a pause that no press caused ends by itself', async () => {
    const { element, drift } = await openPage(20)
    element.refusal = new DOMException('A call.', 'NotAllowedError')
    element.stop()
    await pass(40)
    expect(element.paused).toBe(true)
    element.refusal = null
    await pass(10)
    expect(element.paused).toBe(false)
    expect(Math.abs(drift())).toBeLessThan(0.1)
  })

  test('[SEQ-05] another bell in the sitting is another file at the same second, and none is no element', async () => {
    const { element, drift } = await openPage(20)
    act(() => setBellChoice('gong'))
    await pass(0.1)
    expect(element.src).toBe('blob:2')
    expect(element.paused).toBe(false)
    expect(Math.abs(drift())).toBeLessThan(0.1)
    act(() => setBellChoice('off'))
    await pass(0.1)
    expect([element.paused, element.src, silenceOnPage.get()]).toEqual([true, '', null])
  })

  test('[SEQ-05, PHASE-10] in a tab that isn’t the one that rings runs muted, so that it can take over', async () => {
    let grant = () => {}
    const locks = {
      request: (_name: string, _options: unknown, held: () => Promise<void>) =>
        new Promise<void>((resolve) => {
          grant = () => void held().then(resolve)
        }),
    }
    vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: locks } }))
    const { element } = await openPage(20)
    expect([element.paused, element.muted]).toEqual([false, true])
    act(grant)
    expect([element.paused, element.muted]).toEqual([false, false])
  })

  test('[SEQ-03] the lock screen names the block and its minutes; its buttons leave the group and come back', async () => {
    const handlers = new Map<string, () => void>()
    const mediaSession = {
      metadata: null as { title: string; artist: string } | null,
      setActionHandler: (action: string, handler: () => void) => handlers.set(action, handler),
    }
    vi.stubGlobal('navigator', Object.create(navigator, { mediaSession: { value: mediaSession } }))
    vi.stubGlobal(
      'MediaMetadata',
      class {
        constructor(init: object) {
          Object.assign(this, init)
        }
      },
    )
    const { show } = await openPage(-30)
    expect(mediaSession.metadata).toMatchObject({ title: 'Morning', artist: '' })
    await pass(30 + 8 + 10)
    expect(mediaSession.metadata).toMatchObject({
      title: 'Sitting',
      artist: '2 minutes, then walking, 1 minute',
    })
    const setOnOwn = vi.fn<(isOnOwn: boolean) => void>()
    await show({ setOnOwn })
    handlers.get('pause')?.()
    handlers.get('play')?.()
    expect(setOnOwn.mock.calls).toEqual([[true], [false]])
  })
})

describe('a stroke', () => {
  test('[SEQ-04] in a sound that runs is never rung a second time', async () => {
    const { startsAt, element } = await openPage(-30)
    await pass(30 + endSecond + 20)
    expect(audio.heard(startsAt)).toEqual([])
    expect(element.muted).toBe(false)
  })

  test('[SEQ-04] is rung once by the page where the element is refused', async () => {
    const { startsAt } = await openPage(-30, (element) => {
      element.refusal = new DOMException('No press.', 'NotAllowedError')
    })
    await pass(30 + endSecond + 20)
    for (const second of [0, ...changes, endSecond]) expect(heardAt(startsAt, second)).toBe(1)
    expect(audio.heard(startsAt)).toHaveLength(changes.length + 2)
  })

  test('[SEQ-04, SEQ-10] during a call is the page’s; a sound that comes back while it rings stays mute until it has', async () => {
    const { startsAt, element } = await openPage(100)
    element.refusal = new DOMException('A call.', 'NotAllowedError')
    element.stop()
    await pass(128 - 102 + 1)
    element.refusal = null
    await pass(5)
    expect([element.paused, element.muted]).toEqual([false, true])
    await pass(30)
    expect(element.muted).toBe(false)
    await pass(30)
    expect([128, 188].map((second) => heardAt(startsAt, second))).toEqual([1, 0])
  })

  test('[SEQ-04] is not rung again where the sound stops while it sounds', async () => {
    const { startsAt, element } = await openPage(100)
    await pass(128 - 101 + 0.5)
    element.refusal = new DOMException('A call.', 'NotAllowedError')
    element.stop()
    await pass(30)
    expect(changes.slice(0, 2).map((second) => heardAt(startsAt, second))).toEqual([0, 1])
  })

  test('[SEQ-06] at a change isn’t for a member on their own; the end is', async () => {
    const { startsAt, show } = await openPage(100)
    await show({ isOnOwn: true })
    await pass(endSecond - 100 + 20)
    expect([...changes, endSecond].map((second) => heardAt(startsAt, second))).toEqual([0, 0, 0, 1])
  })
})

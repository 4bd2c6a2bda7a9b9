// The video player's stages: what plays in them, and what pauses.
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { formatTimeOfDay } from '#shared/day.ts'
import { setSignedInUid } from '#web/call.ts'
import { displayZone } from '#web/local-zone.ts'
import { startPreloads } from '#web/use-lazy-import.ts'
import type { PlayerGroup } from './group/use-group-playback.ts'
import type { PlayerStage } from './player-stage.ts'
import { VideoPlayer } from './video-player.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  setSignedInUid(null)
})

function renderPlayer(
  first: PlayerStage,
  group: PlayerGroup | null = null,
  audioUrl: string | null = null,
  isPictureOnly = false,
) {
  const onPlayingChange = vi.fn<(isPlaying: boolean) => void>()
  const onReplay = vi.fn<() => void>()
  const element = (stage: PlayerStage, isConnected = true) => (
    <VideoPlayer
      title="Still water"
      picture={{ url: '/media/still-water.mp4', isHls: false }}
      {...{ audioUrl, isPictureOnly }}
      posterUrl={null}
      captionsUrl={null}
      captionsLanguage="en"
      resumeKey="still-water"
      minutes={20}
      stage={stage}
      overlay={stage === 'cover' || stage === 'ending' ? <p>{stage}</p> : null}
      scene={null}
      group={group}
      startedAtMs={null}
      announcesLoading
      isConnected={isConnected}
      onReplay={onReplay}
      onFirstPlay={() => {}}
      onEnded={() => {}}
      onPlayingChange={onPlayingChange}
    />
  )
  const { container, rerender } = render(element(first))
  const video = container.querySelector('video')
  if (video === null) throw new Error('There is no video.')
  return {
    video,
    container,
    onPlayingChange,
    onReplay,
    show: (stage: PlayerStage, isConnected?: boolean) => rerender(element(stage, isConnected)),
  }
}

test.each([
  ['own', 'group', false],
  ['group', 'own', false],
  ['group', 'cover', true],
  ['own', 'cover', true],
  ['group', 'ending', true],
  ['own', 'ending', true],
] as const)('from %s to %s the video is paused: %s', (from, to, isPaused) => {
  const { video, show } = renderPlayer(from)
  act(() => void video.play())
  expect(video.paused).toBe(false)
  act(() => show(to))
  expect(video.paused).toBe(isPaused)
})

test('a start that meets the end of its cover is paused under the ending, and isn’t reported', () => {
  const { video, onPlayingChange, show } = renderPlayer('cover')
  act(() => {
    void video.play()
    show('ending')
  })
  expect(video.paused).toBe(true)
  expect(onPlayingChange.mock.calls.flat()).not.toContain(true)
})

test('[SYNC-13] the group’s clock may start the video just before its cover is gone', () => {
  const { video, show } = renderPlayer('cover')
  act(() => void video.play())
  expect(video.paused).toBe(false)
  act(() => show('group'))
  expect(video.paused).toBe(false)
})

test('[STAGE-04] a press on play under the ending replays; any other start is paused', () => {
  const { video, container, onPlayingChange, onReplay } = renderPlayer('ending')
  act(() => void video.play())
  expect(video.paused).toBe(true)
  expect(onPlayingChange.mock.calls.flat()).not.toContain(true)
  expect(onReplay).not.toHaveBeenCalled()
  const play = vi.spyOn(video, 'play')
  act(() => {
    container
      .querySelector('section')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }))
  })
  expect(onReplay).toHaveBeenCalledTimes(1)
  expect(play).toHaveBeenCalledTimes(1)
})

test('[SYNC-15] Firefox’s own button stays off the group’s film, and off what covers it; other engines are left alone', () => {
  const isOff = (stage: PlayerStage) => {
    const { video } = renderPlayer(stage)
    return video.hasAttribute('disablepictureinpicture')
  }
  const stages = ['own', 'group', 'cover', 'ending'] as const
  expect(stages.filter(isOff)).toEqual([])
  vi.stubGlobal('InternalError', Error)
  expect(stages.filter(isOff)).toEqual(['group', 'cover', 'ending'])
})

/** Each second renders what the second before has changed. */
function wait(seconds: number, isEnough = () => false) {
  for (let second = 0; second < seconds && !isEnough(); second += 1)
    act(() => void vi.advanceTimersByTime(1_000))
}

const network = 2

/** Faults of a playing video, and the recoveries that its browser and its line offer afterwards. */
const faults = {
  error: (video: HTMLVideoElement) => {
    Object.defineProperty(video, 'error', { configurable: true, value: { code: network } })
    video.dispatchEvent(new Event('error'))
  },
  stuck: (video: HTMLVideoElement) => void video.dispatchEvent(new Event('waiting')),
  'stuck with data': (video: HTMLVideoElement) => {
    const buffered = { length: 1, start: () => 0, end: () => 60 }
    Object.defineProperty(video, 'buffered', { configurable: true, value: buffered })
    video.dispatchEvent(new Event('waiting'))
  },
}

/** Shows a stage to a video that plays, breaks it, waits for half a minute or until it plays, and brings its line back. */
async function breakVideo(stage: PlayerStage, fault: keyof typeof faults, isBrokenBefore: boolean) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  vi.stubGlobal('MediaError', { MEDIA_ERR_DECODE: 3 })
  const { video, container, show } = renderPlayer(stage === 'own' ? 'own' : 'group')
  // The watch for players that don't move loads after the first screen.
  startPreloads()
  await act(async () => {
    await import('./standstill-watch.ts')
    // The page's own import of it may end later.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => void setImmediate(resolve))
  })
  Object.defineProperty(video, 'readyState', { configurable: true, value: 2 })
  act(() => void video.dispatchEvent(new Event('loadedmetadata')))
  act(() => void video.play())
  if (isBrokenBefore) act(() => faults[fault](video))
  const play = vi.spyOn(video, 'play')
  act(() => show(stage))
  if (!isBrokenBefore) act(() => faults[fault](video))
  wait(30, () => play.mock.calls.length > 0)
  const playedBeforeLine = play.mock.calls.length > 0
  act(() => void window.dispatchEvent(new Event('online')))
  act(() => show(stage, false))
  act(() => show(stage, true))
  return { play, playedBeforeLine, text: container.textContent, show }
}

const allFaults = Object.keys(faults) as (keyof typeof faults)[]

test.each(
  (['cover', 'ending'] as const).flatMap((stage) => [
    ...allFaults.map((fault) => ({ stage, fault, isBrokenBefore: false })),
    { stage, fault: 'error' as const, isBrokenBefore: true },
  ]),
)(
  '[STAGE-04, MED-41] nothing plays in $stage, and nothing lies over it: $fault (before it: $isBrokenBefore)',
  async ({ stage, fault, isBrokenBefore }) => {
    const { play, text, show } = await breakVideo(stage, fault, isBrokenBefore)
    expect(play).not.toHaveBeenCalled()
    expect(text).toContain(stage)
    expect(text).not.toContain('Try again')
    // Neither does its end start what a person didn't.
    act(() => show('own'))
    wait(10)
    expect(play).not.toHaveBeenCalled()
  },
)

test.each((['own', 'group'] as const).flatMap((stage) => allFaults.map((fault) => ({ stage, fault }))))(
  '[MED-41] in $stage the video plays on by itself: $fault',
  async ({ stage, fault }) => {
    const { play, playedBeforeLine } = await breakVideo(stage, fault, false)
    // Without data it waits for its line.
    expect(playedBeforeLine).toBe(fault !== 'stuck')
    expect(play).toHaveBeenCalled()
  },
)

test('[SCH-37] a video that fails while the group watches says when the bell ends the sitting', () => {
  vi.stubGlobal('MediaError', { MEDIA_ERR_DECODE: 3 })
  const bellAtMs = Date.now() + 600_000
  const group: PlayerGroup = {
    title: 'Still water',
    audience: '',
    startsAtMs: Date.now(),
    mediaSeconds: 600,
    bellAtMs,
    keepsTempo: false,
    isOnOwn: false,
    setOnOwn: () => {},
    afterwardsLabel: null,
    onOver: () => {},
    actionsContainer: null,
  }
  const sentence = `Sit on in silence; the bell ends it at ${formatTimeOfDay(bellAtMs, displayZone())}.`
  for (const [isOnOwn, isNamed] of [
    [false, true],
    [true, false],
  ] as const) {
    const { video } = renderPlayer('group', { ...group, isOnOwn })
    Object.defineProperty(video, 'error', { value: { code: 4 } })
    act(() => void video.dispatchEvent(new Event('error')))
    expect(screen.getByRole('alert').textContent.includes(sentence)).toBe(isNamed)
    cleanup()
  }
})

test('[SMALL-01, SMALL-02] sound only, kept on the device, is played in the picture’s place; failed, it leads to the picture', () => {
  localStorage.setItem('sound-only', 'on')
  const alone = renderPlayer('own').video
  expect(alone.getAttribute('src')).toBe('/media/still-water.mp4')
  expect(screen.queryByRole('button', { name: 'Show the video' })).toBeNull()
  cleanup()
  const { video } = renderPlayer('own', null, '/media/still-water.mp3')
  expect(video.getAttribute('src')).toBe('/media/still-water.mp3')
  act(() => void video.play())
  vi.stubGlobal('MediaError', { MEDIA_ERR_DECODE: 3 })
  Object.defineProperty(video, 'error', { configurable: true, value: { code: 4 } })
  act(() => void video.dispatchEvent(new Event('error')))
  act(() => screen.getByRole('button', { name: 'Show the video' }).click())
  expect(video.getAttribute('src')).toBe('/media/still-water.mp4')
  expect(localStorage.getItem('sound-only')).toBe('off')
})

test('[HALL-06] on a screen that many look at the picture is played, whatever the device has chosen', () => {
  localStorage.setItem('sound-only', 'on')
  const { video } = renderPlayer('own', null, '/media/still-water.mp3', true)
  expect(video.getAttribute('src')).toBe('/media/still-water.mp4')
})

test('[SMALL-02] at their own pace the member goes on where they were', () => {
  localStorage.setItem('sound-only', 'on')
  setSignedInUid('mia')
  const { video } = renderPlayer('own', null, '/media/still-water.mp3')
  Object.defineProperty(video, 'duration', { configurable: true, value: 600 })
  video.currentTime = 42
  act(() => void video.dispatchEvent(new Event('timeupdate')))
  const play = vi.spyOn(video, 'play')
  act(() => screen.getByRole('button', { name: 'Show the video' }).click())
  video.currentTime = 0
  act(() => void video.dispatchEvent(new Event('loadedmetadata')))
  expect(video.currentTime).toBe(42)
  expect(play).toHaveBeenCalledTimes(1)
})

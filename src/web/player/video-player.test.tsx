// The video player's stages: what plays in them, and what pauses.
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { formatTimeOfDay } from '#shared/day.ts'
import { displayZone } from '#web/local-zone.ts'
import type { PlayerGroup } from './group/use-group-playback.ts'
import { VideoPlayer, type PlayerStage } from './video-player.tsx'

afterEach(cleanup)

function renderPlayer(first: PlayerStage, group: PlayerGroup | null = null) {
  const onPlayingChange = vi.fn<(isPlaying: boolean) => void>()
  const element = (stage: PlayerStage) => (
    <VideoPlayer
      title="Still water"
      videoUrl="/media/still-water.mp4"
      isHls={false}
      posterUrl={null}
      captionsUrl={null}
      resumeKey="still-water"
      minutes={20}
      stage={stage}
      overlay={stage === 'cover' || stage === 'ending' ? <p>{stage}</p> : null}
      scene={null}
      group={group}
      startedAtMs={null}
      announcesLoading
      isConnected
      onFirstPlay={() => {}}
      onEnded={() => {}}
      onPlayingChange={onPlayingChange}
    />
  )
  const { container, rerender } = render(element(first))
  const video = container.querySelector('video')
  if (video === null) throw new Error('There is no video.')
  return { video, onPlayingChange, show: (stage: PlayerStage) => rerender(element(stage)) }
}

test('a cover and an ending pause the video; the member’s own pace and the group’s don’t', () => {
  const { video, show } = renderPlayer('own')
  for (const [stage, isPaused] of [
    ['group', false],
    ['own', false],
    ['cover', true],
    ['own', false],
    ['ending', true],
  ] as const) {
    act(() => void video.play())
    act(() => show(stage))
    expect({ stage, isPaused: video.paused }).toEqual({ stage, isPaused })
  }
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

test('a press on play under the ending plays', () => {
  const { video, onPlayingChange } = renderPlayer('ending')
  act(() => void video.play())
  expect(video.paused).toBe(false)
  expect(onPlayingChange).toHaveBeenLastCalledWith(true)
})

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
    audioUrl: null,
    isOnOwn: false,
    setOnOwn: () => {},
    afterwardsLabel: null,
    onOver: () => {},
    actionsSlot: null,
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

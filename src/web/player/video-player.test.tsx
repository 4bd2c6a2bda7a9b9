// The video player's stages: what plays in them, and what pauses.
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { VideoPlayer, type PlayerStage } from './video-player.tsx'

afterEach(cleanup)

function renderPlayer(first: PlayerStage) {
  const onPlayingChange = vi.fn<(isPlaying: boolean) => void>()
  const element = (stage: PlayerStage) => (
    <VideoPlayer
      title="Still water"
      videoUrl="/media/still-water.mp4"
      isHls={false}
      posterUrl={null}
      captionsUrl={null}
      captionsLanguage="en"
      resumeKey="still-water"
      minutes={20}
      stage={stage}
      overlay={stage === 'cover' || stage === 'ending' ? <p>{stage}</p> : null}
      scene={null}
      group={null}
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

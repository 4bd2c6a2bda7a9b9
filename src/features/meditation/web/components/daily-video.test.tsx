// The daily video: what closes its ending, and what lies over a video that can't be shown.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { DailyMeditation } from '../../contract.ts'
import { DailyVideo } from './daily-video.tsx'

afterEach(cleanup)

const meditation: DailyMeditation = {
  scheduleId: 1,
  date: '2026-11-28',
  title: 'Still water',
  description: '',
  language: null,
  stepsLanguage: null,
  captionsLanguage: null,
  plays: { kind: 'video', videoUrl: '/media/still-water.mp4', audioUrl: null },
  thumbnailUrl: null,
  captionsUrl: null,
  instructor: '',
  instructorTitle: '',
  duration: 20,
  difficulty: 'Beginner',
  sessionSteps: [],
  host: null,
  scheduledTime: '19:00',
  timeZone: null,
  dayShift: 0,
  together: true,
  next: null,
  sitting: null,
  sittings: [],
  others: [],
}

function show(props: Partial<ComponentProps<typeof DailyVideo>>) {
  return render(videoWith(props)).container
}

function videoWith(props: Partial<ComponentProps<typeof DailyVideo>>) {
  return (
    <DailyVideo
      meditation={meditation}
      onFirstPlay={() => {}}
      onEnded={() => {}}
      onPlayingChange={() => {}}
      ending={() => <p>You sat together</p>}
      isOver={false}
      isDayAfter={false}
      together={null}
      isConnected
      hasBellAhead={false}
      live={{ stage: null, picture: () => null, hasSoundOnly: false }}
      OwnSilence={() => null}
      ref={null}
      {...props}
    />
  )
}

const showEnding = (videoUrl = '/media/still-water.mp4') =>
  show({ meditation: { ...meditation, plays: { kind: 'video', videoUrl, audioUrl: null } }, isOver: true })

const ending = () => screen.queryByText('You sat together')

test('[STAGE-04, PHASE-12] only its member closes an ending: no start of the video does', () => {
  const container = showEnding()
  const video = container.querySelector('video')
  act(() => void video?.play())
  expect(ending()).not.toBeNull()
  expect(video?.paused).toBe(true)
  const player = container.querySelector('section')
  if (player === null) throw new Error('There is no player.')
  fireEvent.keyDown(player, { key: 'k' })
  expect(ending()).toBeNull()
  expect(video?.paused).toBe(false)
})

test('[STAGE-04] the ending is shown whatever the video’s address', () => {
  showEnding('javascript:alert(1)')
  expect(ending()).not.toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[MED-49, PHASE-14] who takes no seat in the day’s second sitting has no ending of the first in its sharing', () => {
  const at = (isMeditating: boolean) => {
    const none = { cover: null, scene: null, group: null, startedAtMs: null, isPictureOver: false }
    return { together: { ...none, isMeditating } }
  }
  const { rerender } = render(videoWith({ isOver: true, isDayAfter: true }))
  expect(ending()).not.toBeNull()
  rerender(videoWith(at(true)))
  rerender(videoWith(at(false)))
  expect(ending()).toBeNull()
  rerender(videoWith({ isOver: true, isDayAfter: true }))
  expect(ending()).not.toBeNull()
})

test('[SHELL-40] a smaller button plays a video that a bell is still to begin', () => {
  const isLit = (hasBellAhead: boolean) => {
    show({ hasBellAhead })
    const { classList } = screen.getByRole('button', { name: 'Play the video' })
    cleanup()
    return classList.contains('button-lit')
  }
  expect(isLit(false)).toBe(true)
  expect(isLit(true)).toBe(false)
})

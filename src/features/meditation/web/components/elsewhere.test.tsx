// The stage of a live sitting that meets elsewhere: its words, and the one way to the meeting.
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Phase } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { meetingUrl } from '#test/data/live.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { setUpUser } from '#test/web/user.ts'
import { DailyVideo } from './daily-video.tsx'
import { LiveStage } from './live-stage.tsx'
import { SittingCover } from './sitting-cover.tsx'

const startsAt = Date.parse('2026-11-22T01:00:00Z')
const sitting = sittingSharingAt(startsAt + 300_000, {
  doorsAt: startsAt - 900_000,
  startsAt,
  videoAt: startsAt + 8_000,
})
const hint = 'Others see the name you use there.'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function showCover(
  phase: Phase,
  atMs: number,
  more: { isSeated?: boolean; url?: string | null; isSilence?: boolean } = {},
) {
  const { isSeated = true, url = meetingUrl, isSilence = false } = more
  vi.setSystemTime(atMs)
  const onTakeSeat = vi.fn<() => void>()
  const { container } = render(
    <SittingCover
      {...{ sitting, phase, isSeated, onTakeSeat }}
      seatHint={null}
      silence={null}
      live={{ meetingUrl: url, isSilence }}
      stream={null}
    />,
  )
  return { words: container.textContent, onTakeSeat }
}
const link = () => screen.queryByRole('link')

describe('in the sitting', () => {
  test('[TEACH-11] one button opens the meeting in a new tab, which learns nothing of this page', () => {
    showCover('doors', startsAt - 60_000)
    expect(link()?.getAttribute('href')).toBe(meetingUrl)
    expect([link()?.getAttribute('target'), link()?.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ])
    expect(link()?.textContent).toBe('Open the meetingzoom.us (opens a new tab)')
    expect(screen.getByText(hint)).toBeTruthy()
    expect(document.querySelector('iframe')).toBeNull()
  })

  test.each([
    ['doors', -60_000, true, 'You have a seat. The bell begins the sitting.'],
    ['doors', -60_000, false, 'Take your seat'],
    ['bell', 2_000, true, 'The bell'],
    ['bell', 2_000, false, 'Take your seat'],
    ['meditation', 60_000, true, 'The room sits until'],
    ['meditation', 60_000, false, 'Join the group'],
  ] as const)(
    '[TEACH-12] its words in %s, %d ms after the bell, seated %s',
    (phase, afterMs, isSeated, says) => {
      const { words } = showCover(phase, startsAt + afterMs, { isSeated })
      expect(words).toContain(says)
      expect(words).not.toMatch(/video|play|watch|silence/i)
      expect(words.includes('Together on zoom.us')).toBe(phase !== 'bell')
      expect(link()).not.toBeNull()
    },
  )

  test('[TEACH-12] without the link it says that it is elsewhere; in the silence after it how long that lasts', () => {
    const { words } = showCover('meditation', startsAt + 60_000, { url: null })
    expect(words).toContain('Together elsewhere')
    expect([link(), screen.queryByText(hint)]).toEqual([null, null])
    cleanup()
    expect(showCover('meditation', startsAt + 60_000, { isSilence: true }).words).toContain(
      'In silence until',
    )
  })

  test('[TEACH-12] the seat is taken beside the way to the meeting', async () => {
    const { onTakeSeat } = showCover('doors', startsAt - 60_000, { isSeated: false })
    await setUpUser().click(screen.getByRole('button', { name: 'Take your seat' }))
    expect(onTakeSeat).toHaveBeenCalledTimes(1)
    expect(link()).not.toBeNull()
  })
})

describe('outside the sitting', () => {
  const wordsOf = (of: Sitting | null, atMs: number, url: string | null = null) => {
    vi.setSystemTime(atMs)
    const { container } = render(
      <LiveStage sitting={of} meetingUrl={url} isStreamed={false} streamUrl={null} onJoin={null} />,
    )
    return [...container.querySelectorAll('p')].map(({ textContent }) =>
      textContent?.replaceAll('\u{202f}', ' '),
    )
  }

  test.each([
    ['ahead', sitting, -3_600_000, 'It meets at'],
    ['in its doors, at one’s own pace', sitting, -60_000, 'It meets at'],
    ['delayed', { ...sitting, startsAt: startsAt + 600_000 }, -3_600_000, 'It meets at'],
    ['over', sitting, 3_600_000, 'It met at'],
    ['canceled', { ...sitting, cancelled: true }, -3_600_000, 'It doesn’t meet today.'],
    ['in its sharing', sitting, 400_000, 'Sharing until'],
  ])('[TEACH-12] it says when it meets: %s', (_, of, afterMs, says) => {
    expect(wordsOf(of, startsAt + afterMs)).toEqual(['Together elsewhere', expect.stringContaining(says)])
  })

  test('[TEACH-12] without a bell it says that alone', () => {
    expect(wordsOf(null, startsAt)).toEqual(['Together elsewhere'])
  })

  test('[TEACH-12] there is no player and nothing to play', () => {
    const meditation = {
      scheduleId: 1,
      title: 'An evening with Lena',
      thumbnailUrl: 'https://example.org/a.jpg',
      plays: { kind: 'live', isStreamed: false },
    } as Parameters<typeof DailyVideo>[0]['meditation']
    render(
      <DailyVideo
        meditation={meditation}
        onFirstPlay={() => {}}
        onEnded={() => {}}
        onPlayingChange={() => {}}
        ending={() => null}
        isOver={false}
        isDayAfter={false}
        together={null}
        isConnected
        hasBellAhead={false}
        live={{ stage: <p>Elsewhere</p>, picture: () => null, hasSoundOnly: false }}
        OwnSilence={() => null}
        ref={null}
      />,
    )
    expect(screen.getByRole('region', { name: 'Live: An evening with Lena' }).textContent).toBe('Elsewhere')
    expect(document.querySelector('video, audio, iframe, button')).toBeNull()
  })
})

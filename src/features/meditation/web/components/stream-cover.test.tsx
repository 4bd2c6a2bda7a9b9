// The words of a sitting whose teacher speaks here: one line for the picture, which doesn't change from the bell on.
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Phase } from '#features/sittings/phases.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { SoundOnlyContext } from '#web/player/sound-only.ts'
import { LiveStage } from './live-stage.tsx'
import { SittingCover } from './sitting-cover.tsx'

const startsAt = Date.parse('2026-11-22T01:00:00Z')
const sitting = sittingSharingAt(startsAt + 300_000, {
  doorsAt: startsAt - 900_000,
  startsAt,
  videoAt: startsAt + 8_000,
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

interface Shown {
  isSeated?: boolean
  hostName?: string | null
  wasSeen?: boolean
  isSilence?: boolean
  isSound?: boolean
  url?: string
}

function wordsIn(phase: Phase, atMs: number, shown: Shown = {}): string {
  const {
    isSeated = true,
    hostName = 'Ana Host',
    wasSeen = false,
    isSilence = false,
    isSound = false,
  } = shown
  const { url = '/live/1/picture.m3u8' } = shown
  vi.setSystemTime(atMs)
  const { container } = render(
    <SoundOnlyContext value={{ isChosen: isSound, choose: () => {} }}>
      <SittingCover
        {...{ sitting, phase, isSeated }}
        seatHint={null}
        onTakeSeat={() => {}}
        silence={null}
        live={null}
        stream={{ url, hostName, wasSeen, isSilence }}
      />
    </SoundOnlyContext>,
  )
  expect(container.querySelector('[role=status], [role=alert], [aria-live=polite]')).toBeNull()
  return container.textContent.replaceAll('\u{202f}', ' ')
}

const inDoors = startsAt - 60_000
const inMeditation = startsAt + 60_000

test.each<[string, Phase, number, Shown, string | RegExp]>([
  ['before the seat', 'doors', inDoors, { isSeated: false }, 'Ana’s picture comes here'],
  ['at the seat', 'doors', inDoors, {}, /The bell begins the sitting\..*Ana’s picture comes here/],
  ['in the meditation', 'meditation', inMeditation, {}, /^Ana’s picture comes here$/],
  ['without a host', 'meditation', inMeditation, { hostName: null }, /^The teacher’s picture comes here$/],
  ['for sound only', 'meditation', inMeditation, { isSound: true }, /^Ana’s voice comes here$/],
  ['once the picture was seen', 'meditation', inMeditation, { wasSeen: true }, /^$/],
  [
    'in the silence after it',
    'meditation',
    inMeditation,
    { wasSeen: true, isSilence: true },
    /^In silence until/,
  ],
  [
    'for who comes late',
    'meditation',
    inMeditation,
    { isSeated: false },
    /come in where the group is now\..*Join the group/,
  ],
])('[STREAM-13] %s', (_, phase, atMs, shown, says) => {
  expect(wordsIn(phase, atMs, shown)).toMatch(says)
})

test.each([false, true])(
  '[STREAM-13] seen in the doors (%s), the picture covers the line, whose place stays',
  (wasSeen) => {
    wordsIn('doors', inDoors, { wasSeen })
    const line = screen.getByText('Ana’s picture comes here')
    expect(line.classList.contains('invisible')).toBe(wasSeen)
  },
)

test('[STREAM-21] the seat says which other site the picture comes from', () => {
  const shown = { isSeated: false, url: 'https://live.example.org/ana/all.m3u8' }
  expect(wordsIn('doors', inDoors, shown)).toContain('Your seat loads the picture from live.example.org.')
  expect(wordsIn('doors', inDoors, { isSeated: false })).not.toContain('Your seat')
})

const stage = (onJoin: (() => void) | null, streamUrl: string | null = null) => (
  <LiveStage {...{ sitting, streamUrl, onJoin }} meetingUrl={null} isStreamed />
)

test('[STREAM-23] in the sharing the stage has the way to the picture that stays, and says where it comes from', () => {
  vi.setSystemTime(sitting.sharingAt + 1_000)
  const onJoin = vi.fn<() => void>()
  const { container, rerender } = render(
    <section>{stage(onJoin, 'https://live.example.org/a.m3u8')}</section>,
  )
  expect(container.textContent).toMatch(/Sharing until.*Join the group.*from live\.example\.org\./)
  screen.getByRole('button', { name: 'Join the group' }).click()
  expect(onJoin).toHaveBeenCalledTimes(1)
  rerender(<section>{stage(null)}</section>)
  expect(screen.queryByRole('button')).toBeNull()
})

test('[STREAM-01] outside the sitting the stage says that it is live in the room, and when', () => {
  vi.setSystemTime(startsAt - 3_600_000)
  const { container } = render(stage(null))
  expect(container.textContent).toMatch(/^Live, in this room.*It meets at/)
})

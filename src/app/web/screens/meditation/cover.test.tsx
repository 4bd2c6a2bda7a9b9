// The cover of a silence: its block and whole minutes, for who sits and who comes late.
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Block } from '#features/sittings/silence.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { serverNow, syncServerClock } from '#web/server-clock.ts'
import { MeditationCover } from './cover.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  syncServerClock(Date.now(), performance.now(), performance.now())
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const blocks: Block[] = [
  { kind: 'sit', minutes: 25 },
  { kind: 'walk', minutes: 5, strokes: 1 },
  { kind: 'sit', minutes: 25, strokes: 1 },
]
const setOnOwn = vi.fn<(isOnOwn: boolean) => void>()

/** So many seconds after the beginning of the first block. */
function cover(second: number, more: { isSeated?: boolean; isOnOwn?: boolean } = {}) {
  const { isSeated = true, isOnOwn = false } = more
  const videoAt = serverNow() - second * 1_000
  const sitting = sittingSharingAt(videoAt + 55 * 60_000, { videoAt, startsAt: videoAt - 8_000 })
  const { container } = render(
    <section>
      <MeditationCover
        {...{ sitting, isSeated }}
        phase="meditation"
        seatHint={null}
        onTakeSeat={() => {}}
        plays={{ kind: 'silence', blocks }}
        meetingUrl={null}
        streamAddress={null}
        host={null}
        isSilence={false}
        silence={{ blocks, isOnOwn, setOnOwn, actionsContainer: document.body }}
      />
    </section>,
  )
  return container
}
const words = (container: Element) => [...container.querySelectorAll('p')].map((line) => line.textContent)
const lines = (container: Element) =>
  [...container.querySelectorAll('.block-hairlines > span')].map((line) => line.getAttribute('data-at'))
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))

test('[SEQ-03] the stage names the block, its whole minutes and what comes; only the minutes change, and nothing speaks', async () => {
  const container = cover(7 * 60)
  expect(words(container)).toEqual(['Sitting', '18 minutes', 'then walking, 5 minutes'])
  expect(lines(container)).toEqual(['now', null, null])
  expect(container.querySelectorAll('[aria-live], [role=status], [role=timer]')).toHaveLength(0)
  const [now, left, next] = container.querySelectorAll('p')
  await pass(59)
  expect(words(container)[1]).toBe('18 minutes')
  await pass(1)
  expect(words(container)[1]).toBe('17 minutes')
  expect([...container.querySelectorAll('p')]).toEqual([now, left, next])
  await pass(16 * 60)
  expect(words(container)).toEqual(['Sitting', 'less than a minute', 'then walking, 5 minutes'])
  await pass(60)
  expect(words(container)).toEqual(['Walking', '5 minutes', 'then sitting, 25 minutes'])
  expect(container.querySelector('.block-line-far')).not.toBeNull()
  expect(lines(container)).toEqual(['past', 'now', null])
  await pass(5 * 60)
  expect(words(container)).toEqual(['Sitting', '25 minutes', 'then the bell, and sharing'])
})

test('[SEQ-06] a latecomer is told in one line which block they come into', () => {
  const container = cover(26 * 60, { isSeated: false })
  expect(words(container)).toContain('Walking · 4 minutes, then sitting, 25 minutes')
  expect(screen.getByRole('button', { name: 'Join the group' })).toBeTruthy()
  expect(container.textContent).not.toMatch(/video/i)
})

test('[SEQ-06] on their own, a member finds the way back to the group', () => {
  cover(26 * 60)
  act(() => screen.getByRole('button', { name: 'On my own' }).click())
  expect(setOnOwn).toHaveBeenLastCalledWith(true)
  cleanup()
  const container = cover(26 * 60, { isOnOwn: true })
  expect(lines(container)).toEqual([])
  act(() => screen.getByRole('button', { name: 'Rejoin the group' }).click())
  expect(setOnOwn).toHaveBeenLastCalledWith(false)
})

// The words on the picture: which fade, and the seat's choice of sound only: where it is offered, and where first.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Phase } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { SoundOnlyContext, type SoundOnly } from '#web/player/sound-only.ts'
import { SittingCover } from './sitting-cover.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const startsAt = Date.now() + 60_000
const sitting = { startsAt, videoAt: startsAt + 8_000, sharingAt: startsAt + 600_000 } as Sitting

const cover = (phase: Phase, { isSeated = false } = {}) => (
  <SittingCover
    {...{ sitting, phase, isSeated }}
    seatHint={null}
    onTakeSeat={() => {}}
    silence={null}
    live={null}
    stream={null}
  />
)

function showSeat(soundOnly: SoundOnly | null) {
  render(<SoundOnlyContext value={soundOnly}>{cover('doors')}</SoundOnlyContext>)
  return screen.queryByRole('checkbox', { name: 'Sound only' })
}

test('[SMALL-01] sound only is offered at the seat where it loads less', () => {
  expect(showSeat(null)).toBeNull()
})

test.each([false, true])('[SMALL-02] first where data is saved (%s), chosen by a press alone', (saveData) => {
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData } } }))
  const choose = vi.fn<(isChosen: boolean) => void>()
  const choice = showSeat({ isChosen: false, choose })
  if (choice === null) throw new Error('Sound only isn’t offered.')
  const seat = screen.getByRole('button', { name: 'Take your seat' })
  const isFirst = (choice.compareDocumentPosition(seat) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  expect(isFirst).toBe(saveData)
  expect(choose).not.toHaveBeenCalled()
  fireEvent.click(choice)
  expect(choose).toHaveBeenCalledWith(true)
})

test('[LIGHT-02] as the bell rings the countdown fades, out of reach; who comes later doesn’t see it', () => {
  const { rerender } = render(cover('gather', { isSeated: true }))
  const countdown = () => screen.queryByText('The bell rings in')
  expect(countdown()?.closest('[inert]')).toBeNull()
  rerender(cover('bell', { isSeated: true }))
  expect(countdown()?.closest('[inert].words-gone')).toBeTruthy()
  expect(screen.getByText('The bell').closest('[inert]')).toBeNull()
  rerender(cover('meditation', { isSeated: true }))
  expect(countdown()).toBeNull()
  cleanup()
  render(cover('bell', { isSeated: true }))
  expect(countdown()).toBeNull()
})

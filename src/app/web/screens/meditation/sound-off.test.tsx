// 'Sound off: the hall rings': to whom it is offered, and what ends it.
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { HallMessage } from '#features/halls/live-messages.ts'
import { useHallsOfRoom } from '#features/halls/web/people-in-halls.ts'
import { pageBell } from '#features/sittings/web/data/bell.ts'
import type { LiveClient } from '#shared/live/live-client.ts'
import { pageMute } from '#web/player/page-mute.ts'
import { SoundOff } from './sound-off.tsx'

const sittingId = 4

/** Beside a seat of this sitting, in a room that hears of halls. */
function show() {
  let receive = (_: HallMessage) => {}
  const client: LiveClient = {
    status: () => ({ state: 'connected', ended: null, joinedBefore: true }),
    onStatusChange: () => () => undefined,
    onMessage: (_, listener: (message: never) => void) => {
      receive = (message) => listener(message as never)
      return () => undefined
    },
    send: () => true,
  }
  function Room({ hasSeat }: { hasSeat: boolean }) {
    useHallsOfRoom(client)
    return hasSeat && <SoundOff {...{ sittingId }} isHidden={false} comesWithLight={false} />
  }
  const { rerender } = render(<Room hasSeat />)
  return {
    hasHalls: (halls: number, of = sittingId) =>
      act(() => receive({ type: 'halls-changed', sittingId: of, halls, people: halls * 12 })),
    leaveSeat: () => rerender(<Room hasSeat={false} />),
  }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const silenced = () => ({ bell: pageBell.get(), isMute: pageMute.get() })
const heard = { bell: null, isMute: false }

test('[HALL-04] it silences bell and players until the next press, and changes no choice of the device', () => {
  const { hasHalls } = show()
  expect(screen.queryByRole('button')).toBeNull()
  hasHalls(1, 5)
  expect(screen.queryByRole('button')).toBeNull()
  hasHalls(1)
  expect(silenced()).toEqual(heard)
  press('Sound off: the hall rings')
  expect(silenced()).toEqual({ bell: 'off', isMute: true })
  expect(localStorage.getItem('bell')).toBeNull()
  press('Sound is off: the hall rings')
  expect(silenced()).toEqual(heard)
})

test('[HALL-04] it ends with the last hall, and with the seat', () => {
  const { hasHalls, leaveSeat } = show()
  hasHalls(2)
  press('Sound off: the hall rings')
  hasHalls(0)
  expect(silenced()).toEqual(heard)
  hasHalls(1)
  expect(silenced()).toEqual({ bell: 'off', isMute: true })
  leaveSeat()
  expect(silenced()).toEqual(heard)
})

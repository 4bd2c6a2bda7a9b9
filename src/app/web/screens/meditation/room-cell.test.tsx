// The place below the picture for who took no seat: words that follow the sitting, and with how many they were here.
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { energyCalls } from '#features/energy/contract.ts'
import type { NextMeditation } from '#features/meditation/contract.ts'
import type { LayoutPhase } from '#features/meditation/web/lights/use-layout-phase.ts'
import { reflectionOptInCalls } from '#features/reflections/contract.ts'
import type { PresenceSnapshot } from '#features/rooms/web/presence-store.ts'
import type { LiveRoom } from '#features/rooms/web/use-live-room.ts'
import { communityClock } from '#features/sittings/scheduled-start.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { setBrowserZone } from '#test/web/browser-zone.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { passTime } from '#test/web/passing-time.ts'
import { withQueryClient } from '#test/web/render-screen.tsx'
import { createPageStore } from '#web/page-store.ts'
import { RoomCell } from './room-cell.tsx'

const sharingAt = Date.parse('2026-11-21T19:02:00Z')
const sitting = sittingSharingAt(sharingAt)
const next: NextMeditation = {
  ...communityClock,
  date: '2026-11-22',
  language: null,
  title: 'Evening calm',
  scheduledTime: '19:00',
  startsAt: Date.parse('2026-11-23T01:00:00Z'),
}

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  setBrowserZone('America/Chicago')
  const server = startFakeServer()
  server.respond(energyCalls.entries, [])
  server.respond(reflectionOptInCalls.reflectionOptIn, { isOptedIn: true, pairsMin: 8 })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** The cell of a guest, in a room whose presence the test sets. */
function show(first: Exclude<LayoutPhase, 'cleared'>, comes: NextMeditation | null) {
  const presence = createPageStore<PresenceSnapshot>('screen', { count: null, users: [] })
  const room = { presence: { getSnapshot: presence.get, subscribe: presence.subscribe } } as LiveRoom
  const cell = (layout: Exclude<LayoutPhase, 'cleared'>) => (
    <RoomCell
      day="2026-11-21"
      {...{ sitting, layout, room }}
      next={comes}
      reflection={null}
      isSeated={false}
      comesWithLight={false}
      takesFocus={false}
      onLower={null}
      setActionsContainer={() => undefined}
      setThanksContainer={() => undefined}
    />
  )
  const { rerender } = render(cell(first), { wrapper: withQueryClient() })
  return {
    setCount: (count: number) => act(() => presence.set({ count, users: [] })),
    goTo: (layout: Exclude<LayoutPhase, 'cleared'>) => rerender(cell(layout)),
  }
}

/** What is seen: the other forms of the place are inert. */
function words(): string {
  const page = document.body.cloneNode(true) as HTMLElement
  for (const unseen of page.querySelectorAll('[inert]')) unseen.remove()
  return page.textContent
}

test('[PHASE-14] a guest may come in until the last minute, whose words say what comes', () => {
  vi.setSystemTime(sharingAt - 60_001)
  show('sitting', next)
  expect(words()).toBe('You can come in quietly.At any time; the room doesn’t notice.')
  act(() => passTime(1))
  expect(words()).toBe('The sitting is nearly over.The sharing is open to you, too.')
})

/** Of who was there before the end. */
function showSharing(comes: NextMeditation | null) {
  const shown = show('sitting', comes)
  shown.goTo('sharing')
  return shown
}

test('[LIGHT-01] with how many they were here waits for the first number, and keeps it as others leave', () => {
  vi.setSystemTime(sharingAt)
  const { setCount, goTo } = showSharing(next)
  expect(words()).toMatch(/^You were here\./)
  setCount(7)
  expect(words()).toContain('You were here with 6 others.')
  setCount(3)
  expect(words()).toContain('You were here with 6 others.')
  goTo('sitting')
  goTo('sharing')
  expect(words()).toContain('You were here with 2 others.')
})

test('[PULSE-16, PHASE-14] where no number of the room comes, it says when everyone meets again', () => {
  vi.setSystemTime(sharingAt)
  showSharing(next)
  expect(words()).toBe('You were here.See you tomorrow at 7:00 PM.')
  cleanup()
  showSharing(null)
  // Until when they share is said above the picture, and in the chat.
  expect(words()).toBe('You were here.')
})

test('[PHASE-14] to who came after the end the sharing is open; a reload keeps who was here', () => {
  vi.setSystemTime(sharingAt + 60_000)
  show('sharing', next).setCount(12)
  expect(words()).toBe('The sharing is open to you, too.See you tomorrow at 7:00 PM.')
  cleanup()
  showSharing(next)
  cleanup()
  show('sharing', next).setCount(12)
  expect(words()).toContain('You were here with 11 others.')
})

// Until when the last change can be undone.
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { testEras } from '#test/community-days.ts'
import { testSettings } from '#test/data/community-settings.ts'
import { setBrowserZone } from '#test/web/browser-zone.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setZoneEras } from '#web/community-days.ts'
import { UndoBanner } from './undo-banner.tsx'

afterEach(() => {
  vi.useRealTimers()
  setZoneEras(testEras)
})

test('[COM-01] [COM-05] with a change of the zone ahead, day and time are by one clock', () => {
  vi.setSystemTime('2026-11-28T12:20:00.000Z')
  setBrowserZone('Europe/Berlin')
  setZoneEras([
    { fromDay: '0001-01-01', zone: 'Europe/Berlin' },
    { fromDay: '2026-11-30', zone: 'Pacific/Auckland' },
  ])
  const settings = { ...testSettings, undoUntil: '2026-11-29T12:20:00.000Z' }
  renderScreen(<UndoBanner settings={settings} onUndone={() => undefined} onRefused={() => undefined} />)
  expect(screen.getByText(/can be undone until/).textContent).toBe(
    'The last change can be undone until Sunday, November 29, 1:20 PM.',
  )
})

// The browser's time zone, also where the browser doesn't know it.
import { afterEach, expect, test, vi } from 'vitest'
import { setBrowserZone } from '#test/web/browser-zone.ts'
import { localZone } from './local-zone.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test.each(['Europe/Berlin', 'America/Chicago', 'UTC', 'Asia/Kolkata'])(
  '[TIME-06] the time zone %s is the browser’s',
  (zone) => {
    setBrowserZone(zone)
    expect(localZone()).toBe(zone)
  },
)

test.each(['Etc/Unknown', 'Foo/Bar', '', 'undefined', undefined])(
  '[TIME-06] a browser whose time zone is %s has none',
  (zone) => {
    setBrowserZone(zone)
    expect(localZone()).toBeNull()
  },
)

test('[TIME-06] a browser that throws for its time zone has none', () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(() => {
    throw new RangeError('Unsupported time zone')
  })
  expect(localZone()).toBeNull()
})

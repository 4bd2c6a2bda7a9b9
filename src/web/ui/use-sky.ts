// The sky of the moment, by the community's clock.
import { useEffect, useState } from 'react'
import { msToNextSky, skyAt, type Sky } from '#shared/scene/sky.ts'
import { pageDays, pageToday } from '../community-days.ts'
import { runOnTime } from '../run-on-time.ts'
import { serverNow } from '../server-clock.ts'

/** The bell where none is known. */
const usualBell = '19:00'

/**
 * The sky now, renewed once in a quarter hour: nothing moves meanwhile. `bellAt` is the bell in epoch
 * milliseconds; without one the sun sets at 7 PM.
 */
export function useSky(bellAt: number | null = null): Sky {
  const [sky, setSky] = useState(() => skyNow(bellAt).sky)
  useEffect(
    () =>
      runOnTime(() => {
        const { sky, leftMs } = skyNow(bellAt)
        setSky(sky)
        return leftMs
      }),
    [bellAt],
  )
  return sky
}

function skyNow(bellAt: number | null): { sky: Sky; leftMs: number } {
  const bellMs = bellAt ?? pageDays().wallTimeMs(pageToday(), usualBell)
  const zone = pageDays().zoneAt(bellMs)
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(bellMs).toZonedDateTimeISO(zone)
  const sinceBellMs = serverNow() - bellMs
  return { sky: skyAt(sinceBellMs, hour * 60 + minute), leftMs: msToNextSky(sinceBellMs) }
}

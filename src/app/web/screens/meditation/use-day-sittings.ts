// The sittings of the member's day: from two on, the day's line shows them.
import { useCallback, useMemo, useState } from 'react'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import type { ComingMeditation } from '#features/meditation/countdown-target.ts'
import { shownDay, sittingsOfDay } from '#features/sittings/member-day.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { communityDays, firstEraDay } from '#shared/day.ts'
import type { Language } from '#shared/i18n/t.ts'
import { localZone } from '#web/local-zone.ts'
import { useCommunityDays } from '#web/use-community-days.ts'
import { useServerNow } from '#web/use-server-now.ts'

interface TitledSitting extends Sitting {
  /** Null for one of another day's room that is over: the page hasn't read it. */
  title: string | null
  language: Language | null
}

export interface DaySittings {
  /** The member's day. */
  day: string
  /** In the order of their bells, at least two. */
  sittings: readonly TitledSitting[]
  /** The member's zone; null if it is unknown. */
  local: string | null
}

interface DaySittingsOptions {
  /** The day of the room. */
  date: string
  /** The room's, with their titles. */
  ofDay: DailyMeditation['sittings']
  /** The meditations of later days. */
  coming: readonly ComingMeditation[] | null
  /** The server's time as of the last change in the sittings' timelines, in epoch milliseconds. */
  changedAtMs: number
}

/** `sittings` are those of yesterday to tomorrow. Null where the member's day has fewer than two. */
export function useDaySittings(
  sittings: readonly Sitting[],
  { date, ofDay, coming, changedAtMs }: DaySittingsOptions,
): DaySittings | null {
  const days = useCommunityDays()
  const [local] = useState(localZone)
  const zone = local ?? days.zoneOf(date)
  const msToMidnight = useCallback(
    (nowMs: number) => communityDays([{ fromDay: firstEraDay, zone }]).msUntilMidnight(nowMs),
    [zone],
  )
  const nowMs = Math.max(changedAtMs, useServerNow(msToMidnight))
  return useMemo(() => {
    const clock = { days, zone }
    const day = shownDay(sittings, { date, nowMs }, clock)
    const ofMember = sittingsOfDay(sittings, day, clock)
    if (ofMember.length < 2) return null
    const titled = ofMember.map((sitting) => {
      const known =
        ofDay.find(({ id }) => id === sitting.id) ??
        coming?.find((other) => other.day === sitting.day && other.startsAt === sitting.startsAt)
      return { ...sitting, title: known?.title ?? null, language: known?.language ?? null }
    })
    return { day, sittings: titled, local }
  }, [sittings, ofDay, coming, days, zone, local, date, nowMs])
}

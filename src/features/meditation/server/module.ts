// The meditation feature for the server: the day's meditation, and members' time in it.
import { nextSitting } from '#features/sittings/current-sitting.ts'
import { isAhead, isOver } from '#features/sittings/phases.ts'
import type { SittingsAround } from '#features/sittings/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { registerCounter } from '#server/metrics/registry.ts'
import { addDays } from '#shared/day.ts'
import { type SentDay, previewCalls, type MeditationPreview } from '../contract.ts'
import { createDailyMeditationCache, type DailyMeditationCache } from './daily-meditation-cache.ts'
import { createReportBatcher } from './report-batcher.ts'
import { createRoomWindows, type RoomWindows } from './room-windows.ts'
import { createMeditationRoutes } from './routes.ts'
import { countMembersWithTime } from './sql/preview.ts'
import { meditationCounters } from './visits.ts'

export interface MeditationModule extends FeatureModule {
  readonly days: DailyMeditationCache
  readonly windows: RoomWindows
}

export function createMeditationModule(
  platform: Platform,
  { around }: { around: SittingsAround },
): MeditationModule {
  const days = createDailyMeditationCache(platform)
  const { roomDay } = around
  const windows = createRoomWindows(platform, {
    around,
    minutesOf: async (day) => (await days.meditationOf(day))?.duration ?? null,
  })
  const submitReport = createReportBatcher(platform)
  return {
    days,
    windows,
    routes: [
      createMeditationRoutes({ days, roomDay, isOpen: windows.isOpen, submitReport }),
      defineRoutes(previewCalls, { preview: createPreview(platform, { days, roomDay }) }),
    ],
    registerMetrics: (registry) =>
      registerCounter(registry, {
        name: 'stillwater_seconds_credited_total',
        help: 'Meditation seconds credited by this node.',
        read: () => meditationCounters.secondsCredited,
      }),
    close: days.close,
  }
}

/** A smaller number would say more of those members than of the community. */
const satYesterdayMin = 5

/** Yesterday's last sittings may still end. */
const countTtlMs = 60_000

/** The preview for everyone. All its viewers share one count a minute. */
function createPreview(
  { calendar: { today }, clock, database, roomClock }: Platform,
  { days, roomDay }: { days: DailyMeditationCache } & Pick<SittingsAround, 'roomDay'>,
): () => Promise<MeditationPreview> {
  let cached: { day: string; untilMs: number; count: Promise<number> } | null = null
  const countYesterday = (): Promise<number> => {
    const day = addDays(today(), -1)
    const nowMs = clock.now()
    if (cached?.day === day && nowMs < cached.untilMs) return cached.count
    const count = countMembersWithTime(database.query, day)
    const entry = { day, untilMs: nowMs + countTtlMs, count }
    cached = entry
    count.catch(() => {
      if (cached === entry) cached = null
    })
    return count
  }
  return async () => {
    const day = await roomDay()
    const [meditation, next, satYesterday] = await Promise.all([
      days.meditationOf(day),
      days.meditationOf(addDays(day, 1)),
      countYesterday(),
    ])
    const nowMs = roomClock.now()
    const nextDay = next ? next.date : await days.nextScheduledDay(day)
    const later = nextDay !== null && isDone(meditation, nowMs) ? await days.meditationOf(nextDay) : null
    const laterSitting = later && nextSitting(later.sittings, nowMs)
    const [shown, sitting] = laterSitting
      ? [later, laterSitting]
      : [meditation, meditation && announcedSitting(meditation, nowMs)]
    return {
      today: shown && announced(shown, sitting, nowMs),
      startsAt: sitting && sitting.startsAt,
      tomorrow: next && { title: next.title, language: next.language },
      nextDay,
      satYesterday: satYesterday < satYesterdayMin ? null : satYesterday,
    }
  }
}

type SittingOfDay = SentDay['sittings'][number]

/** The sitting of the moment; after a canceled one, which strangers don't see, the next. Null without one. */
function announcedSitting({ sitting, sittings }: SentDay, nowMs: number): SittingOfDay | null {
  if (sitting?.cancelled) return nextSitting(sittings, nowMs)
  return sittings.find(({ id }) => id === sitting?.id) ?? null
}

/** Whether nothing of a day comes any more: its last sitting is over or canceled, or it has no meditation. */
function isDone(meditation: SentDay | null, nowMs: number): boolean {
  if (!meditation?.sitting) return meditation === null
  const sitting = announcedSitting(meditation, nowMs)
  return sitting === null || isOver(sitting, nowMs)
}

/** The meditation of the next bell, also beside one that is open all day; else the one that is shown. */
function announced(
  { title, language, duration }: SentDay,
  sitting: SittingOfDay | null,
  nowMs: number,
): MeditationPreview['today'] {
  const next = sitting && isAhead(sitting, nowMs) ? sitting : null
  return next
    ? { title: next.title, language: next.language, duration: next.duration }
    : { title, language, duration }
}

// The meditation feature for the server: the day's meditation, and members' time in it.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { createDailyMeditationCache, type DailyMeditationCache } from './daily-meditation-cache.ts'
import { createReportBatcher } from './report-batcher.ts'
import { createMeditationRoutes } from './routes.ts'

export interface MeditationModule extends FeatureModule {
  readonly days: DailyMeditationCache
}

/** `today` returns this node's current Chicago day, which the live channel knows. */
export function createMeditationModule(
  platform: Platform,
  { today }: { today: () => string },
): MeditationModule {
  const days = createDailyMeditationCache(platform)
  const submitReport = createReportBatcher(platform)
  return {
    days,
    routes: [createMeditationRoutes({ today, days, submitReport })],
    close: days.close,
  }
}

// The schedules feature for the server: its calls, and the check of the coming days' videos.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { videoCheckJobs } from './check-videos.ts'
import { schedulesRoutes } from './routes.ts'

export function createSchedulesModule(
  platform: Platform,
  { assetsDir }: { assetsDir: string },
): FeatureModule {
  const { publicUrl } = platform.config
  return { routes: [schedulesRoutes], scheduledJobs: videoCheckJobs(platform, { assetsDir, publicUrl }) }
}

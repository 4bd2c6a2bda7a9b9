// The reflections feature on the server: its calls, its part of the live rooms, and an hourly job. The job publishes the
// reflections of sittings without an open room.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { RoomFeature } from '#server/live/room-feature.ts'
import { hourMs } from '#shared/durations.ts'
import { publishEndedReflections, watchReflection, type ReflectionDeps } from './publish-reflections.ts'
import { reflectionOptInRoutes, whatHelpsRoutes } from './routes.ts'

export function createReflectionsModule(platform: Platform, deps: ReflectionDeps) {
  const module: FeatureModule = {
    routes: [reflectionOptInRoutes, whatHelpsRoutes],
    scheduledJobs: [{ name: 'reflections', everyMs: hourMs, work: () => publishEndedReflections(platform) }],
  }
  return {
    ...module,
    /** For the live channel: clients send nothing here, and receive the room's energy. */
    roomFeature: {
      clientMessages: {},
      handlers: {},
      openRoom: (room) => watchReflection({ ...platform, ...deps }, room),
    } satisfies RoomFeature,
  }
}

// The energy feature on the server: its calls.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { createEntryRoutes, type EntryDeps } from './routes.ts'

export function createEnergyModule(platform: Platform, deps: EntryDeps): FeatureModule {
  return { routes: [createEntryRoutes(platform, deps)] }
}

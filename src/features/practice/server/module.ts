// The practice feature for the server.
import type { FeatureModule } from '#server/feature-module.ts'
import { createPracticeRoutes, type PracticeDeps } from './routes.ts'

export function createPracticeModule(deps: PracticeDeps): FeatureModule {
  return { routes: [createPracticeRoutes(deps)] }
}

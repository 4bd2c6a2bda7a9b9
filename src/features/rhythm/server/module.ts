// The rhythm feature for the server.
import type { FeatureModule } from '#server/feature-module.ts'
import { rhythmRoutes } from './routes.ts'

export const rhythmModule: FeatureModule = { routes: [rhythmRoutes] }

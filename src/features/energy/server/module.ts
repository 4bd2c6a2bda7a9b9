// The energy feature for the server.
import type { FeatureModule } from '#server/feature-module.ts'
import { energyRoutes } from './routes.ts'

export const energyModule: FeatureModule = { routes: [energyRoutes] }

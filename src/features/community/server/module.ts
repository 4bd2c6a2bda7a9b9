// The community feature for the server.
import type { FeatureModule } from '#server/feature-module.ts'
import { communityRoutes, zoneRoutes } from './routes.ts'

export const communityModule: FeatureModule = { routes: [communityRoutes, zoneRoutes] }

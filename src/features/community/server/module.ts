// The community feature for the server.
import type { FeatureModule } from '#server/feature-module.ts'
import { communityRoutes, publicCommunityRoutes } from './routes.ts'

export const communityModule: FeatureModule = { routes: [communityRoutes, publicCommunityRoutes] }

// The community feature for the server.
import type { FeatureModule } from '#server/feature-module.ts'
import { careTextRoutes, createCommunityRoutes, publicCommunityRoutes, type CommunityDeps } from './routes.ts'
import { zoneRoutes } from './zone-routes.ts'

export function createCommunityModule(deps: CommunityDeps): FeatureModule {
  return { routes: [createCommunityRoutes(deps), publicCommunityRoutes, careTextRoutes, zoneRoutes] }
}

// The community feature for the server.
import type { PictureWorkerPool } from '#features/profile/server/service.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { careTextRoutes, createCommunityRoutes, publicCommunityRoutes } from './routes.ts'
import { zoneRoutes } from './zone-routes.ts'

/** `pictures` renders uploaded logos. */
export function createCommunityModule(pictures: PictureWorkerPool): FeatureModule {
  return { routes: [createCommunityRoutes(pictures), publicCommunityRoutes, careTextRoutes, zoneRoutes] }
}

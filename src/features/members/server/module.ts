// The members feature for the server: the list of members, their roles and time, and the first administrator.
import type { FeatureModule } from '#server/feature-module.ts'
import { firstAdminRoutes, membersRoutes, totalsRoutes } from './routes.ts'
import { countInconsistentMembers } from './sql/members.ts'

export const membersModule: FeatureModule = {
  routes: [membersRoutes, firstAdminRoutes, totalsRoutes],
  mismatchCounts: { members: countInconsistentMembers },
}

// The schedules feature for the server.
import type { FeatureModule } from '#server/feature-module.ts'
import { schedulesRoutes } from './routes.ts'

export const schedulesModule: FeatureModule = { routes: [schedulesRoutes] }

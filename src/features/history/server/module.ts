// The history feature for the server.
import type { FeatureModule } from '#server/feature-module.ts'
import { historyRoutes } from './routes.ts'

export const historyModule: FeatureModule = { routes: [historyRoutes] }

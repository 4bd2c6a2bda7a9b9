// The care feature for the server.
import type { FeatureModule } from '#server/feature-module.ts'
import { careRoutes } from './routes.ts'

export const careModule: FeatureModule = { routes: [careRoutes] }

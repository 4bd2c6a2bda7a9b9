// The hosts feature for the server.
import type { FeatureModule } from '#server/feature-module.ts'
import { hostsRoutes } from './routes.ts'

export const hostsModule: FeatureModule = { routes: [hostsRoutes] }

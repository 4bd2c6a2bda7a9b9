// The turnout feature for the server.
import type { FeatureModule } from '#server/feature-module.ts'
import { turnoutRoutes } from './routes.ts'

export const turnoutModule: FeatureModule = { routes: [turnoutRoutes] }

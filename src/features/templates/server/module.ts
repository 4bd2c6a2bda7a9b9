// The templates feature for the server.
import type { FeatureModule } from '#server/feature-module.ts'
import { templatesRoutes } from './routes.ts'

export const templatesModule: FeatureModule = { routes: [templatesRoutes] }

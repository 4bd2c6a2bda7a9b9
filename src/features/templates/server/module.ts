// The templates feature for the server.
import type { FeatureModule } from '#server/feature-module.ts'
import { createTemplatesRoutes } from './routes.ts'
import type { TemplatesDeps } from './template-commands.ts'

export function createTemplatesModule(deps: TemplatesDeps): FeatureModule {
  return { routes: [createTemplatesRoutes(deps)] }
}

// The account feature for the server: data export, and deletion of accounts and members.
import type { Reauthenticate } from '#features/auth/server/service.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { createAccountRoutes, memberDeletionRoutes } from './routes.ts'

export function createAccountModule(reauthenticate: Reauthenticate): FeatureModule {
  return { routes: [createAccountRoutes(reauthenticate), memberDeletionRoutes] }
}

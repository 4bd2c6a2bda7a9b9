// The account feature for the server: data export, and deletion of accounts and members.
import type { FeatureModule } from '#server/feature-module.ts'
import { createAccountRoutes, createMemberDeletionRoutes, type AccountDeps } from './routes.ts'

export function createAccountModule(deps: AccountDeps): FeatureModule {
  return { routes: [createAccountRoutes(deps), createMemberDeletionRoutes(deps)] }
}

// The notifications feature for the server: its calls, and the links that end mails.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { notificationsRoutes } from './routes.ts'
import { createUnsubscribe, type Unsubscribe } from './unsubscribe.ts'

export interface NotificationsModule extends FeatureModule {
  readonly unsubscribe: Unsubscribe
}

export function createNotificationsModule(platform: Platform): NotificationsModule {
  return { unsubscribe: createUnsubscribe(platform), routes: [notificationsRoutes] }
}

// The live feature for the server: the live channel, and the calls that it serves from memory.
import type { FeatureModule } from '#server/feature-module.ts'
import { createLiveChannel, type LiveChannel, type LiveOptions } from './live-channel.ts'
import { createLiveRoutes } from './routes.ts'

export interface LiveModule extends LiveChannel, Pick<FeatureModule, 'routes'> {}

export function createLiveModule(options: LiveOptions): LiveModule {
  const channel = createLiveChannel(options)
  return { ...channel, routes: [createLiveRoutes({ ...channel, roomDay: options.roomDay })] }
}

// The thanks feature for the server: its call, its part of the live rooms, and the retention of thanks.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import type { RoomFeature } from '#server/live/room-feature.ts'
import { thanksRetentionDays } from '#shared/constants.ts'
import { thanksClientMessages } from '../contract.ts'
import { createRoomThanks, type ThanksDeps } from './room-thanks.ts'
import { createThanksRoutes } from './routes.ts'
import { deleteOldThanks } from './sql.ts'
import { createThankHandler } from './thank.ts'

export interface ThanksModule extends FeatureModule {
  readonly roomFeature: RoomFeature
}

export function createThanksModule(platform: Platform, deps: ThanksDeps): ThanksModule {
  return {
    routes: [createThanksRoutes()],
    roomFeature: {
      clientMessages: thanksClientMessages,
      handlers: { thank: createThankHandler({ ...platform, ...deps }) },
      openRoom: (room) => createRoomThanks({ ...platform, ...deps }, room),
    },
    scheduledJobs: [
      retentionJob(platform, {
        name: 'thanks',
        every: 'hour',
        erase: (db, now, max) => deleteOldThanks(db, daysBefore(now, thanksRetentionDays), max),
      }),
    ],
  }
}

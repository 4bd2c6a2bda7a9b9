// The chat feature for the server: its calls, its part of the live rooms, and the retention of messages.
import { findSettings } from '#server/community/sql.ts'
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import type { RoomFeature } from '#server/live/room-feature.ts'
import { registerCounter } from '#server/metrics/registry.ts'
import { deletedChatRetentionDays } from '#shared/constants.ts'
import { addDays } from '#shared/day.ts'
import { chatCounters } from './messages.ts'
import { createChatFeature } from './room/room-chat.ts'
import { createChatRoutes, type ChatRoutesDeps } from './routes.ts'
import { deleteOldMessages, eraseDeletedMessageText } from './sql.ts'

export interface ChatModule extends FeatureModule {
  readonly roomFeature: RoomFeature
}

export function createChatModule(platform: Platform, { roomDay }: ChatRoutesDeps): ChatModule {
  const dayBefore = (days: number) => addDays(platform.calendar.today(), -days)
  return {
    routes: [createChatRoutes(platform.database, { roomDay })],
    roomFeature: createChatFeature(platform),
    scheduledJobs: [
      retentionJob(platform, {
        name: 'chat',
        every: 'hour',
        // Read from the database: this node's copy may be older than a change of the setting.
        erase: async (db, _, max) => deleteOldMessages(db, dayBefore((await findSettings(db)).chatDays), max),
      }),
      retentionJob(platform, {
        name: 'deleted-chat',
        every: 'hour',
        erase: (db, now, max) =>
          eraseDeletedMessageText(db, {
            before: daysBefore(now, deletedChatRetentionDays),
            day: dayBefore(deletedChatRetentionDays),
            max,
          }),
      }),
    ],
    registerMetrics: (registry) =>
      registerCounter(registry, {
        name: 'stillwater_messages_stored_total',
        help: 'Chat messages stored by this node.',
        read: () => chatCounters.messagesStored,
      }),
  }
}

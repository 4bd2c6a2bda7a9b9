// The chat feature for the server: its calls, its part of the live rooms, and the retention of messages.
import { findSettings } from '#server/community/sql.ts'
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import type { RoomFeature } from '#server/live/room-feature.ts'
import { registerCounter } from '#server/metrics/registry.ts'
import { deletedChatRetentionDays, heldChatRetentionDays } from '#shared/constants.ts'
import { addDays } from '#shared/day.ts'
import { chatCounters } from './messages.ts'
import { createChangedMessages, type ChangedMessage } from './room/changed-messages.ts'
import { createChatFeature } from './room/room-chat.ts'
import { createChatRoutes, type ChatRoutesDeps } from './routes.ts'
import { deleteHeldMessages, deleteOldMessages, eraseDeletedMessageText } from './sql/messages.ts'

export interface ChatModule extends FeatureModule {
  readonly roomFeature: RoomFeature
  /** This node's room of that day reads the message again, and tells its clients how it is now. */
  messageChanged(message: ChangedMessage): void
}

export function createChatModule(platform: Platform, deps: ChatRoutesDeps): ChatModule {
  const changedMessages = createChangedMessages()
  const dayBefore = (days: number) => addDays(platform.calendar.today(), -days)
  return {
    routes: [createChatRoutes(platform.database, deps)],
    roomFeature: createChatFeature(platform, { changedMessages }),
    messageChanged: changedMessages.publish,
    scheduledJobs: [
      retentionJob(platform, {
        name: 'chat',
        every: 'hour',
        // Read from the database: this node's copy may be older than a change of the setting.
        erase: async (db, _, max) => deleteOldMessages(db, dayBefore((await findSettings(db)).chatDays), max),
      }),
      retentionJob(platform, {
        name: 'held-chat',
        every: 'hour',
        erase: (db, now, max) => deleteHeldMessages(db, daysBefore(now, heldChatRetentionDays), max),
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

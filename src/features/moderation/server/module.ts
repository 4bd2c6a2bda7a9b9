// The moderation feature for the server: bans of members and of addresses; cases, which build on the live channel.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import type { OutgoingMessage } from '#server/live/room-feature.ts'
import { registerGauge } from '#server/metrics/registry.ts'
import { endedAddressBanRetentionDays } from '#shared/constants.ts'
import { timestampToMs } from '#shared/day.ts'
import { secondMs } from '#shared/durations.ts'
import { caseRetentionDays } from '../rules.ts'
import { createAddressBanRegistry, type AddressBanRegistry } from './address-bans.ts'
import type { MemberMessages } from './bans.ts'
import { caseRoutes, openCasesRoutes } from './case-routes.ts'
import { createCaseWatch, publishCasesChanged } from './case-watch.ts'
import { recordRemoval } from './decisions.ts'
import { createMemberRoutes } from './member-routes.ts'
import { oversightRoutes } from './oversight-routes.ts'
import { waitingCasesJob } from './oversight.ts'
import { createAddressBansRoutes, createBansRoutes } from './routes.ts'
import { deleteEndedAddressBans } from './sql/address-bans.ts'
import { deleteOldCases } from './sql/cases.ts'
import { countOpenCases } from './sql/oversight.ts'

export interface ModerationModule extends FeatureModule {
  readonly bannedAddresses: AddressBanRegistry
}

export async function createModerationModule(
  platform: Platform,
  { messages }: { messages: MemberMessages },
): Promise<ModerationModule> {
  const bannedAddresses = await createAddressBanRegistry(platform)
  return {
    bannedAddresses,
    routes: [createBansRoutes(messages), createAddressBansRoutes(bannedAddresses)],
    scheduledJobs: [
      retentionJob(platform, {
        name: 'address-bans',
        every: 'day',
        erase: (db, now, max) =>
          deleteEndedAddressBans(db, { before: daysBefore(now, endedAddressBanRetentionDays), now, max }),
      }),
    ],
    close: bannedAddresses.close,
  }
}

interface CasesDeps {
  channel: {
    sendToModerators(message: OutgoingMessage): void
    sendTo(userId: number, message: OutgoingMessage): void
  }
  /** This node's room reads a message again. */
  messageChanged(message: { id: number; day: string }): void
  /** The day whose room is that of the moment. */
  roomDay(): Promise<string>
}

export function createCasesModule(
  platform: Platform,
  { channel, messageChanged, roomDay }: CasesDeps,
): FeatureModule {
  const watch = createCaseWatch(platform, { ...channel, messageChanged })
  const { query } = platform.database
  return {
    routes: [createMemberRoutes({ roomDay }), openCasesRoutes, caseRoutes, oversightRoutes],
    scheduledJobs: [
      waitingCasesJob(platform),
      retentionJob(platform, {
        name: 'cases',
        every: 'day',
        erase: (db, now, max) => deleteOldCases(db, daysBefore(now, caseRetentionDays), max),
      }),
    ],
    registerMetrics: (registry) => {
      registerGauge(registry, {
        name: 'stillwater_open_cases',
        help: 'Reports of messages that no moderator has decided.',
        read: async () => (await countOpenCases(query)).openCases,
      })
      registerGauge(registry, {
        name: 'stillwater_oldest_case_seconds',
        help: 'How long the oldest open case has waited; 0 without one.',
        read: async () => {
          const { oldestAt } = await countOpenCases(query)
          return oldestAt === null ? 0 : (platform.clock.now() - timestampToMs(oldestAt)) / secondMs
        },
      })
    },
    close: watch.close,
  }
}

/** What a deletion in the chat is for moderation. */
export const removals = { record: recordRemoval, publish: publishCasesChanged }

// The moderation feature for the server: bans of members and of addresses.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import { endedAddressBanRetentionDays } from '#shared/constants.ts'
import { createAddressBanRegistry, type AddressBanRegistry } from './address-bans.ts'
import type { MemberMessages } from './bans.ts'
import { createAddressBansRoutes, createBansRoutes } from './routes.ts'
import { deleteEndedAddressBans } from './sql/address-bans.ts'

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

// The users feature for the server: members, moderation, and bans.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/scheduled-jobs.ts'
import { endedAddressBanRetentionDays } from '#shared/constants.ts'
import type { MemberMessages } from './ban.ts'
import { createAddressBanRegistry, type AddressBanRegistry } from './address-bans.ts'
import {
  createAddressBansRoutes,
  firstAdminRoutes,
  membersRoutes,
  createUsersRoutes,
  totalsRoutes,
} from './routes.ts'
import { deleteEndedAddressBans } from './sql/address-bans.ts'
import { countInconsistentMembers } from './sql/members.ts'

export interface UsersModule extends FeatureModule {
  readonly bannedAddresses: AddressBanRegistry
}

export async function createUsersModule(
  platform: Platform,
  { messages }: { messages: MemberMessages },
): Promise<UsersModule> {
  const bannedAddresses = await createAddressBanRegistry(platform)
  return {
    bannedAddresses,
    routes: [
      createUsersRoutes(messages),
      membersRoutes,
      firstAdminRoutes,
      totalsRoutes,
      createAddressBansRoutes(bannedAddresses),
    ],
    scheduledJobs: [
      retentionJob(platform, {
        name: 'address-bans',
        every: 'day',
        erase: (db, now, max) =>
          deleteEndedAddressBans(db, { before: daysBefore(now, endedAddressBanRetentionDays), now, max }),
      }),
    ],
    mismatchCounts: { members: countInconsistentMembers },
    close: bannedAddresses.close,
  }
}

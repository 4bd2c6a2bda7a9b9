// The invites feature for the server: invites, and their retention.
import type { JoinCode } from '#features/referrals/codes.ts'
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import { endedInviteRetentionDays } from '#shared/constants.ts'
import { resolveJoinCodes } from './join-codes.ts'
import { invitesRoutes } from './routes.ts'
import { deleteEndedInvites } from './sql.ts'

export interface InvitesModule extends FeatureModule {
  /** The first code in a text that exists, of an invite or of a member; null without one. */
  findCode(text: string): Promise<JoinCode | null>
}

export function createInvitesModule(platform: Platform): InvitesModule {
  const { clock, database } = platform
  return {
    findCode: async (text) =>
      (await resolveJoinCodes(database.query, [text], new Date(clock.now())))[0] ?? null,
    routes: [invitesRoutes],
    scheduledJobs: [
      retentionJob(platform, {
        name: 'invites',
        every: 'day',
        erase: (db, now, max) => deleteEndedInvites(db, daysBefore(now, endedInviteRetentionDays), max),
      }),
    ],
  }
}

// The invites feature for the server: invitations, and their retention.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/scheduled-jobs.ts'
import { endedInviteRetentionDays } from '#shared/constants.ts'
import { normalizeInviteCode } from '../codes.ts'
import { invitesRoutes } from './routes.ts'
import { deleteEndedInvites, isInviteUsable } from './sql.ts'

export interface InvitesModule extends FeatureModule {
  /** Whether the invitation of a text opens the door now; null without one. */
  find(text: string): Promise<boolean | null>
}

export function createInvitesModule(platform: Platform): InvitesModule {
  const { clock, database } = platform
  return {
    find: async (text) => {
      const code = normalizeInviteCode(text)
      return code === null ? null : isInviteUsable(database.query, code, new Date(clock.now()))
    },
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

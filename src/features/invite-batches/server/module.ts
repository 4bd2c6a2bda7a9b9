// The invite batches feature for the server: lists of invited people, their mails and refusals, and offered time.
import { deleteInvites } from '#features/invites/server/service.ts'
import type { OutsideMailKind } from '#features/mailings/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import { invitationDays, offeredTimeRetentionDays } from '#shared/constants.ts'
import { createInviteMails } from './invite-mails.ts'
import { createMailboxes } from './mailboxes.ts'
import { offeredTimeRoutes } from './offered-time-routes.ts'
import { createRefusals, type Refusals } from './refusals.ts'
import { createInviteBatchesRoutes } from './routes.ts'
import { deleteOldMailboxes } from './sql/mailboxes.ts'
import { deleteOldOfferedTime } from './sql/offered-time.ts'
import { eraseOldRecipients, findProposedName } from './sql/recipients.ts'

export interface InviteBatchesModule extends FeatureModule {
  readonly mailing: OutsideMailKind
  readonly refusals: Refusals
  /** The name that a list proposes to a newcomer with the code of an invite; null without one. */
  findProposedName(code: string): Promise<string | null>
}

interface InviteBatchesOptions {
  /** Sends the mails of a committed transaction now, instead of at the next poll. */
  sendQueued: () => void
}

export function createInviteBatchesModule(
  platform: Platform,
  { sendQueued }: InviteBatchesOptions,
): InviteBatchesModule {
  const { database } = platform
  const mailboxes = createMailboxes(platform)
  return {
    mailing: createInviteMails({ ...platform, mailboxes }),
    refusals: createRefusals({ ...platform, mailboxes }),
    findProposedName: (code) => findProposedName(database.query, code),
    routes: [createInviteBatchesRoutes({ mailboxes, sendQueued }), offeredTimeRoutes],
    scheduledJobs: [
      retentionJob(platform, {
        name: 'invited-people',
        every: 'day',
        erase: (_, now, max) =>
          database.transaction(async (tx) => {
            const inviteIds = await eraseOldRecipients(tx, daysBefore(now, invitationDays), max)
            await deleteInvites(
              tx,
              inviteIds.flatMap((id) => id ?? []),
            )
            return inviteIds.length
          }),
      }),
      retentionJob(platform, {
        name: 'invited-mailboxes',
        every: 'day',
        erase: (db, now, max) => deleteOldMailboxes(db, daysBefore(now, invitationDays), max),
      }),
      retentionJob(platform, {
        name: 'offered-time',
        every: 'day',
        erase: (db, now, max) => deleteOldOfferedTime(db, daysBefore(now, offeredTimeRetentionDays), max),
      }),
    ],
  }
}

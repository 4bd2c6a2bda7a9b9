// Changes of lists: each in one transaction with its activity entry (I23, JOIN-08).
import { recordAdminActivity } from '#features/activity/server/service.ts'
import { deleteInvites, makePersonalInvites } from '#features/invites/server/service.ts'
import { assertCapability, type AdminContext } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { daysBefore } from '#server/jobs/retention-job.ts'
import { insertBulkMails } from '#server/mail/bulk-mails.ts'
import { deleteBulkMails, isBulkMailQueued } from '#server/mail/sql.ts'
import { invitationDays, personalInviteDays } from '#shared/constants.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { inviteBatchActivities } from '../activities.ts'
import { inviteBatchErrors } from '../errors.ts'
import type { ListedPerson } from '../people.ts'
import { inviteMailType, type InviteMailFacts } from './invite-mails.ts'
import type { Mailboxes } from './mailboxes.ts'
import { countPeople, judgePeople } from './people-list.ts'
import { deleteBatchRow, insertInviteBatch, lockBatchForUpdate } from './sql/batches.ts'
import { deleteUnmailedMailboxes, insertInvitedMailboxes } from './sql/mailboxes.ts'
import {
  countRecipients,
  insertRecipients,
  listRecipientsOf,
  listWaitingRecipients,
  resetPerhapsSent,
} from './sql/recipients.ts'

/** A mail on its way has its outcome by then, unless the server stopped. */
const sendingMostMs = 2 * minuteMs

/** Mails on their way since before it may have arrived. */
export function perhapsSentBefore(now: Date): Date {
  return new Date(now.getTime() - sendingMostMs)
}

/** Why no mail of a list can be sent now; null if it can. */
export function sendingBlocked({
  community,
  mailer,
}: Pick<Platform, 'community' | 'mailer'>): 'no-mail' | 'closed' | null {
  if (mailer.isOutbox) return 'no-mail'
  return community.settings().joining === 'closed' ? 'closed' : null
}

/** Throws `invites_without_mail` or `invites_while_closed`. */
export function assertCanSend(platform: Pick<Platform, 'community' | 'mailer'>): void {
  const blocked = sendingBlocked(platform)
  if (blocked === 'no-mail') throw appError(inviteBatchErrors.invites_without_mail)
  if (blocked === 'closed') throw appError(inviteBatchErrors.invites_while_closed)
}

interface NewList {
  people: readonly ListedPerson[]
  sentence: string
}

/** Invites the people of a list who are ready. No account is made (JOIN-01). Throws `no_one_to_invite`. */
export async function createBatch(
  tx: Executor,
  { admin, mailboxes }: { admin: AdminContext; mailboxes: Mailboxes },
  { people, sentence }: NewList,
): Promise<{ id: number; counts: ReturnType<typeof countPeople> }> {
  const { adminId, now } = admin
  await assertCapability(tx, adminId, 'community.administer')
  const judged = await judgePeople(tx, mailboxes, { people, now })
  const ready = judged.flatMap(({ person, emailHash }) =>
    person.state === 'ready' && emailHash ? [{ person, emailHash }] : [],
  )
  const taken = await insertInvitedMailboxes(
    tx,
    ready.map(({ emailHash }) => emailHash),
    { now, invitedAfter: daysBefore(now, invitationDays) },
  )
  // A list that was invited at the same time may have been first.
  const invited = ready.filter(({ emailHash }) => taken.has(emailHash.toString('hex')))
  if (invited.length === 0) throw appError(inviteBatchErrors.no_one_to_invite)
  const inviteIds = await makePersonalInvites(tx, {
    count: invited.length,
    createdAt: now,
    expiresAt: new Date(now.getTime() + personalInviteDays * dayMs),
    makerId: adminId,
  })
  const id = await insertInviteBatch(tx, { createdAt: now, byId: adminId, sentence })
  const recipientIds = await insertRecipients(
    tx,
    id,
    invited.flatMap(({ person: { email, name: proposedName, language }, emailHash }, index) => {
      const inviteId = inviteIds[index]
      return inviteId === undefined ? [] : [{ inviteId, email, emailHash, proposedName, language }]
    }),
  )
  await queueMails(tx, { batchId: id, recipientIds, now })
  const counts = countPeople(judged)
  const lost = ready.length - invited.length
  await recordAdminActivity(tx, admin, {
    kind: inviteBatchActivities.create,
    targetId: id,
    after: { invited: invited.length },
  })
  return { id, counts: { ...counts, ready: invited.length, invited: counts.invited + lost } }
}

function queueMails(
  tx: Executor,
  { batchId, recipientIds, now }: { batchId: number; recipientIds: readonly number[]; now: Date },
): Promise<void> {
  const facts: InviteMailFacts = { batchId }
  return insertBulkMails(tx, { type: inviteMailType, facts, recipientIds, now })
}

/** Throws `not_found`, and errors of an administrator who no longer is one. */
async function lockBatch(tx: Executor, { adminId }: AdminContext, id: number): Promise<void> {
  await assertCapability(tx, adminId, 'community.administer')
  if (!(await lockBatchForUpdate(tx, id))) throw appError('not_found')
}

/**
 * Stops the mails of a list by deleting them from the queue, or queues those that wait. A mail is claimed together with
 * its row in the queue, so none is claimed after the pause. A list whose mails aren't queued is paused: also one of a
 * restored backup.
 */
export async function pauseBatch(
  tx: Executor,
  admin: AdminContext,
  { id, isPaused }: { id: number; isPaused: boolean },
): Promise<void> {
  await lockBatch(tx, admin, id)
  const facts: InviteMailFacts = { batchId: id }
  const recipientIds = await listWaitingRecipients(tx, id)
  const wasQueued = await isBulkMailQueued(tx, inviteMailType, facts)
  if (recipientIds.length === 0 || wasQueued !== isPaused) return
  if (isPaused) await deleteBulkMails(tx, inviteMailType, facts)
  else await queueMails(tx, { batchId: id, recipientIds, now: admin.now })
  await recordAdminActivity(tx, admin, {
    kind: isPaused ? inviteBatchActivities.pause : inviteBatchActivities.resume,
    targetId: id,
  })
}

/** Throws `not_found` also if the mail isn't one that may have arrived. */
export async function resendInvite(
  tx: Executor,
  admin: AdminContext,
  { id, recipientId }: { id: number; recipientId: number },
): Promise<void> {
  await lockBatch(tx, admin, id)
  const startedBefore = perhapsSentBefore(admin.now)
  const isReset = await resetPerhapsSent(tx, { id: recipientId, batchId: id, startedBefore })
  if (!isReset) throw appError('not_found')
  await queueMails(tx, { batchId: id, recipientIds: [recipientId], now: admin.now })
  await recordAdminActivity(tx, admin, { kind: inviteBatchActivities['send-again'], targetId: id })
}

/** Those whose mail didn't leave may be invited again at once; the others once 90 days are over. */
export async function deleteInviteBatch(tx: Executor, admin: AdminContext, id: number): Promise<void> {
  await lockBatch(tx, admin, id)
  const facts: InviteMailFacts = { batchId: id }
  await deleteBulkMails(tx, inviteMailType, facts)
  const [counts] = await countRecipients(tx, [id], admin.now)
  const recipients = await listRecipientsOf(tx, id)
  await deleteUnmailedMailboxes(
    tx,
    recipients.flatMap(({ emailHash, state }) => (state === 'waiting' && emailHash ? [emailHash] : [])),
  )
  await deleteInvites(
    tx,
    recipients.flatMap(({ inviteId }) => inviteId ?? []),
  )
  await deleteBatchRow(tx, id)
  await recordAdminActivity(tx, admin, {
    kind: inviteBatchActivities.delete,
    targetId: id,
    before: { invited: counts?.total ?? 0, sent: counts?.sent ?? 0, joined: counts?.joined ?? 0 },
  })
}

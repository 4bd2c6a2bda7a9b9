// Lists of invited people for tests.
import type { InviteBatch } from '#features/invite-batches/contract.ts'
import { inviteMailType } from '#features/invite-batches/server/invite-mails.ts'
import { bulkMailKind, insertBulkMails } from '#server/mail/bulk-mails.ts'
import type { TestApp } from '#test/app.ts'
import { eventually } from '#test/eventually.ts'
import type { TestUser } from '#test/people/people.ts'
import { request, type TestResponse } from '#test/request.ts'
import { makeInvite } from './invites.ts'

export const inviteSentence = 'You sat with us in the hall and wrote your address on the list.'

/** Invites the people of a text. */
export function inviteList(
  app: TestApp,
  as: TestUser,
  text: string,
  sentence = inviteSentence,
): Promise<TestResponse> {
  return request(app, 'POST /api/admin/invites/import', { as, body: { text, sentence } })
}

export async function listInviteBatches(app: TestApp, as: TestUser): Promise<InviteBatch[]> {
  const { body } = await request(app, 'GET /api/admin/invites/batches', { as })
  return (body as { batches: InviteBatch[] }).batches
}

/** The newest list, once it has this progress. */
export async function inviteBatchWith(
  app: TestApp,
  as: TestUser,
  progress: Partial<InviteBatch>,
): Promise<InviteBatch> {
  return eventually(async () => {
    app.clock.advance(10_000)
    await app.app.jobs.whenIdle()
    const [batch] = await listInviteBatches(app, as)
    for (const [key, value] of Object.entries(progress))
      if (JSON.stringify(batch?.[key as keyof InviteBatch]) !== JSON.stringify(value))
        throw new Error(`${key} is ${JSON.stringify(batch?.[key as keyof InviteBatch])}`)
    if (!batch) throw new Error('There is no list.')
    return batch
  })
}

/** Inserts a list of one person, by hand; its mail is in this state. */
export async function makeInviteBatch(
  { database, clock }: Pick<TestApp, 'database' | 'clock'>,
  {
    email,
    state = 'waiting',
    byId = null,
    joinedId = null,
  }: {
    email: string
    state?: 'waiting' | 'sending' | 'sent'
    byId?: number | null
    joinedId?: number | null
  },
): Promise<{ id: number; recipientId: number }> {
  const anHourAgo = new Date(clock.now() - 3_600_000)
  const { id } = await database.query
    .insertInto('invite_batches')
    .values({ createdAt: anHourAgo, byId, sentence: inviteSentence })
    .returning('id')
    .executeTakeFirstOrThrow()
  const invite = await makeInvite({ database, clock }, { uses: 1 })
  const answer = joinedId === null ? null : ('joined' as const)
  const known = joinedId === null ? { email, emailHash: Buffer.from(email) } : {}
  const { id: recipientId } = await database.query
    .insertInto('invite_recipients')
    .values({
      ...known,
      batchId: id,
      inviteId: invite.id,
      state,
      sentAt: state === 'waiting' ? null : anHourAgo,
      answer,
      joinedId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, recipientId }
}

/** Queues the mail of a list for an hour later. */
export async function queueForLater(
  { database, clock }: Pick<TestApp, 'database' | 'clock'>,
  { batchId, recipientId }: { batchId: number; recipientId: number },
): Promise<void> {
  const now = new Date(clock.now())
  const facts = { batchId }
  await insertBulkMails(database.query, { type: inviteMailType, facts, recipientIds: [recipientId], now })
  await database.query
    .updateTable('jobs')
    .set({ dueAt: new Date(clock.now() + 3_600_000) })
    // In one order: sample requests run at the same time.
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('jobs').select('id').where('kind', '=', bulkMailKind).orderBy('id').forUpdate(),
    )
    .execute()
}

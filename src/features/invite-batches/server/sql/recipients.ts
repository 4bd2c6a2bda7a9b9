// SQL of the people of a list, and of the state of their mails.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { Language } from '#shared/i18n/t.ts'

export interface NewRecipient {
  inviteId: number
  email: string
  emailHash: Buffer
  proposedName: string | null
  language: Language | null
}

export async function insertRecipients(
  tx: Executor,
  batchId: number,
  recipients: readonly NewRecipient[],
): Promise<number[]> {
  const of = <Key extends keyof NewRecipient>(key: Key) => recipients.map((recipient) => recipient[key])
  const { rows } = await sql<{ id: number }>`
    insert into invite_recipients ("batchId", "inviteId", email, "emailHash", "proposedName", language)
    select ${batchId}, * from unnest(
      ${of('inviteId')}::integer[], ${of('email')}::text[], ${of('emailHash')}::bytea[],
      ${of('proposedName')}::text[], ${of('language')}::text[]
    )
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A person whose mail may be sent. */
export interface WaitingRecipient {
  email: string
  emailHash: Buffer
  proposedName: string | null
  language: Language | null
  inviteId: number
  sentence: string
  /** Null once their account was deleted. */
  maker: string | null
}

/** Null if the mail isn't waiting, or the person has answered. */
export async function findWaitingRecipient(db: Executor, id: number): Promise<WaitingRecipient | null> {
  const { rows } = await sql<WaitingRecipient>`
    select recipient.email, "emailHash", "proposedName", recipient.language, "inviteId", sentence,
      maker.name as maker
    from invite_recipients recipient
      join invite_batches batch on batch.id = "batchId"
      left join users maker on maker.id = batch."byId" and maker."deletedAt" is null
    where recipient.id = ${id} and ${isWaiting} and "inviteId" is not null and recipient.email is not null`.execute(
    db,
  )
  return rows[0] ?? null
}

const isWaiting = sql<boolean>`(state = 'waiting' and answer is null)`

/** Marks a mail as on its way; false if it isn't waiting. */
export async function claimRecipient(tx: Executor, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invite_recipients')
    .set({ state: 'sending', sentAt: now })
    .where('id', '=', id)
    .where(isWaiting)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores what became of the mail on its way. */
export async function settleRecipient(
  db: Executor,
  id: number,
  outcome: { state: 'waiting' | 'sent' } | { state: 'bounced'; bounceReason: string },
): Promise<void> {
  await db
    .updateTable('invite_recipients')
    .set({ ...outcome, ...(outcome.state === 'waiting' ? { sentAt: null } : {}) })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()
}

/** The mails of a list that wait. */
export async function listWaitingRecipients(db: Executor, batchId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('invite_recipients')
    .select('id')
    .where('batchId', '=', batchId)
    .where(isWaiting)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** SQL condition: since this moment a mail on its way has had no outcome: the server stopped meanwhile. */
const isPerhapsSent = (startedBefore: Date) =>
  sql<boolean>`(state = 'sending' and answer is null and "sentAt" < ${startedBefore}::timestamptz)`

/** Lets a mail that may have arrived wait again; false if it isn't such a one. */
export async function resetPerhapsSent(
  tx: Executor,
  { id, batchId, startedBefore }: { id: number; batchId: number; startedBefore: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invite_recipients')
    .set({ state: 'waiting', sentAt: null })
    .where('id', '=', id)
    .where('batchId', '=', batchId)
    .where(isPerhapsSent(startedBefore))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface RecipientCounts {
  batchId: number
  total: number
  waiting: number
  sent: number
  joined: number
  refused: number
  bounced: number
  perhapsSent: number
}

/** Of each list. */
export async function countRecipients(
  db: Executor,
  batchIds: readonly number[],
  startedBefore: Date,
): Promise<RecipientCounts[]> {
  const { rows } = await sql<RecipientCounts>`
    select "batchId", count(*) as total,
      count(*) filter (where ${isWaiting}) as waiting,
      count(*) filter (where state = 'sent' or answer is not null) as sent,
      count(*) filter (where answer = 'joined') as joined,
      count(*) filter (where answer = 'refused') as refused,
      count(*) filter (where state = 'bounced' and answer is null) as bounced,
      count(*) filter (where ${isPerhapsSent(startedBefore)}) as "perhapsSent"
    from invite_recipients where "batchId" = any(${batchIds}::integer[]) group by 1`.execute(db)
  return rows
}

export interface RecipientProblem {
  batchId: number
  id: number
  email: string
  state: 'bounced' | 'sending'
  bounceReason: string
}

/** Of each list the first `max` bounces, and the first that may have arrived. */
export async function listRecipientProblems(
  db: Executor,
  { batchIds, startedBefore, max }: { batchIds: readonly number[]; startedBefore: Date; max: number },
): Promise<RecipientProblem[]> {
  const { rows } = await sql<RecipientProblem>`
    select "batchId", id, email, state, "bounceReason" from (
      select *, row_number() over (partition by "batchId", state order by id) as place
      from invite_recipients
      where "batchId" = any(${batchIds}::integer[]) and email is not null and answer is null
        and (state = 'bounced' or ${isPerhapsSent(startedBefore)})
    ) problem
    where place <= ${max} order by id`.execute(db)
  return rows
}

/** Clears the stored details of a person who isn't a member. */
const nothingKnown = { email: null, emailHash: null, proposedName: null, bounceReason: '' } as const

/** Stores who joined by an invite, and erases what their list knew of them; nothing without one. */
export async function saveJoined(
  tx: Executor,
  { inviteId, userId }: { inviteId: number | null; userId: number },
): Promise<void> {
  if (inviteId === null) return
  await tx
    .updateTable('invite_recipients')
    .set({ ...nothingKnown, answer: 'joined', joinedId: userId })
    .where('inviteId', '=', inviteId)
    .where('answer', 'is', null)
    .execute()
}

/** Stores that a mailbox refused, and erases what was known of it. Returns its addresses and its invites. */
export async function saveRefused(
  tx: Executor,
  emailHash: Buffer,
): Promise<{ email: string | null; inviteId: number | null }[]> {
  const { rows } = await sql<{ email: string | null; inviteId: number | null }>`
    with refused as (
      select id, email, "inviteId" from invite_recipients
      where "emailHash" = ${emailHash} and answer is null for update
    ), saved as (
      update invite_recipients recipient
      set answer = 'refused', email = null, "emailHash" = null, "proposedName" = null, "bounceReason" = ''
      from refused where recipient.id = refused.id
    )
    select email, "inviteId" from refused`.execute(tx)
  return rows
}

/** The people of a list: their invites, and the mailboxes whose mail didn't leave. */
export async function listRecipientsOf(
  tx: Executor,
  batchId: number,
): Promise<{ inviteId: number | null; emailHash: Buffer | null; state: string }[]> {
  return tx
    .selectFrom('invite_recipients')
    .select(['inviteId', 'emailHash', 'state'])
    .where('batchId', '=', batchId)
    .execute()
}

/** Which of the addresses are those of a list's people who haven't answered. */
export async function listInvitedEmails(
  db: Executor,
  batchId: number,
  emails: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from invite_recipients
    where "batchId" = ${batchId} and email = any(${emails}::text[]) and answer is null`.execute(db)
  return rows.map(({ email }) => email)
}

/**
 * Erases what is known of up to `max` people who were invited before a moment. Returns the invites to delete, null for a
 * person without one: their number is that of the people.
 */
export async function eraseOldRecipients(
  tx: Executor,
  before: Date,
  max: number,
): Promise<(number | null)[]> {
  const { rows } = await sql<{ inviteId: number | null }>`
    with ended as (
      select recipient.id, "inviteId" from invite_recipients recipient
        join invite_batches batch on batch.id = "batchId"
      where coalesce("sentAt", batch."createdAt") < ${before}::timestamptz
        and ("inviteId" is not null or recipient.email is not null)
      limit ${max} for update of recipient skip locked
    ), erased as (
      update invite_recipients recipient
      set email = null, "emailHash" = null, "proposedName" = null, "bounceReason" = '', "inviteId" = null
      from ended where recipient.id = ended.id
    )
    select "inviteId" from ended`.execute(tx)
  return rows.map(({ inviteId }) => inviteId)
}

/** The name that a list proposes to a newcomer with a code; null without one, or where a member has it. */
export async function findProposedName(db: Executor, code: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select "proposedName" as name from invite_recipients join invites on invites.id = "inviteId"
    where code = ${code} and answer is null and "proposedName" is not null
      and not exists (select from users where lower(name) = lower("proposedName") and "deletedAt" is null)`.execute(
    db,
  )
  return rows[0]?.name ?? null
}

/** Stores that someone joined by another way before their mail left, and erases what was known of them. */
export async function saveMember(db: Executor, id: number): Promise<void> {
  await db
    .updateTable('invite_recipients')
    .set({ ...nothingKnown, answer: 'joined' })
    .where('id', '=', id)
    .where('answer', 'is', null)
    .execute()
}

export async function clearJoinedMember(tx: Executor, userId: number): Promise<void> {
  await tx.updateTable('invite_recipients').set({ joinedId: null }).where('joinedId', '=', userId).execute()
}

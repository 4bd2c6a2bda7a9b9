// SQL of proposals. Nothing but an administrator makes one a template (TEACH-08).
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Executor } from '#server/db/database.ts'
import { isBannedNow } from '#server/db/standing-ban.ts'
import { shownMemberName } from '#shared/former-member.ts'
import { can, personaOf } from '#shared/roles.ts'
import type { SentOwnProposal, SentWaitingProposal } from '../../proposals-contract.ts'
import { templateContentSchema } from '../../template-content.ts'

/** What a proposal holds, with the flat fields of what it plays. */
export type ProposedTemplate = SentOwnProposal['template']

/** A proposal while the transaction locks it. */
export interface LockedProposal {
  id: number
  byId: number
  template: ProposedTemplate
  version: number
  /** What became of it; null while it waits. */
  answer: 'published' | 'declined' | null
}

export async function insertProposal(
  tx: Executor,
  proposal: { byId: number; template: ProposedTemplate; proposedAt: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('template_proposals')
    .values({ ...proposal, template: JSON.stringify(proposal.template) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function countWaitingProposals(tx: Executor, byId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('template_proposals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('byId', '=', byId)
    .where('decidedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Locks a proposal until the transaction ends; null when there is none. */
export async function lockProposal(tx: Executor, id: number): Promise<LockedProposal | null> {
  const row = await tx
    .selectFrom('template_proposals')
    .select(['id', 'byId', 'template', 'version', 'templateId', 'sentence'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const { template, templateId, sentence, ...rest } = row
  return { ...rest, template: readTemplate(template), answer: answerOf({ templateId, sentence }) }
}

/** Replaces what a proposal holds, and increments its version. */
export async function updateProposal(tx: Executor, id: number, template: ProposedTemplate): Promise<void> {
  await tx
    .updateTable('template_proposals')
    .set((row) => ({ template: JSON.stringify(template), version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteProposal(tx: Executor, id: number): Promise<void> {
  await tx.deleteFrom('template_proposals').where('id', '=', id).execute()
}

/** Answers a locked proposal: with the template that it became, or with a sentence. */
export async function answerProposal(
  tx: Executor,
  id: number,
  answer: { decidedBy: number; decidedAt: Date } & ({ templateId: number } | { sentence: string }),
): Promise<void> {
  await tx.updateTable('template_proposals').set(answer).where('id', '=', id).execute()
}

/** Records that a member has read the answer to theirs; false if they have no such proposal. */
export async function saveAnswerSeen(tx: Executor, id: number, byId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('template_proposals')
    .set((row) => ({ seenAt: row.fn.coalesce('seenAt', sql<string>`${now}::timestamptz`) }))
    .where('id', '=', id)
    .where('byId', '=', byId)
    .where('decidedAt', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Enough for all that wait and the latest answers. */
const ownProposalsMax = 50

/** A member's own: those that wait, then the others, each the newest first. */
export async function listOwnProposals(db: Executor, byId: number): Promise<SentOwnProposal[]> {
  const rows = await db
    .selectFrom('template_proposals')
    .select(['id', 'template', 'proposedAt', 'version', 'templateId', 'sentence', 'decidedAt', 'seenAt'])
    .where('byId', '=', byId)
    .orderBy(sql`"decidedAt" is null`, 'desc')
    .orderBy('id', 'desc')
    .limit(ownProposalsMax)
    .execute()
  return rows.map(({ template, templateId, seenAt, ...row }) => ({
    ...row,
    template: readTemplate(template),
    state: answerOf({ templateId, sentence: row.sentence }) ?? 'waiting',
    isSeen: seenAt !== null,
  }))
}

/** All that wait, the oldest first. */
export async function listWaitingProposals(db: Executor): Promise<SentWaitingProposal[]> {
  const rows = await db
    .selectFrom('template_proposals')
    .innerJoin('users', 'users.id', 'byId')
    .select(['template_proposals.id', 'template', 'proposedAt', 'template_proposals.version'])
    .select(['byId', 'name', 'profileCompleted', 'isAdmin', 'isGardenAngel', 'mayHost'])
    .select(isBannedNow().as('isBanned'))
    .where('decidedAt', 'is', null)
    .orderBy('template_proposals.id')
    .execute()
  return rows.map(({ id, template, proposedAt, version, byId, name, ...role }) => ({
    id,
    template: readTemplate(template),
    proposedAt,
    version,
    teacher: {
      id: byId,
      name: shownMemberName(name),
      mayHold: can(personaOf(role), 'sitting.hold'),
    },
  }))
}

/** Deletes at most `max` proposals that were answered before a moment; returns their number. */
export async function deleteOldProposals(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from template_proposals where id in (
      select id from template_proposals where "decidedAt" < ${before}::timestamptz limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

function answerOf(row: { templateId: number | null; sentence: string | null }): LockedProposal['answer'] {
  if (row.templateId !== null) return 'published'
  return row.sentence === null ? null : 'declined'
}

/** jsonb doesn't keep the order of keys. */
function readTemplate(template: unknown): ProposedTemplate {
  return z.parse(templateContentSchema, template)
}

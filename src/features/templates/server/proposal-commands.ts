// Commands of proposals: a teacher's own, and the answers of administrators, each of which has one activity entry (I23).
import { recordAdminActivity } from '#features/activity/server/service.ts'
import {
  assertCapability,
  assertCapabilityInTurn,
  type AdminContext,
} from '#features/members/server/service.ts'
import { appError, type AppError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { proposalsWaitingMax } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { templateActivities } from '../activities.ts'
import type { TemplateFields } from '../contract.ts'
import { templateErrors } from '../errors.ts'
import { validateTemplates } from './service.ts'
import {
  answerProposal,
  countWaitingProposals,
  deleteProposal,
  insertProposal,
  lockProposal,
  saveAnswerSeen,
  updateProposal,
  type LockedProposal,
  type ProposedTemplate,
} from './sql/proposals.ts'
import { insertAndRecord } from './template-commands.ts'

interface TeacherContext {
  teacherId: number
  now: Date
}

/** Stores a proposal; returns its id. Throws `too_many_proposals`. */
export async function propose(
  tx: Executor,
  { teacherId, now }: TeacherContext,
  template: ProposedTemplate,
): Promise<number> {
  await assertCapabilityInTurn(tx, teacherId, 'sitting.hold')
  if ((await countWaitingProposals(tx, teacherId)) >= proposalsWaitingMax)
    throw appError(templateErrors.too_many_proposals)
  return insertProposal(tx, { byId: teacherId, template, proposedAt: now })
}

/** Replaces a teacher's own proposal. Throws `not_found`, `proposal_decided`, or `changed_meanwhile`. */
export async function changeProposal(
  tx: Executor,
  { teacherId }: TeacherContext,
  { id, version, template }: { id: number; version: number; template: ProposedTemplate },
): Promise<void> {
  const proposal = await lockOwnProposal(tx, teacherId, id)
  if (proposal.version !== version) throw appError('changed_meanwhile')
  await updateProposal(tx, id, template)
}

/** Deletes a teacher's own proposal. Throws `not_found` or `proposal_decided`. */
export async function withdrawProposal(
  tx: Executor,
  { teacherId }: TeacherContext,
  id: number,
): Promise<void> {
  await lockOwnProposal(tx, teacherId, id)
  await deleteProposal(tx, id)
}

/** Records that a teacher has read an answer. Throws `not_found`. */
export async function seeAnswer(tx: Executor, { teacherId, now }: TeacherContext, id: number): Promise<void> {
  await assertCapability(tx, teacherId, 'sitting.hold')
  if (!(await saveAnswerSeen(tx, id, teacherId, now))) throw proposalNotFoundError()
}

/**
 * Makes a proposal a template, as proposed or with other fields; returns the template's id. Throws `not_found`,
 * `proposal_decided`, `changed_meanwhile`, or `invalid` if what was proposed isn't allowed any more.
 */
export async function publishProposal(
  tx: Executor,
  context: AdminContext,
  { id, version, template }: { id: number; version: number; template: TemplateFields | null },
): Promise<number> {
  const proposal = await lockForAnswer(tx, context, { id, version })
  const fields = template ?? validateTemplates([proposal.template], () => 'template')[0]
  if (!fields) throw new Error('Template validation returned no fields.')
  const published = await insertAndRecord(tx, context, templateActivities.publish, fields, {
    proposedBy: proposal.byId,
  })
  await answerProposal(tx, id, {
    decidedBy: context.adminId,
    decidedAt: context.now,
    templateId: published.id,
  })
  return published.id
}

/**
 * Declines a proposal with a sentence for its teacher. Throws like {@link publishProposal}. The log has neither the sentence
 * nor the title, as the proposal is deleted later.
 */
export async function declineProposal(
  tx: Executor,
  context: AdminContext,
  { id, version, sentence }: { id: number; version: number; sentence: string },
): Promise<void> {
  const { byId } = await lockForAnswer(tx, context, { id, version })
  await answerProposal(tx, id, { decidedBy: context.adminId, decidedAt: context.now, sentence })
  await recordAdminActivity(tx, context, {
    kind: templateActivities.decline,
    after: { proposedBy: byId },
  })
}

async function lockOwnProposal(tx: Executor, teacherId: number, id: number): Promise<LockedProposal> {
  await assertCapability(tx, teacherId, 'sitting.hold')
  const proposal = await lockProposal(tx, id)
  if (proposal?.byId !== teacherId) throw proposalNotFoundError()
  assertWaiting(proposal)
  return proposal
}

async function lockForAnswer(
  tx: Executor,
  { adminId }: AdminContext,
  { id, version }: { id: number; version: number },
): Promise<LockedProposal> {
  await assertCapability(tx, adminId, 'community.administer')
  const proposal = await lockProposal(tx, id)
  if (!proposal) throw proposalNotFoundError()
  assertWaiting(proposal)
  if (proposal.version !== version) throw appError('changed_meanwhile')
  return proposal
}

function assertWaiting({ answer }: LockedProposal): void {
  if (answer === null) return
  throw appError(templateErrors.proposal_decided, {
    message:
      answer === 'published'
        ? t('An administrator has already published this proposal.')
        : t('An administrator has already declined this proposal.'),
  })
}

function proposalNotFoundError(): AppError {
  return appError('not_found', { message: t('This proposal no longer exists.') })
}

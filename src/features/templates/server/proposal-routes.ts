// Routes of proposals.
import { adminContextOf } from '#features/members/server/service.ts'
import { withFlatPlays } from '#features/sittings/flat-plays.ts'
import type { Context } from '#server/context.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { success } from '#shared/endpoint.ts'
import { proposalReviewCalls, proposalsCalls } from '../proposals-contract.ts'
import {
  changeProposal,
  declineProposal,
  propose,
  publishProposal,
  seeAnswer,
  withdrawProposal,
} from './proposal-commands.ts'
import { templateFieldsOf } from './service.ts'
import { listOwnProposals, listWaitingProposals } from './sql/proposals.ts'

const ownRoutes: Routes = defineRoutes(proposalsCalls, {
  ownProposals: async ({ caller, database }) => ({
    proposals: await listOwnProposals(database.query, caller.user.id),
  }),
  propose: async (context, { body: { template } }) =>
    created({
      id: await context.runIdempotent((tx) =>
        propose(tx, teacherContextOf(context), withFlatPlays(templateFieldsOf(template))),
      ),
    }),
  changeProposal: async (context, { params: { id }, body: { version, template } }) => {
    const change = { id, version, template: withFlatPlays(templateFieldsOf(template)) }
    await context.database.transaction((tx) => changeProposal(tx, teacherContextOf(context), change))
    return success
  },
  withdrawProposal: async (context, { params: { id } }) => {
    await context.database.transaction((tx) => withdrawProposal(tx, teacherContextOf(context), id))
    return success
  },
  seeAnswer: async (context, { params: { id } }) => {
    await context.database.transaction((tx) => seeAnswer(tx, teacherContextOf(context), id))
    return success
  },
})

const reviewRoutes: Routes = defineRoutes(proposalReviewCalls, {
  waitingProposals: async ({ database }) => ({ proposals: await listWaitingProposals(database.query) }),
  publishProposal: async (context, { params: { id }, body: { version, template } }) =>
    created({
      id: await context.runIdempotent((tx) =>
        publishProposal(tx, adminContextOf(context), {
          id,
          version,
          template: template ? templateFieldsOf(template) : null,
        }),
      ),
    }),
  declineProposal: async (context, { params: { id }, body }) => {
    await context.runIdempotent((tx) => declineProposal(tx, adminContextOf(context), { id, ...body }))
    return success
  },
})

export const proposalRoutes: readonly Routes[] = [ownRoutes, reviewRoutes]

function teacherContextOf({ caller, clock }: Context<'sitting.hold'>) {
  return { teacherId: caller.user.id, now: new Date(clock.now()) }
}

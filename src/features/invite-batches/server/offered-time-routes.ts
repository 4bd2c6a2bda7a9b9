// Routes of the time that a community offers to a member.
import { assertNotBanned } from '#features/members/server/service.ts'
import { insertPracticeBatch } from '#features/practice/server/service.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { offeredTimeCalls } from '../contract.ts'
import { deleteOfferedTimeOf, findOfferedTotals } from './sql/offered-time.ts'

export const offeredTimeRoutes = defineRoutes(offeredTimeCalls, {
  offeredTime: async ({ caller, database }) => ({
    offered: await findOfferedTotals(database.query, caller.user.id),
  }),
  answerOfferedTime: async ({ caller, clock, community, runIdempotent }, { body: { keep } }) => {
    const userId = caller.user.id
    const { name: label } = community.settings()
    return runIdempotent(async (tx) => {
      await assertNotBanned(tx, userId)
      const offered = await deleteOfferedTimeOf(tx, userId)
      if (!keep || offered.length === 0) return { imported: 0, skipped: 0 }
      const sits = offered.map(({ date: day, minutes }) => ({ day, minutes, startedAt: null, title: null }))
      const batch = { userId, source: 'community', label, sits, now: new Date(clock.now()) } as const
      const { imported, skipped } = await insertPracticeBatch(tx, batch)
      return { imported, skipped }
    })
  },
})

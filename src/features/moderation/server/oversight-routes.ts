// Routes of oversight, for administrators.
import { assertCapability } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { daysBefore } from '#server/jobs/retention-job.ts'
import { msToTimestamp } from '#shared/day.ts'
import { success } from '#shared/endpoint.ts'
import { oversightCalls } from '../cases-contract.ts'
import { figureDays, undoWithinMs } from '../rules.ts'
import { readerOf } from './case-reader.ts'
import { undoAllOf } from './decisions.ts'
import { markBanSeen } from './sql/cases.ts'
import { countByModerator, countOpenCases, findFigures } from './sql/oversight.ts'
import { findPerson } from './sql/records.ts'
import { listUnseenBans } from './sql/shown-cases.ts'

export const oversightRoutes = defineRoutes(oversightCalls, {
  oversight: async (context) => {
    const { query } = context.database
    const reader = readerOf(context)
    const since = daysBefore(reader.now, figureDays)
    const { openCases, oldestAt } = await countOpenCases(query)
    return {
      openCases,
      oldestAt,
      ...(await findFigures(query, since)),
      moderators: await countByModerator(query, since),
      unseenBans: await listUnseenBans(query, reader),
    }
  },
  seeBan: async ({ caller, clock, database }, { params: { id } }) => {
    await database.transaction(async (tx) => {
      await assertCapability(tx, caller.user.id, 'community.administer')
      if (!(await markBanSeen(tx, id, new Date(clock.now())))) throw appError('not_found')
    })
    return success
  },
  undoAllOf: async (context, { params: { userId } }) => {
    if (!(await findPerson(context.database.query, userId))) throw appError('not_found')
    const since = msToTimestamp(context.clock.now() - undoWithinMs)
    const adminId = context.caller.user.id
    return { lines: await undoAllOf(context, { adminId, moderatorId: userId, since }) }
  },
})

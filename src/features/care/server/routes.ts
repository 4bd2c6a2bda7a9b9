// Care routes: the member's choice.
import { assertNotBanned } from '#features/members/server/service.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { careCalls } from '../contract.ts'
import { findCareChoice, saveCareChoice } from './sql.ts'

export const careRoutes = defineRoutes(careCalls, {
  careChoice: async ({ caller, database }) => {
    const { isOffered } = await findCareChoice(database.query, caller.user.id)
    return { isOffered }
  },
  chooseCare: async ({ caller, database }, { body: { isOffered } }) => {
    const userId = caller.user.id
    await database.transaction(async (tx) => {
      await assertNotBanned(tx, userId)
      await saveCareChoice(tx, userId, isOffered)
    })
    return { isOffered }
  },
})

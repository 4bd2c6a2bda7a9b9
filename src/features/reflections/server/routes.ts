// Reflections routes: the opt-in, and what helps.
import { readReflectionPairsMin } from '#features/community/server/service.ts'
import { assertNotBanned } from '#features/members/server/service.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { reflectionOptInCalls, whatHelpsCalls } from '../contract.ts'
import { publishEndedReflections } from './publish-reflections.ts'
import { findReflectionOptIn, readWhatHelps, saveReflectionOptIn } from './sql.ts'

export const reflectionOptInRoutes = defineRoutes(reflectionOptInCalls, {
  reflectionOptIn: async ({ caller, database }) => ({
    isOptedIn: await findReflectionOptIn(database.query, caller.user.id),
    pairsMin: await readReflectionPairsMin(database.query),
  }),
  chooseReflectionOptIn: async ({ caller, database }, { body: { isOptedIn } }) => {
    const userId = caller.user.id
    await database.transaction(async (tx) => {
      await assertNotBanned(tx, userId)
      await saveReflectionOptIn(tx, userId, isOptedIn)
    })
    return { isOptedIn, pairsMin: await readReflectionPairsMin(database.query) }
  },
})

export const whatHelpsRoutes = defineRoutes(whatHelpsCalls, {
  whatHelps: async (context) => {
    const { calendar, clock } = context
    const communityZone = calendar.days().zoneAt(clock.now())
    await publishEndedReflections(context)
    return readWhatHelps(context.database.query, communityZone)
  },
})

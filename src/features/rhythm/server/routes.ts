// Rhythm routes: the member's days and choices.
import { daysSat } from '#features/meditation/server/service.ts'
import { satSecondsMin } from '#features/meditation/visit-time.ts'
import { assertNotBanned } from '#features/members/server/service.ts'
import { selectDaysInRhythm } from '#features/practice/server/service.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { rhythmCalls } from '../contract.ts'
import { findRhythmChoices, saveRhythmChoices } from './sql.ts'

export const rhythmRoutes = defineRoutes(rhythmCalls, {
  rhythm: async ({ caller, database }) => {
    const [sat, practiced, choices] = await Promise.all([
      daysSat(database.query, caller.user.id, satSecondsMin),
      selectDaysInRhythm(database.query, caller.user.id, satSecondsMin),
      findRhythmChoices(database.query, caller.user.id),
    ])
    return { days: [...new Set([...sat, ...practiced])].sort(), choices }
  },
  chooseRhythm: ({ caller, database }, { body: part }) => {
    const userId = caller.user.id
    return database.transaction(async (tx) => {
      await assertNotBanned(tx, userId)
      return saveRhythmChoices(tx, userId, part)
    })
  },
})

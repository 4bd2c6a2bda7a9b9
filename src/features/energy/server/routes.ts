// Energy routes: entries, the reflection opt-in, time and sample data.
import { coalesce } from '#server/async/coalesce.ts'
import type { Platform } from '#server/context.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { appError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { readCare, readReflectionPairsMin } from '#features/community/server/service.ts'
import { secondsByDay } from '#features/meditation/server/service.ts'
import { findSittingUnderWay } from '#features/sittings/server/service.ts'
import { assertNotBanned } from '#features/users/server/service.ts'
import { asksForCare, mayAskForCare } from '../care.ts'
import { careCalls } from '../care-contract.ts'
import { energyCalls, type MoodEntry } from '../contract.ts'
import { reflectionOptInCalls } from '../reflection-opt-in-contract.ts'
import { isEntryDayOpen, isOfSitting } from '../rules.ts'
import { whatHelpsCalls } from '../what-helps-contract.ts'
import { publishEndedReflections } from './reflections.ts'
import { replaceSamples } from './sample-data.ts'
import {
  findCareChoice,
  recordCareShown,
  saveCareChoice,
  readWhatHelps,
  findReflectionOptIn,
  listEntries,
  insertEntry,
  saveReflectionOptIn,
  saveFirstReflectionOptIn,
} from './sql.ts'

/** The calls of entries. All members save their levels at once: reads that are the same for them are shared. */
export function createEntryRoutes(platform: Pick<Platform, 'database' | 'roomClock'>): Routes {
  const underWay = coalesce(() => findSittingUnderWay(platform.database.query, platform.roomClock.now()))
  const care = coalesce(() => readCare(platform.database.query))
  return defineRoutes(energyCalls, {
    saveEntry: async ({ calendar, caller, clock, database, roomClock, runIdempotent }, { body }) => {
      const { sessionDate, emotionLevel, moodType, comment, reflectionOptIn } = body
      const entry = {
        sessionDate,
        emotionLevel,
        moodType,
        comment: comment === '' ? null : (comment ?? null),
      }
      const userId = caller.user.id
      const current = await underWay.run()
      const save = async (tx: Executor) => {
        const nowMs = clock.now()
        const roomNowMs = roomClock.now()
        const sitting =
          current?.day === sessionDate && isOfSitting(moodType, current, roomNowMs) ? current : null
        // Doors that open before midnight open the next day's entries.
        if (!sitting && !isEntryDayOpen(sessionDate, calendar.today())) {
          const message = 'You can record an entry for today or yesterday only.'
          throw appError('invalid', { issues: [{ path: 'sessionDate', message }] })
        }
        await assertNotBanned(tx, userId)
        if (!sitting) return insertEntry(tx, { ...entry, userId, createdAt: new Date(nowMs) })
        const choice =
          moodType === 'post' && reflectionOptIn !== undefined
            ? await saveFirstReflectionOptIn(tx, userId, reflectionOptIn)
            : await findReflectionOptIn(tx, userId)
        return insertEntry(tx, {
          ...entry,
          userId,
          // By the clock of the sitting's moments.
          createdAt: new Date(roomNowMs),
          sittingId: sitting.id,
          reflectionOptIn: reflectionOptIn === true && choice === true,
        })
      }
      const saved = await runIdempotent(save)
      // Not in the key's stored response: nothing about the card is stored (CARE-03).
      if (saved.moodType === 'pre') return created(saved)
      const careCard = (await needsCareCard(database.query, saved)) ? 'show' : 'hide'
      return created({ ...saved, care: await care.run(), careCard })
    },
    entries: ({ caller, database }, { query }) =>
      listEntries(database.query, caller.user.id, query.date ?? null),
    times: ({ caller, database }) => secondsByDay(database.query, caller.user.id),
    addSamples: async (context) => created({ days: await replaceSamples(context, context.caller.user.id) }),
  })
}

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

export const whatHelpsRoutes = defineRoutes(whatHelpsCalls, {
  whatHelps: async (context) => {
    const { calendar, clock } = context
    const communityZone = calendar.days().zoneAt(clock.now())
    await publishEndedReflections(context)
    return readWhatHelps(context.database.query, communityZone)
  },
})

/** Whether the care card is shown after a saved After. */
async function needsCareCard(db: Executor, saved: MoodEntry): Promise<boolean> {
  if (!mayAskForCare(saved)) return false
  const entries = await listEntries(db, saved.userId, saved.sessionDate)
  return asksForCare(saved, entries) && recordCareShown(db, saved.userId, saved.createdAt)
}

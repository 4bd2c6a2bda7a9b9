// Energy routes: entries.
import { careOf } from '#features/community/server/service.ts'
import { assertNotBanned } from '#features/members/server/service.ts'
import { findReflectionOptIn, saveFirstReflectionOptIn } from '#features/reflections/server/service.ts'
import { findSittingUnderWay } from '#features/sittings/server/service.ts'
import { fieldError } from '#server/app-error.ts'
import { coalesce } from '#server/async/coalesce.ts'
import { findSettings } from '#server/community/sql.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { t } from '#shared/i18n/t.ts'
import { energyCalls, type MoodEntry } from '../contract.ts'
import { isEntryDayOpen, isOfSitting } from '../rules.ts'
import { listEntries, insertEntry } from './sql.ts'

export interface EntryDeps {
  /** Whether to show the care card after a saved After. */
  needsCareCard(db: Executor, saved: MoodEntry): Promise<boolean>
}

/** The calls of entries. All members save their levels at once: reads that are the same for them are shared. */
export function createEntryRoutes(
  platform: Pick<Platform, 'database' | 'roomClock'>,
  { needsCareCard }: EntryDeps,
): Routes {
  const underWay = coalesce(() => findSittingUnderWay(platform.database.query, platform.roomClock.now()))
  const settings = coalesce(() => findSettings(platform.database.query))
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
          const message = t('You can record an entry for today or yesterday only.')
          throw fieldError('sessionDate', message)
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
      return created({ ...saved, care: careOf(await settings.run()), careCard })
    },
    entries: ({ caller, database }, { query }) =>
      listEntries(database.query, caller.user.id, query.date ?? null),
  })
}

// Routes of practice.
import { assertNotBanned } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import { createSemaphore } from '#server/async/semaphore.ts'
import type { Context } from '#server/context.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { success } from '#shared/endpoint.ts'
import type { DateOrder } from '#shared/file-dates.ts'
import { practiceCalls } from '../contract.ts'
import { importFile, planImport } from './import-practice.ts'
import { addOwnSit } from './own-sits.ts'
import { languageSetting, type PortableSetting } from './portable-settings.ts'
import { readHistoryFile, type ReadHistory } from './read-history-file.ts'
import {
  deletePracticeBatch,
  findPracticeChoices,
  savePracticeChoices,
  selectBatches,
  selectDays,
  selectEntries,
} from './sql.ts'

// A file of the largest size takes tens of megabytes while it is read.
const filesAtOnce = 2
const filesWaitingMax = 20

export interface PracticeDeps {
  /** The member's rhythm: its feature reads the days of this one. */
  rhythm: PortableSetting
}

export function createPracticeRoutes({ rhythm }: PracticeDeps): Routes {
  const settings = [languageSetting, rhythm]
  const semaphore = createSemaphore({ atOnce: filesAtOnce, waitingMax: filesWaitingMax })
  const withFile = <Result>(
    context: Context<'energy.record'>,
    body: { text: string; dateOrder?: DateOrder | undefined },
    work: (file: ReadHistory) => Promise<Result>,
  ) => semaphore.run(async () => work(await readHistoryFile(context, body)), context.client)
  return defineRoutes(practiceCalls, {
    practice: async ({ caller, database }) => {
      const userId = caller.user.id
      const [days, entries] = await Promise.all([
        selectDays(database.query, userId),
        selectEntries(database.query, userId),
      ])
      return {
        days,
        entries: entries.map(({ day, ...entry }) => ({
          ...entry,
          userId,
          sessionDate: day,
          notes: null,
          isSample: false,
          sittingId: null,
          reflectionOptIn: false,
        })),
      }
    },
    previewImport: (context, { body }) =>
      withFile(context, body, (file) =>
        context.database.transaction(async (tx) => {
          const userId = context.caller.user.id
          await assertNotBanned(tx, userId)
          return (await planImport(tx, userId, { file, settings })).summary
        }),
      ),
    importPractice: (context, { body: { withSettings, ...body } }) =>
      withFile(context, body, (file) => importFile(context, { file, settings, withSettings })),
    imports: async ({ caller, database }) => {
      const [batches, choices] = await Promise.all([
        selectBatches(database.query, caller.user.id),
        findPracticeChoices(database.query, caller.user.id),
      ])
      return { batches, choices }
    },
    deleteImport: ({ caller, database }, { params: { batch } }) =>
      database.transaction(async (tx) => {
        await assertNotBanned(tx, caller.user.id)
        if (!(await deletePracticeBatch(tx, caller.user.id, batch))) throw appError('not_found')
        return success
      }),
    addOwnSit: async (context, { body }) => created(await addOwnSit(context, body)),
    choosePractice: ({ caller, database }, { body }) =>
      database.transaction(async (tx) => {
        await assertNotBanned(tx, caller.user.id)
        return savePracticeChoices(tx, caller.user.id, body)
      }),
  })
}

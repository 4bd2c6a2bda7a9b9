// Practice API: the time that a member spent meditating elsewhere, brought along or noted by hand.
import * as z from 'zod/mini'
import { moodEntrySchema } from '#features/energy/contract.ts'
import { daySchema } from '#shared/day-schema.ts'
import { endpoint, perHour, successSchema } from '#shared/endpoint.ts'
import { dateOrders } from '#shared/file-dates.ts'
import { t } from '#shared/i18n/t.ts'
import { idInPathSchema } from '#shared/id.ts'
import { isStorable } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { wholeNumberSchema } from '#shared/whole-number.ts'
import { practiceErrors } from './errors.ts'
import { portableSettings, practiceSources } from './sources.ts'

/** A file has at most so many rows, and an account so many sits and so many entries from elsewhere. */
export const practiceRowsMax = 20_000
/** Of a file's text, in UTF-8. */
export const practiceFileMaxBytes = 2 * 1024 * 1024
export const practiceTitleMaxChars = 200
export const practiceCommentMaxChars = 2_000
export const ownSitMinutes = [1, 240] as const
export const ownSitDaysBack = 30

/** Why a row isn't imported although it can be read. */
export const skippedReasons = ['overlap', 'other-activity', 'no-time', 'sample', 'full'] as const
export type SkippedReason = (typeof skippedReasons)[number]

/** Why a row can't be read. */
export const badReasons = ['date', 'future', 'duration', 'text', 'shape'] as const
export type BadReason = (typeof badReasons)[number]

/** The rows of a reason, by the number that a spreadsheet shows; of a JSON file, by their place in it. */
const rowsOf = <Reason extends string>(reasons: readonly Reason[]) =>
  z.array(z.object({ reason: z.enum(reasons), rows: z.array(z.int()) }))

const importSummarySchema = z.object({
  source: z.enum(practiceSources),
  /** The community that an export of Stillwater comes from. */
  label: z.nullable(z.string()),
  /** A date of the file that can be read in two ways: the caller must say the order. Nothing else is read then. */
  ambiguousDate: z.nullable(z.string()),
  /** How many rows the file has. */
  rows: z.int(),
  /** The counts of an import: sits, their whole minutes, and entries of the diary. */
  sits: z.int(),
  minutes: z.int(),
  entries: z.int(),
  firstDay: z.nullable(daySchema),
  lastDay: z.nullable(daySchema),
  skipped: rowsOf(skippedReasons),
  bad: rowsOf(badReasons),
  /** The settings in the file that can be taken over. */
  settings: z.array(z.enum(portableSettings)),
})
export type ImportSummary = z.infer<typeof importSummarySchema>

const fileFields = {
  /** The text of the file. */
  text: z
    .string({ error: () => t('Please choose a file.') })
    .check(z.refine(isStorable, { error: () => t('This must be text.') })),
  /** Only where the preview has an `ambiguousDate`. */
  dateOrder: z.optional(z.enum(dateOrders)),
}

// A text has quotes and line breaks, which JSON writes with two characters.
const fileBody = { bodyMaxBytes: 2 * practiceFileMaxBytes + 1024 }

const batchSchema = z.object({
  id: z.int(),
  source: z.enum(practiceSources),
  label: z.nullable(z.string()),
  createdAt: timestampSchema,
  sits: z.int(),
  minutes: z.int(),
  entries: z.int(),
  firstDay: z.nullable(daySchema),
  lastDay: z.nullable(daySchema),
})
export type PracticeBatch = z.infer<typeof batchSchema>

const dayPracticeSchema = z.object({
  day: daySchema,
  source: z.enum(practiceSources),
  label: z.nullable(z.string()),
  /** The sum of the day's sits of this source; 0 where it brought only entries. */
  seconds: z.int(),
})
/** A member's practice of one day and source. */
export type DayPractice = z.infer<typeof dayPracticeSchema>

export const practiceChoicesSchema = z.strictObject({
  /** Whether the days also count in the member's own rhythm. */
  inRhythm: z.boolean(),
})

const writeLimits = [{ per: 'caller', perMinute: 30 }] as const

export const practiceCalls = {
  /** The member's practice for their history: the time of each day, and entries from another diary. */
  practice: endpoint({
    method: 'GET',
    path: '/api/practice',
    isSilent: true,
    needs: 'energy.record',
    response: z.object({
      days: z.array(dayPracticeSchema),
      entries: z.array(moodEntrySchema),
    }),
    isCompressed: true,
  }),
  /** What an import of this file would do. Stores nothing. */
  previewImport: endpoint({
    method: 'POST',
    path: '/api/account/import/preview',
    needs: 'energy.record',
    body: z.strictObject(fileFields),
    response: importSummarySchema,
    limits: [{ per: 'caller', perMinute: 10 }],
    ...fileBody,
  }),
  /** Stores what the preview of the same file says, as one batch; none without a sit or an entry. */
  importPractice: endpoint({
    method: 'POST',
    path: '/api/account/import',
    needs: 'energy.record',
    body: z.strictObject({
      ...fileFields,
      /** Whether to take over the settings that the preview lists. */
      withSettings: z.boolean(),
    }),
    response: z.extend(importSummarySchema, { id: z.nullable(z.int()) }),
    limits: [{ per: 'caller', ...perHour(30) }],
    ...fileBody,
    isIdempotent: true,
  }),
  /** The member's batches, newest first, and their choice. */
  imports: endpoint({
    method: 'GET',
    path: '/api/account/imports',
    needs: 'energy.record',
    response: z.object({ batches: z.array(batchSchema), choices: practiceChoicesSchema }),
  }),
  /** Deletes a batch with all that it brought. */
  deleteImport: endpoint({
    method: 'DELETE',
    path: '/api/account/import/:batch',
    needs: 'energy.record',
    params: z.object({ batch: idInPathSchema }),
    response: successSchema,
    limits: writeLimits,
    errors: ['not_found'],
  }),
  /** 'I sat elsewhere': a sit of the last 30 days, as a batch with nothing else. */
  addOwnSit: endpoint({
    method: 'POST',
    path: '/api/account/own-sits',
    needs: 'energy.record',
    body: z.strictObject({ date: daySchema, minutes: wholeNumberSchema(ownSitMinutes) }),
    response: batchSchema,
    limits: writeLimits,
    errors: [practiceErrors.sat_already],
    isIdempotent: true,
    creates: true,
  }),
  choosePractice: endpoint({
    method: 'PUT',
    path: '/api/practice',
    isSilent: true,
    needs: 'energy.record',
    body: practiceChoicesSchema,
    response: practiceChoicesSchema,
    limits: writeLimits,
  }),
}

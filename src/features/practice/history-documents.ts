// JSON documents with a history: Finch's, and the two that Stillwater exports.
import * as z from 'zod/mini'
import { moodTypes } from '#features/energy/contract.ts'
import { emotionLevelOf } from '#features/energy/levels.ts'
import { communityNameMaxChars, diaryMaxChars, energyLevelCount } from '#shared/constants.ts'
import { daySchema } from '#shared/day-schema.ts'
import { msToTimestamp, timestampToMs } from '#shared/day.ts'
import { readFileDate } from '#shared/file-dates.ts'
import { textSchema, truncateUtf16 } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { practiceCommentMaxChars, practiceTitleMaxChars } from './contract.ts'
import {
  bad,
  sitReading,
  skipped,
  type EntryRecord,
  type HistoryFile,
  type Reading,
  type ReadingContext,
} from './records.ts'

const rowsSchema = z.array(z.unknown())
const settingsSchema = z.record(z.string(), z.unknown())

/** Recognizes a parsed JSON document; null for an unknown one. */
export function readHistoryDocument(document: unknown): HistoryFile | null {
  return readAccountExport(document) ?? readHistoryExport(document) ?? readFinchExport(document)
}

const accountExportSchema = z.object({
  product: z.string(),
  profile: settingsSchema,
  energy: z.object({ entries: rowsSchema }),
  meditation: z.object({ sessions: rowsSchema }),
  rhythm: z.optional(settingsSchema),
  practice: z.optional(z.object({ sits: rowsSchema, entries: rowsSchema })),
})

/** 'Download my data' of another community. */
function readAccountExport(document: unknown): HistoryFile | null {
  const { success, data } = accountExportSchema.safeParse(document)
  if (!success) return null
  const { product, profile, energy, meditation, rhythm, practice = { sits: [], entries: [] } } = data
  return {
    source: 'stillwater',
    label: labelOf(product),
    dates: [],
    rows: numbered([
      ...readers(energy.entries, readEntry),
      ...readers(meditation.sessions, readVisit),
      ...readers(practice.sits, readPracticeSit),
      ...readers(practice.entries, readPracticeEntry),
    ]),
    settings: { language: profile.language, rhythm: rhythm?.choices },
  }
}

const historyExportSchema = z.object({ product: z.string(), exportedAt: z.string(), days: rowsSchema })

/** 'Download my history' of another community: days with levels from 0 to 7, and minutes. */
function readHistoryExport(document: unknown): HistoryFile | null {
  const { success, data } = historyExportSchema.safeParse(document)
  if (!success) return null
  return {
    source: 'stillwater',
    label: labelOf(data.product),
    dates: [],
    rows: data.days.flatMap((day, index) => readingsOfDay(day).map((read) => ({ number: index + 1, read }))),
    settings: {},
  }
}

const exportedEntrySchema = z.nullable(
  z.object({
    level: z.int().check(z.minimum(0), z.maximum(energyLevelCount - 1)),
    comment: commentSchema(),
    recordedAt: timestampSchema,
  }),
)

const exportedDaySchema = z.object({
  date: daySchema,
  before: exportedEntrySchema,
  after: exportedEntrySchema,
  minutes: z.number(),
  sample: z.boolean(),
})

function readingsOfDay(row: unknown): Reader[] {
  const { success, data } = exportedDaySchema.safeParse(row)
  if (!success) return [() => bad('shape')]
  if (data.sample) return [() => skipped('sample')]
  const { date: day, before, after, minutes } = data
  const time = { day, startedAtMs: null, seconds: minutes * 60, title: null, comment: null }
  return [
    ...[before, after].flatMap((entry, index) => {
      if (entry === null) return []
      const { level, comment, recordedAt } = entry
      return (context: ReadingContext) =>
        entryReading(
          {
            day,
            moodType: index === 0 ? 'pre' : 'post',
            emotionLevel: emotionLevelOf(level),
            comment: comment || null,
            createdAt: recordedAt,
          },
          context,
        )
    }),
    ...(minutes === 0 ? [] : [(context: ReadingContext) => sitReading(time, context)]),
  ]
}

const finchExportSchema = z.object({ data: rowsSchema })
const finchTimerSchema = z.object({
  timerTypeIndex: z.int(),
  selectedDurationSeconds: z.number(),
  startTime: z.string(),
  completedTime: z.nullish(z.string()),
})
const finchBreathingSchema = z.object({
  breathing_type: z.string(),
  duration: z.number(),
  start_time: z.string(),
  completed_time: z.nullish(z.string()),
})

/** Finch's timers or breathing exercises, by their first row. */
function readFinchExport(document: unknown): HistoryFile | null {
  const rows = finchExportSchema.safeParse(document).data?.data ?? []
  const isOf = (schema: z.ZodMiniType) => schema.safeParse(rows[0]).success
  const readRow = isOf(finchTimerSchema) ? readTimer : isOf(finchBreathingSchema) ? readBreathing : null
  if (readRow === null) return null
  return {
    source: 'finch',
    label: null,
    dates: [],
    rows: numbered(readers(rows, readRow)),
    settings: {},
  }
}

/** The type of a timer that is a meditation. */
const meditationTimer = 0

function readTimer(row: unknown, context: ReadingContext): Reading {
  const { success, data } = finchTimerSchema.safeParse(row)
  if (!success) return bad('shape')
  if (data.timerTypeIndex !== meditationTimer) return skipped('other-activity')
  const { startTime, completedTime, selectedDurationSeconds } = data
  return readFinchSit({ startTime, completedTime, seconds: selectedDurationSeconds, title: null }, context)
}

function readBreathing(row: unknown, context: ReadingContext): Reading {
  const { success, data } = finchBreathingSchema.safeParse(row)
  if (!success) return bad('shape')
  if (!data.completed_time) return skipped('no-time')
  const title = titleSchema.safeParse(data.breathing_type)
  if (!title.success) return bad('text')
  const { start_time: startTime, duration: seconds } = data
  return readFinchSit({ startTime, seconds, title: title.data || null }, context)
}

interface FinchSit {
  startTime: string
  /** Where it was completed, the time until then counts. */
  completedTime?: string | null | undefined
  seconds: number
  title: string | null
}

function readFinchSit(
  { startTime, completedTime, seconds, title }: FinchSit,
  context: ReadingContext,
): Reading {
  const startedAtMs = readFileDate(startTime, context.dateOrder)?.atMs ?? null
  if (startedAtMs === null) return bad('date')
  const completedAtMs = readFileDate(completedTime ?? '', context.dateOrder)?.atMs ?? null
  return sitReading(
    {
      day: context.days.dayOf(startedAtMs),
      startedAtMs,
      seconds: Math.round(completedAtMs === null ? seconds : (completedAtMs - startedAtMs) / 1_000),
      title,
      comment: null,
    },
    context,
  )
}

const titleSchema = textSchema({ max: practiceTitleMaxChars })

const entryFields = {
  moodType: z.enum(moodTypes),
  emotionLevel: z.int().check(z.minimum(1), z.maximum(energyLevelCount)),
  comment: commentSchema(),
  createdAt: timestampSchema,
}
const entrySchema = z.object({ ...entryFields, sessionDate: daySchema, isSample: z.boolean() })
const practiceEntrySchema = z.object({ ...entryFields, day: daySchema })

function readEntry(row: unknown, context: ReadingContext): Reading {
  const { success, data } = entrySchema.safeParse(row)
  if (!success) return bad('shape')
  const { sessionDate: day, isSample, ...entry } = data
  return isSample ? skipped('sample') : entryReading(recordOf({ ...entry, day }), context)
}

function readPracticeEntry(row: unknown, context: ReadingContext): Reading {
  const { success, data } = practiceEntrySchema.safeParse(row)
  return success ? entryReading(recordOf(data), context) : bad('shape')
}

function recordOf({ comment, ...entry }: z.infer<typeof practiceEntrySchema>): EntryRecord {
  return { ...entry, comment: comment || null }
}

function entryReading(entry: EntryRecord, { nowMs, today }: ReadingContext): Reading {
  const createdAtMs = timestampToMs(entry.createdAt)
  if (createdAtMs > nowMs || entry.day > today) return bad('future')
  return { kind: 'entry', entry: { ...entry, createdAt: msToTimestamp(createdAtMs) } }
}

const visitSchema = z.object({
  sessionDate: daySchema,
  title: titleSchema,
  startTime: timestampSchema,
  /** Seconds. */
  duration: z.int(),
  isSample: z.boolean(),
})

function readVisit(row: unknown, context: ReadingContext): Reading {
  const { success, data } = visitSchema.safeParse(row)
  if (!success) return bad('shape')
  const { sessionDate: day, startTime, duration: seconds, title, isSample } = data
  if (isSample) return skipped('sample')
  if (seconds === 0) return skipped('no-time')
  return sitReading(
    { day, startedAtMs: timestampToMs(startTime), seconds, title: title || null, comment: null },
    context,
  )
}

const practiceSitSchema = z.object({
  day: daySchema,
  startedAt: z.nullable(timestampSchema),
  seconds: z.int(),
  title: z.nullable(titleSchema),
  comment: z.nullable(textSchema({ max: practiceCommentMaxChars })),
})

function readPracticeSit(row: unknown, context: ReadingContext): Reading {
  const { success, data } = practiceSitSchema.safeParse(row)
  if (!success) return bad('shape')
  const { startedAt, title, comment, ...sit } = data
  return sitReading(
    {
      ...sit,
      startedAtMs: startedAt === null ? null : timestampToMs(startedAt),
      title: title || null,
      comment: comment || null,
    },
    context,
  )
}

/** An entry's comment as this community would take it; empty without one. */
function commentSchema() {
  return z.nullable(textSchema({ max: diaryMaxChars }))
}

/** The name of a community in a file; null for one that can't be shown. */
function labelOf(product: string): string | null {
  return (
    textSchema({ max: communityNameMaxChars }).safeParse(truncateUtf16(product, communityNameMaxChars))
      .data || null
  )
}

type Reader = (context: ReadingContext) => Reading

function readers(
  rows: readonly unknown[],
  read: (row: unknown, context: ReadingContext) => Reading,
): Reader[] {
  return rows.map((row) => (context) => read(row, context))
}

function numbered(reads: readonly Reader[]): HistoryFile['rows'] {
  return reads.map((read, index) => ({ number: index + 1, read }))
}

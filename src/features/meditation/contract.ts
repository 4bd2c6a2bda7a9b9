// Endpoints of the day's meditation and of members' time in it.
import * as z from 'zod/mini'
import { playsKinds, playsOfDay } from '#features/sittings/plays.ts'
import { storedBlocksSchema } from '#features/sittings/silence.ts'
import { sittingSchema } from '#features/sittings/sitting.ts'
import { streamAddressSchema } from '#features/streams/stream-address.ts'
import { visitMaxSeconds } from '#shared/constants.ts'
import { daySchema, timeSchema } from '#shared/day-schema.ts'
import { endpoint } from '#shared/endpoint.ts'
import { textLanguageSchema } from '#shared/i18n/translations.ts'
import { idInPathSchema } from '#shared/id.ts'
import { dailyMeditationPath } from '#shared/paths.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { meditationErrors } from './errors.ts'

const difficulties = ['Beginner', 'Intermediate', 'Advanced'] as const

const stepSchema = z.object({
  number: z.int(),
  title: z.string(),
  description: z.string(),
})

/** By the clock of `timeZone`, or of the community's where that is null, `dayShift` days after `date` (SCH-33). */
const startFields = {
  scheduledTime: timeSchema,
  timeZone: z.nullable(z.string()),
  dayShift: z.int(),
}

const nextMeditationSchema = z.object({
  date: daySchema,
  title: z.string(),
  language: textLanguageSchema,
  ...startFields,
  /** The bell, in epoch milliseconds; null if it doesn't start together. */
  startsAt: z.nullable(z.int()),
})
export type NextMeditation = z.infer<typeof nextMeditationSchema>

const sentMeditationSchema = z.object({
  scheduleId: z.int(),
  date: daySchema,
  title: z.string(),
  description: z.string(),
  /** Of title and description; of the steps; of the captions. */
  language: textLanguageSchema,
  stepsLanguage: textLanguageSchema,
  captionsLanguage: textLanguageSchema,
  kind: z.enum(playsKinds),
  /** Of a silence, whose `videoUrl` is ''; null for a video. */
  blocks: z.nullable(storedBlocksSchema),
  videoUrl: z.string(),
  thumbnailUrl: z.nullable(z.string()),
  captionsUrl: z.nullable(z.string()),
  /** For listening with the screen off; null plays the file of the video (SYNC-20). */
  audioUrl: z.nullable(z.string()),
  /** A live one is seen and heard in the room; absent for one that meets elsewhere, and for the other kinds. */
  isStreamed: z.optional(z.boolean()),
  instructor: z.string(),
  instructorTitle: z.string(),
  duration: z.int(),
  difficulty: z.enum(difficulties),
  sessionSteps: z.array(stepSchema),
  /** Who holds it; null while no one does (TEACH-06). */
  host: z.nullable(z.object({ id: z.int(), name: z.string() })),
  ...startFields,
  /** Whether its schedule starts together, whatever hosts do. */
  together: z.boolean(),
  /** The day's next sitting after its own, else that of the next day with one within 14 days; null without either. */
  next: z.nullable(nextMeditationSchema),
})

/** A meditation of a day as it is sent; `duration` is in minutes. */
export type SentMeditation = z.infer<typeof sentMeditationSchema>

/** Replaces the flat fields of a day with its video or silence, as a page reads them. */
function withPlaysOfDay<Sent extends SentMeditation>({
  kind,
  blocks,
  videoUrl,
  audioUrl,
  isStreamed,
  ...rest
}: Sent) {
  return { ...rest, plays: playsOfDay({ kind, blocks, videoUrl, audioUrl, isStreamed }) }
}

const meditationOfDaySchema = z.pipe(
  sentMeditationSchema,
  z.transform((sent: SentMeditation) => withPlaysOfDay(sent)),
)

/** The day's meditation of the moment as it is sent (PLAN-02). */
const sentDaySchema = z.extend(sentMeditationSchema, {
  /** The sitting of the moment; null unless the day has one (PHASE-03). */
  sitting: z.nullable(sittingSchema),
  /** Where the sitting meets, null without a place; absent but from its doors to the end of its sharing (TEACH-11). */
  meetingUrl: z.optional(z.nullable(z.string())),
  /** Where a teacher who speaks now is seen and heard, at the same times (STREAM-21). */
  stream: z.optional(streamAddressSchema),
  /** All sittings of the day in the order of their doors. */
  sittings: z.array(
    z.extend(sittingSchema, { title: z.string(), language: textLanguageSchema, duration: z.int() }),
  ),
  /** The day's other meditations. */
  others: z.array(meditationOfDaySchema),
})
export type SentDay = z.input<typeof sentDaySchema>

export const dailyMeditationSchema = z.pipe(
  sentDaySchema,
  z.transform((sent: z.output<typeof sentDaySchema>) => withPlaysOfDay(sent)),
)
/** The day's meditation of the moment, as a page reads it. */
export type DailyMeditation = z.output<typeof dailyMeditationSchema>

/**
 * A member's time in one day's meditation; `duration` is in seconds, `endTime` is the time of the last credit
 * (MED-31).
 */
export const visitRecordSchema = z.object({
  id: z.int(),
  userId: z.int(),
  sessionDate: daySchema,
  startTime: timestampSchema,
  endTime: timestampSchema,
  duration: z.int(),
  templateId: z.int(),
  completed: z.boolean(),
  createdAt: timestampSchema,
})
export type VisitRecord = z.infer<typeof visitRecordSchema>

/** A visit that has just been started or was already open. */
const startedVisitSchema = z.extend(visitRecordSchema, {
  /** Always false; pages of an earlier release expect it. */
  isReturn: z.boolean(),
})
export type StartedVisit = z.infer<typeof startedVisitSchema>

const seconds = z
  .int({ error: 'Time must be a whole number of seconds.' })
  .check(z.minimum(0, { error: 'Time can’t be negative.' }))

/** Whether the page is visible or its member has a seat; it doesn't say which (REM-03). */
const isVisible = z.optional(z.boolean())

/** A report in seconds: either since the last report (`additionalDuration`) or of the whole visit (`duration`). */
const reportSchema = z.union(
  [
    z.strictObject({ additionalDuration: seconds, isVisible }),
    z.strictObject({ duration: seconds, isVisible }),
  ],
  { error: 'Send either additionalDuration or duration, in whole seconds.' },
)
export type TimeReport = z.infer<typeof reportSchema>

const visitParams = z.object({ id: idInPathSchema })

export const meditationCalls = {
  today: endpoint({
    method: 'GET',
    path: dailyMeditationPath,
    needs: 'meditation.join',
    response: z.nullable(dailyMeditationSchema),
  }),
  startVisit: endpoint({
    method: 'POST',
    path: '/api/session/start',
    needs: 'meditation.join',
    body: z.strictObject({ sessionDate: daySchema }),
    response: startedVisitSchema,
    limits: [{ per: 'caller', perMinute: 20 }],
    creates: true,
    errors: [meditationErrors.no_meditation],
  }),
  /** How many sittings the caller has completed. */
  completedCount: endpoint({
    method: 'GET',
    path: '/api/session/completed-count',
    needs: 'meditation.join',
    response: z.object({ count: z.int() }),
  }),
  reportTime: endpoint({
    method: 'PUT',
    path: '/api/session/:id',
    needs: 'meditation.join',
    params: visitParams,
    body: reportSchema,
    response: visitRecordSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
    errors: ['not_found', meditationErrors.session_ended],
  }),
  /** The last report, sent while the page unloads (MED-15). */
  reportLeaving: endpoint({
    method: 'POST',
    path: '/api/session/:id',
    needs: 'meditation.join',
    params: visitParams,
    body: z.strictObject({ additionalDuration: seconds.check(z.maximum(visitMaxSeconds)), isVisible }),
    response: z.null(),
    limits: [{ per: 'caller', perMinute: 30 }],
    bodyMaxBytes: 1024,
    isBeacon: true,
    errors: ['not_found', meditationErrors.session_ended],
  }),
  visitRecord: endpoint({
    method: 'GET',
    path: '/api/session/:id',
    needs: 'meditation.join',
    params: visitParams,
    response: visitRecordSchema,
    errors: ['not_found'],
  }),
}

/**
 * For visitors: the meditation of the next bell, else of today, with length in minutes and bell. Then the next day with a
 * meditation, and who sat yesterday.
 */
const previewSchema = z.object({
  today: z.nullable(z.object({ title: z.string(), language: textLanguageSchema, duration: z.int() })),
  /** Its bell in epoch milliseconds; null without one, or if it was canceled. */
  startsAt: z.nullable(z.int()),
  tomorrow: z.nullable(z.object({ title: z.string(), language: textLanguageSchema })),
  /** The first day after today with a meditation; null if none is scheduled. */
  nextDay: z.nullable(z.string()),
  /** The number of members with time yesterday; null if there were few. */
  satYesterday: z.nullable(z.int()),
})
export type MeditationPreview = z.infer<typeof previewSchema>

export const previewCalls = {
  preview: endpoint({
    method: 'GET',
    path: '/api/meditation/preview',
    needs: 'public',
    isForOpenJoining: true,
    response: previewSchema,
    limits: [{ per: 'address', perMinute: 60 }],
  }),
}

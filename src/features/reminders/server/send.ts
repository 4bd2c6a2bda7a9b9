// Runs the jobs of reminders: claims members in chunks, leaves out who is in the room, and sends pushes and mails.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { storedSittingsBetween } from '#features/sittings/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Job } from '#server/jobs/sql.ts'
import { inLanguage } from '#server/language/reader.ts'
import { insertBulkMails } from '#server/mail/bulk-mails.ts'
import { changeNotice, dayBeforeNotice, tenMinutesNotice, type SittingFacts } from '../notices.ts'
import { dayBeforeMs, quarterOf, tenMinutesFromMs, tenMinutesUntilMs } from '../rules.ts'
import { remindersMailType, type ReminderMailFacts } from './mails.ts'
import type { ReminderPayload } from './schedule-reminders.ts'
import {
  claimReminders,
  deleteUnsentReminders,
  findAnnouncedSitting,
  saveSentReminders,
  type Claim,
  type ClaimInput,
  type ReminderKind,
} from './sql.ts'
import { listDayBeforeZones } from './sql/choices.ts'

/** The sender of push notices, which the app hands in; see the feature `push`. */
export interface NoticeSender {
  /** Sends to all devices of these members; tries again until `deadlineMs` of the room clock. */
  send(
    userIds: readonly number[],
    notice: {
      title: string
      body: string
      path: string
      topic: string
      urgency: 'normal' | 'high'
    },
    deadlineMs: number,
  ): Promise<unknown>
}

export interface RemindersDeps {
  push: NoticeSender
  /** Whether a member is in the room of a day now, on any node. */
  isPresent(day: string, userId: number): boolean
}

const chunkMax = 500
/** Chunks that are being sent at once. */
const chunksAtOnce = 4
/** A service that is slower than this goes on by itself; the chunk counts as sent. */
const chunkWaitMs = 10_000
/** Each run of a job has a number below this. */
const runsMax = 2 ** 31 - 1

type SendDeps = Pick<Platform, 'calendar' | 'clock' | 'community' | 'database' | 'log' | 'roomClock'> &
  RemindersDeps

/** Creates the function that runs one attempt of a job. */
export function createReminderRun(deps: SendDeps) {
  const { calendar, database, roomClock } = deps

  /** The state of the sitting, if it still is as the job was scheduled; null calls off what isn't sent (REM-12). */
  const findSubject = async (payload: ReminderPayload): Promise<SittingFacts | null> => {
    const { kind, sittingId, day, bell, version } = payload
    if (kind === 'changed') {
      const announced = await findAnnouncedSitting(database.query, sittingId)
      return announced?.version === version ? announced : null
    }
    const stored = await storedSittingsBetween(database.query, { from: day, to: day })
    const found = stored.find(({ sitting }) => sitting.id === sittingId)
    const isSame = found && !found.sitting.cancelled && found.sitting.startsAt === bell
    return isSame ? { title: found.title, titles: found.titles, bell } : null
  }

  const isOver = ({ kind, bell }: ReminderPayload): boolean => {
    const untilMs = kind === 'ten-minutes' ? bell - tenMinutesUntilMs : bell
    return roomClock.now() >= untilMs
  }

  /** Null once the notice is called off, or too late. */
  const findUnlessOver = async (payload: ReminderPayload): Promise<SittingFacts | null> =>
    isOver(payload) ? null : findSubject(payload)

  const findEvening = async ({ kind, bell, quarter }: ReminderPayload): Promise<ClaimInput['evening']> => {
    if (kind !== 'day-before' || quarter === undefined) return null
    const days = calendar.days()
    const zones = await listDayBeforeZones(database.query, days.zoneAt(roomClock.now()))
    const isNow = (zone: string) => quarterOf(dayBeforeMs(days, bell, zone)) === quarter
    return { zones: zones.filter(isNow), at: new Date(quarter) }
  }

  return async ({ id, payload: stored }: Job, signal: AbortSignal) => {
    const run = randomInt(runsMax)
    const payload = stored as ReminderPayload
    const { kind, sittingId, bell, version = 0, hours } = payload
    const waitMs = kind === 'ten-minutes' ? bell - tenMinutesFromMs - roomClock.now() : 0
    if (waitMs > 0) return { waitMs }
    const evening = await findEvening(payload)
    const kinds: ReminderKind[] = kind === 'changed' ? ['changed-push', 'changed-mail'] : [kind]
    for (const claimed of kinds) {
      const input: WalkInput = {
        sittingId,
        version,
        hours,
        evening,
        kind: claimed,
        jobId: id,
        run,
        max: chunkMax,
      }
      await walk(deps, { payload, input, signal, findUnlessOver: () => findUnlessOver(payload) })
    }
    return null
  }
}

/** The same for all chunks. */
type WalkInput = Omit<ClaimInput, 'now' | 'communityZone' | 'communityLanguage'>

interface Walk {
  payload: ReminderPayload
  input: WalkInput
  signal: AbortSignal
  findUnlessOver: () => Promise<SittingFacts | null>
}

/** Claims and sends chunk after chunk until no member is left, or the notice is called off. */
async function walk(deps: SendDeps, { payload, input, signal, findUnlessOver }: Walk) {
  const { database } = deps
  const sending = new Set<Promise<void>>()
  const failures: unknown[] = []
  for (;;) {
    signal.throwIfAborted()
    const subject = await findUnlessOver()
    if (subject === null) {
      await Promise.all(sending)
      return deleteUnsentReminders(database.query, input)
    }
    const { count, pushes } = await claimChunk(deps, payload, input)
    if (count === 0) break
    if (pushes.length > 0) {
      const sent = sendPushes(deps, { payload, subject, input, pushes })
        .catch((error: unknown) => void failures.push(error))
        .finally(() => sending.delete(sent))
      sending.add(sent)
    }
    if (sending.size >= chunksAtOnce) await Promise.race(sending)
  }
  await Promise.all(sending)
  if (failures.length > 0) throw new AggregateError(failures, 'Some reminders were not sent.')
}

/** Claims a chunk in one transaction with its mails, which so leave exactly once. */
async function claimChunk(
  deps: SendDeps,
  { day, bell, change, version }: ReminderPayload,
  input: WalkInput,
): Promise<{ count: number; pushes: Claim[] }> {
  const { calendar, clock, community, database, isPresent } = deps
  return database.transaction(async (tx) => {
    const now = new Date(clock.now())
    const communityZone = calendar.days().zoneAt(now.getTime())
    const communityLanguage = community.settings().language
    const claims = await claimReminders(tx, { ...input, now, communityZone, communityLanguage })
    const present = claims.filter(({ userId }) => isPresent(day, userId))
    await saveSentReminders(tx, input, { userIds: idsOf(present), now, channel: 'none' })
    const absent = claims.filter((claim) => !present.includes(claim))
    const mailed = idsOf(absent.filter(({ channel }) => channel === 'mail'))
    const facts: ReminderMailFacts = change
      ? { about: 'change', sittingId: input.sittingId, change, version: version ?? 0 }
      : { about: 'day-before', bell }
    await insertBulkMails(tx, { type: remindersMailType, facts, userIds: mailed, now })
    await saveSentReminders(tx, input, { userIds: mailed, now })
    return { count: claims.length, pushes: absent.filter(({ channel }) => channel === 'push') }
  })
}

interface PushChunk {
  payload: ReminderPayload
  subject: SittingFacts
  input: WalkInput
  pushes: readonly Claim[]
}

/**
 * Sends a chunk, to each language and zone in its own words, and records it. Throws if the database didn't say who has
 * which devices: these members stay claimed, and the job's next run sends to them.
 */
async function sendPushes(
  { clock, database, log, push }: SendDeps,
  { payload: { kind, change }, subject, input, pushes }: PushChunk,
): Promise<void> {
  const topic = `sitting-${input.sittingId}`
  const urgency = kind === 'day-before' ? 'normal' : 'high'
  const groupOf = ({ language, zone }: Claim) => `${language} ${zone}`
  const groups = new Map(pushes.map((claim) => [groupOf(claim), claim]))
  const words = (zone: string) => {
    if (change) return changeNotice(subject, change, zone)
    return kind === 'ten-minutes' ? tenMinutesNotice(subject, zone) : dayBeforeNotice(subject, zone)
  }
  const failed = new Set<number>()
  const sends = [...groups].map(async ([group, { language, zone }]) => {
    const userIds = idsOf(pushes.filter((claim) => groupOf(claim) === group))
    try {
      const notice = inLanguage(language, () => words(zone))
      await push.send(userIds, { ...notice, path: '/meditation', topic, urgency }, subject.bell)
    } catch (error) {
      for (const userId of userIds) failed.add(userId)
      log.error({ err: error, part: 'reminders' }, 'Pushes of reminders failed.')
    }
  })
  const timer = new AbortController()
  const wait = sleep(chunkWaitMs, undefined, { signal: timer.signal }).catch(() => undefined)
  await Promise.race([Promise.all(sends), wait])
  timer.abort()
  const sent = idsOf(pushes).filter((userId) => !failed.has(userId))
  await saveSentReminders(database.query, input, { userIds: sent, now: new Date(clock.now()) })
  if (failed.size > 0) throw new Error(`Pushes to ${failed.size} members failed.`)
}

const idsOf = (claims: readonly Claim[]): number[] => claims.map(({ userId }) => userId)

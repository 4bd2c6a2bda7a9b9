// Stream job: one node alone looks after a live sitting's stream. It reads an outside playlist once per target duration. A
// stream of this site it switches off when nothing comes, and deletes its old segments.
import * as z from 'zod/mini'
import { createThrottle } from '#server/async/throttle.ts'
import type { Platform } from '#server/context.ts'
import type { JobKind } from '#server/jobs/job-queue.ts'
import { insertJobs, saveJobPayload, type Job } from '#server/jobs/sql.ts'
import { PrivateAddressError } from '#server/outgoing/public-address.ts'
import { UnreadableBodyError, type RequestPublic } from '#server/outgoing/request-public.ts'
import { minuteMs, secondMs } from '#shared/durations.ts'
import { silentForMs, targetMs } from '../arrivals.ts'
import {
  followPlaylist,
  followedSchema,
  msToNextRead,
  nothingFollowed,
  stateOfFollowed,
} from '../followed-address.ts'
import { parsePlaylist, type OutsidePlaylist } from '../parsed-playlist.ts'
import { isFollowed, type LiveSitting, type LiveSittings } from './live-sittings.ts'
import { deleteSegmentsBefore, stopStreamsWithoutRight, lockStream, switchOff, updateStream } from './sql.ts'
import { streamEvents } from './stream-events.ts'

/** How long a segment is stored. */
export const segmentsForMs = 5 * minuteMs
const deletedAtOnce = 500
const playlistMaxBytes = 256 * 1_024
const readTimeoutMs = 5 * secondMs
const pollEveryMs = 5 * secondMs
const logEveryMs = minuteMs
/** Time for the last run of a job: it deletes what there is. */
const tidyForMs = minuteMs

const payloadSchema = z.object({
  followed: followedSchema,
  /** The variant that is read in place of the address; null for the address itself. */
  variant: z.nullable(z.string()),
})
type Payload = z.infer<typeof payloadSchema>

type StreamJobDeps = Pick<Platform, 'bus' | 'clock' | 'database' | 'log' | 'roomClock'> & {
  sittings: LiveSittings
  request: RequestPublic
}

const streamJobsKind = 'stream'

/** Without a live sitting around nothing is read, from a minute after the start or the last one on. */
export function streamJobKind(deps: StreamJobDeps): JobKind {
  const { clock, database, log, sittings } = deps
  const throttle = createThrottle(logEveryMs, clock.now)
  const logFailure = (sittingId: number, host: string, reason: string) => {
    const times = throttle(String(sittingId))
    if (times !== null)
      log.warn({ event: 'stream-address', sittingId, host, reason, times }, 'A live playlist can’t be used.')
  }
  let openAtMs = clock.now()
  return {
    name: streamJobsKind,
    concurrency: 1,
    pollEveryMs,
    beforePoll: async () => {
      const open = await sittings.open()
      const now = new Date(clock.now())
      const keys = open.map(({ sitting }) => String(sitting.id))
      await insertJobs(
        database.query,
        keys.map((key) => ({ kind: streamJobsKind, key, now })),
      )
      if (keys.length > 0) openAtMs = clock.now()
      return clock.now() - openAtMs <= tidyForMs
    },
    run: async (job, signal) => {
      const open = await sittings.open()
      const live = open.find(({ sitting }) => String(sitting.id) === job.key)
      if (!live) return deleteAll(deps, Number(job.key))
      return live.plays.source === 'here'
        ? maintain(deps, live)
        : read(deps, live, { job, signal, logFailure })
    },
  }
}

/** After the end of a sitting's stream it is off, and nothing of it is stored. */
async function deleteAll({ database, roomClock, sittings }: StreamJobDeps, sittingId: number): Promise<null> {
  await switchOff(database.query, sittingId, Number.MAX_SAFE_INTEGER)
  const others = await sittings.open()
  const beforeMs = roomClock.now() - (others.length === 0 ? 0 : segmentsForMs)
  while ((await deleteSegmentsBefore(database.query, beforeMs, deletedAtOnce)) >= deletedAtOnce);
  return null
}

async function maintain(
  { bus, database, roomClock }: StreamJobDeps,
  { sitting: { id } }: LiveSitting,
): Promise<number> {
  const nowMs = roomClock.now()
  await stopStreamsWithoutRight(database.query)
  if (await switchOff(database.query, id, nowMs - silentForMs(targetMs)))
    await bus.publish(streamEvents, { type: 'changed', sittingId: id })
  await deleteSegmentsBefore(database.query, nowMs - segmentsForMs, deletedAtOnce)
  return 2 * secondMs
}

interface ReadRun {
  job: Job
  signal: AbortSignal
  logFailure: (sittingId: number, host: string, reason: string) => void
}

/** Reads an outside playlist while members follow it. */
async function read(
  deps: StreamJobDeps,
  live: LiveSitting,
  { job, signal, logFailure }: ReadRun,
): Promise<number> {
  const { clock, database, roomClock } = deps
  const startedMs = clock.now()
  await stopStreamsWithoutRight(database.query)
  if (!isFollowed(live, roomClock.now())) return pollEveryMs
  const { sitting, plays } = live
  const { data } = z.safeParse(payloadSchema, job.payload)
  const before: Payload = data ?? { followed: nothingFollowed, variant: null }
  const found = await readPlaylist(deps, before.variant ?? plays.source, signal)
  if (found.kind === 'bad') logFailure(sitting.id, new URL(plays.source).hostname, found.reason)
  const after: Payload =
    found.kind === 'media'
      ? { ...before, followed: followPlaylist(before.followed, found, roomClock.now()) }
      : { ...before, variant: found.kind === 'variants' && before.variant === null ? found.first : null }
  await saveJobPayload(database.query, job, after)
  await saveState(deps, sitting.id, stateOfFollowed(after.followed, roomClock.now()))
  const waitMs = found.kind === 'variants' ? secondMs : msToNextRead(after.followed)
  return Math.max(0, waitMs - (clock.now() - startedMs))
}

async function readPlaylist(
  { request }: StreamJobDeps,
  address: string,
  signal: AbortSignal,
): Promise<OutsidePlaylist | { kind: 'bad'; reason: string }> {
  const bounds = { maxBytes: playlistMaxBytes, timeoutMs: readTimeoutMs, signal }
  try {
    const { status, body } = await request(address, bounds)
    if (status !== 200) return { kind: 'bad', reason: `status ${status}` }
    return parsePlaylist(body.toString('utf8'), address)
  } catch (error) {
    signal.throwIfAborted()
    return { kind: 'bad', reason: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof PrivateAddressError) return 'private-address'
  return error instanceof UnreadableBodyError ? 'unreadable-body' : 'unreachable'
}

const toldOfAddress = ['state', 'leadMs', 'offsetMs', 'jumpSeq', 'jumpMs'] as const

/** Saves and publishes what has changed for members. */
async function saveState(
  { bus, database }: StreamJobDeps,
  sittingId: number,
  { state, leadMs, offsetMs, jump }: ReturnType<typeof stateOfFollowed>,
): Promise<void> {
  const hasChanged = await database.transaction(async (tx) => {
    const stream = await lockStream(tx, sittingId)
    // What was ended here stays so, whatever the playlist says.
    const next = {
      state: stream.isStopped ? ('ended' as const) : state,
      leadMs: stream.chosenLeadMs ?? leadMs,
      offsetMs,
      jumpSeq: jump?.seq ?? null,
      jumpMs: jump?.byMs ?? null,
    }
    const before = { ...stream, offsetMs: stream.offsetMs ?? 0 }
    if (toldOfAddress.every((key) => before[key] === next[key])) return false
    await updateStream(tx, sittingId, { ...next, version: stream.version + 1 })
    return true
  })
  if (hasChanged) await bus.publish(streamEvents, { type: 'changed', sittingId })
}

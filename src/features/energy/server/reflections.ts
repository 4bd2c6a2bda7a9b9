// The room's answers on the server: when the next number is published, by whichever node comes first, and who gets it.
import { createHash, randomBytes } from 'node:crypto'
import { readReflectionPairsMin } from '#features/community/server/service.ts'
import { lockSittingForNoKeyUpdate } from '#features/sittings/server/service.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { createPolledState } from '#server/async/polled-state.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable, type Executor } from '#server/db/database.ts'
import { reflectionIntervalMs } from '#shared/constants.ts'
import { msToTimestamp, timestampToMs } from '#shared/day.ts'
import { meanInTenths, nextStep, type EnergyServerMessage, type Reflection } from '../reflection.ts'
import {
  countedChanges,
  closeOtherReflections,
  findOpenReflection,
  findReflection,
  saveReflection,
  schedulesToSettle,
  type PublishedReflection,
} from './sql.ts'

/**
 * Publishes a sitting's next number if it is due, and its last one when the sharing is over. Then which members it is
 * of is deleted, and the answer never changes (PULSE-07). Returns the answer; null while there is none.
 */
export async function settleReflection(
  { database, roomClock }: Pick<Platform, 'database' | 'roomClock'>,
  sitting: Sitting,
): Promise<Reflection | null> {
  const nowMs = roomClock.now()
  const known = await findReflection(database.query, sitting)
  if (known && !isDue(known, nowMs)) return toReflection(sitting, known)
  await database.transaction((tx) => settle(tx, sitting.id, nowMs))
  const settled = await findReflection(database.query, sitting)
  return settled && toReflection(sitting, settled)
}

/** Makes the answers final whose sharing ended while no room was open. Returns whether more may be left. */
export async function settleEndedReflections(
  { database, roomClock }: Pick<Platform, 'database' | 'roomClock'>,
  max = 100,
): Promise<boolean> {
  const nowMs = roomClock.now()
  const ids = await schedulesToSettle(database.query, nowMs, max)
  for (const id of ids) await database.transaction((tx) => settle(tx, id, nowMs))
  return ids.length === max
}

async function settle(tx: Executor, scheduleId: number, nowMs: number): Promise<void> {
  // Nodes that come at once wait for each other here.
  const sitting = await lockSittingForNoKeyUpdate(tx, scheduleId)
  await closeOtherReflections(tx, scheduleId, sitting)
  if (!sitting || sitting.cancelled || nowMs < sitting.sharingAt) return
  const known = await findOpenReflection(tx, sitting)
  if (known && !isDue(known, nowMs)) return
  const changes = await countedChanges(tx, sitting)
  const salt = known?.salt ?? randomBytes(16)
  const steps = known?.steps ?? []
  const members = new Set(changes.map(({ userId }) => hashMember(userId, salt)))
  const step = nextStep(members, steps, await readReflectionPairsMin(tx))
  const isFinal = nowMs >= sitting.endsAt
  if (step === null && !isFinal) return
  const { pairs = null, changeTenths = null, publishedAt = null } = known ?? {}
  const next =
    step === null
      ? { pairs, changeTenths, publishedAt }
      : {
          pairs: changes.length,
          changeTenths: meanInTenths(changes.map(({ change }) => change)),
          publishedAt: msToTimestamp(nowMs),
        }
  const memory = isFinal ? null : { salt, steps: step === null ? steps : [...steps, step] }
  await saveReflection(tx, sitting, { ...next, isFinal, memory })
}

/** Whether an answer may change now. */
function isDue({ isFinal, publishedAt }: PublishedReflection, nowMs: number): boolean {
  return !isFinal && (publishedAt === null || nowMs >= timestampToMs(publishedAt) + reflectionIntervalMs)
}

function hashMember(userId: number, salt: Buffer): string {
  return createHash('sha256').update(salt).update(`${userId}`).digest('base64url').slice(0, 12)
}

function toReflection(
  { id, doorsAt }: Sitting,
  { pairs, changeTenths }: PublishedReflection,
): Reflection | null {
  if (pairs === null || changeTenths === null) return null
  return { scheduleId: id, doorsAt, pairs, changeTenths: Math.max(0, changeTenths) }
}

/** What the watch needs of a room of the live channel. */
interface WatchedRoom {
  readonly day: string
  encode(message: EnergyServerMessage): Buffer
  broadcast(frame: Buffer): void
}

/** So often the open rooms publish what is due, and read what another node has published. */
const pollMs = 5_000

export interface ReflectionDeps {
  /** The sitting of a day, null without one. */
  sittingOf(day: string): Promise<Sitting | null>
}

/** Watches the answer to the sitting of a room's day; it sends one frame for each number (PULSE-09). */
export function watchReflection(
  platform: Pick<Platform, 'clock' | 'roomClock' | 'database' | 'log'> & ReflectionDeps,
  room: WatchedRoom,
) {
  const { clock, log, roomClock, sittingOf } = platform
  let joinFrames: readonly Buffer[] = []
  const state = createPolledState<Reflection | null>({
    clock,
    pollMs,
    initial: null,
    read: async () => {
      const sitting = await sittingOf(room.day)
      const hasShared = sitting && !sitting.cancelled && roomClock.now() >= sitting.sharingAt
      return hasShared ? settleReflection(platform, sitting) : null
    },
    onChange: (reflection) => {
      joinFrames = reflection === null ? [] : [room.encode({ type: 'room-reflection', reflection })]
      for (const frame of joinFrames) room.broadcast(frame)
    },
    onError: (error) => {
      if (!isDatabaseUnavailable(error))
        log.error({ err: error, day: room.day }, 'The room’s answer could not be read.')
    },
  })
  return {
    onJoin: async () => () => joinFrames,
    onGap: state.changed,
    close: state.close,
  }
}

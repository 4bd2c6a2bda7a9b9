// The room's energy on the server: each sitting's number, published once by the first node to claim its row.
import { readReflectionPairsMin } from '#features/community/server/service.ts'
import { lockSittingForNoKeyUpdate } from '#features/sittings/server/service.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import type { RoomAccess, RoomExtension } from '#server/live/room-feature.ts'
import { createRoomState } from '#server/live/room-state.ts'
import { dayOfRoom } from '#shared/live/room-key.ts'
import { meanInTenths, reflectionAt, type ReflectionServerMessage, type Reflection } from '../reflection.ts'
import {
  reflectionChanges,
  findReflection,
  insertReflection,
  listReflections,
  sittingsWithoutReflection,
  type StoredReflection,
} from './sql.ts'

type Deps = Pick<Platform, 'config' | 'database' | 'roomClock'>

/**
 * Publishes a sitting's number once its time has come, unless another node has. Returns null before that, and for a
 * sitting with too few pairs.
 */
export async function publishReflection(platform: Deps, sitting: Sitting): Promise<Reflection | null> {
  const { database } = platform
  const published = await findReflection(database.query, sitting.id)
  if (published) return toReflection(sitting.id, published)
  if (!isPublishable(sitting, platform.roomClock.now())) return null
  await database.transaction((tx) => publish(tx, platform, sitting.id))
  const stored = await findReflection(database.query, sitting.id)
  return stored && toReflection(sitting.id, stored)
}

/** Publishes up to `max` numbers of sittings that ended while no room was open. Returns whether there may be more. */
export async function publishEndedReflections(platform: Deps, max = 100): Promise<boolean> {
  const { database, roomClock } = platform
  const ids = await sittingsWithoutReflection(database.query, roomClock.now(), max)
  for (const id of ids) await database.transaction((tx) => publish(tx, platform, id))
  return ids.length === max
}

async function publish(tx: Executor, { config, roomClock }: Deps, sittingId: number): Promise<void> {
  // Concurrent nodes wait for each other here, and hosts for the number.
  const sitting = (await lockSittingForNoKeyUpdate(tx, sittingId))?.sitting
  if (!sitting || !isPublishable(sitting, roomClock.now()) || (await findReflection(tx, sittingId))) return
  const changes = await reflectionChanges(tx, config, sitting)
  const hasNumber = changes.length >= (await readReflectionPairsMin(tx))
  await insertReflection(
    tx,
    sittingId,
    hasNumber ? { pairs: changes.length, changeTenths: meanInTenths(changes) } : null,
  )
}

function isPublishable(sitting: Sitting, nowMs: number): boolean {
  return !sitting.cancelled && nowMs >= reflectionAt(sitting)
}

function toReflection(sittingId: number, { pairs, changeTenths }: StoredReflection): Reflection | null {
  if (pairs === null || changeTenths === null) return null
  return { sittingId, pairs, changeTenths: Math.max(0, changeTenths) }
}

/** The numbers that were published of some sittings; one with too few pairs has none. */
export async function publishedReflectionsOf(
  db: Executor,
  sittingIds: readonly number[],
): Promise<ReadonlyMap<number, Reflection>> {
  const stored = await listReflections(db, sittingIds)
  const published = stored.flatMap((row) => toReflection(row.sittingId, row) ?? [])
  return new Map(published.map((reflection) => [reflection.sittingId, reflection]))
}

/** How often open rooms publish their number, or read another node's. */
const pollMs = 5_000

export interface ReflectionDeps {
  /** The sittings of a day's room, in the order of their doors. */
  ofRoom(day: string): Promise<Sitting[]>
}

/** Sends the number of a room's last sitting that has one as one frame: when published, and to later joiners (PULSE-09). */
export function watchReflection(
  platform: Deps & Pick<Platform, 'bus' | 'clock' | 'log'> & ReflectionDeps,
  room: RoomAccess,
): RoomExtension {
  const { roomClock, ofRoom } = platform
  return createRoomState<Reflection | null, ReflectionServerMessage>({
    platform,
    room,
    events: [],
    read: async () => {
      const nowMs = roomClock.now()
      // The next sitting may have opened its doors since.
      const sitting = (await ofRoom(dayOfRoom(room.key))).findLast((each) => isPublishable(each, nowMs))
      return sitting ? publishReflection(platform, sitting) : null
    },
    toMessages: (reflection) => (reflection === null ? [] : [{ type: 'room-reflection', reflection }]),
    initial: null,
    pollMs,
    isSentOnJoin: true,
    failureText: 'The room’s energy could not be read.',
  })
}

// Links of halls: made, counted and taken away by who holds the sitting; each change and its activity commit together.
import { datedLabel } from '#features/activity/dated-label.ts'
import type { ActivityKind } from '#features/activity/kinds.ts'
import { recordActivity } from '#features/activity/server/service.ts'
import { sittingErrors } from '#features/sittings/errors.ts'
import type { PlaysKind } from '#features/sittings/plays.ts'
import {
  assertHolds,
  findStoredSitting,
  lockSittingForNoKeyUpdate,
  type StoredSitting,
} from '#features/sittings/server/service.ts'
import { appError, fieldError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { t } from '#shared/i18n/t.ts'
import { hallActivities } from '../activities.ts'
import type { HallLink } from '../contract.ts'
import { hallErrors } from '../errors.ts'
import { hallPeopleMax, hallsMax, hallTime, placesLeft } from '../rules.ts'
import { insertHall, listHalls, revokeLink, updatePeople } from './sql.ts'
import { hashHallToken, newHallToken } from './token.ts'

export interface HallHost {
  /** The caller. */
  hostId: number
  sittingId: number
  /** By the room clock. */
  nowMs: number
}

/** The links of a sitting. Throws `not_found`, or `forbidden` unless the caller holds it. */
export async function readHalls(
  tx: Executor,
  host: HallHost,
): Promise<{ kind: PlaysKind; halls: HallLink[] }> {
  const stored = await findStoredSitting(tx, host.sittingId)
  if (!stored) throw appError('not_found')
  await assertHolds(tx, host, stored, undefined)
  return { kind: stored.plays.kind, halls: await listHalls(tx, host.sittingId) }
}

/** Makes a link. Throws as {@link readHalls}, `hall_too_early`, `too_late`, or `too_many_halls` for a fourth one. */
export async function makeHall(tx: Executor, host: HallHost): Promise<HallLink & { token: string }> {
  const { hostId, sittingId, nowMs } = host
  const stored = await lockHeld(tx, host)
  assertInTime(stored, nowMs)
  if ((await listHalls(tx, sittingId)).length >= hallsMax) throw appError(hallErrors.too_many_halls)
  const token = newHallToken()
  const id = await insertHall(tx, {
    tokenHash: hashHallToken(token),
    sittingId,
    madeBy: hostId,
    madeAtMs: nowMs,
  })
  await record(tx, host, stored, { kind: hallActivities.make })
  return { id, people: 0, madeAt: nowMs, token }
}

/**
 * Says how many people sit in a hall. Throws as {@link readHalls}, `invalid` beyond what all halls of a sitting hold, or
 * `too_late`. Returns whether it has changed.
 */
export async function savePeople(
  tx: Executor,
  host: HallHost,
  { hallId, people }: { hallId: number; people: number },
): Promise<{ hall: HallLink; hasChanged: boolean }> {
  const stored = await lockHeld(tx, host)
  const halls = await listHalls(tx, host.sittingId)
  const hall = halls.find(({ id }) => id === hallId)
  if (!hall) throw appError('not_found')
  assertInTime(stored, host.nowMs)
  const left = placesLeft(halls.reduce((sum, each) => sum + (each.id === hallId ? 0 : each.people), 0))
  if (people > left)
    throw fieldError(
      'people',
      t('The halls of a sitting hold at most {max} people together: here {left} at most.', {
        max: hallPeopleMax,
        left,
      }),
    )
  if (people === hall.people) return { hall, hasChanged: false }
  await updatePeople(tx, hallId, people)
  const change = { before: { people: hall.people }, after: { people } }
  await record(tx, host, stored, { kind: hallActivities.people, ...change })
  return { hall: { ...hall, people }, hasChanged: true }
}

/** Takes a link away. Throws as {@link readHalls}. Returns whether it has changed. */
export async function revokeHall(
  tx: Executor,
  host: HallHost,
  hallId: number,
): Promise<{ hasChanged: boolean }> {
  const stored = await lockHeld(tx, host)
  const hasChanged = await revokeLink(tx, { ...host, hallId })
  if (hasChanged === null) throw appError('not_found')
  if (hasChanged) await record(tx, host, stored, { kind: hallActivities.revoke })
  return { hasChanged }
}

/** Locks the sitting: its links and the people in them have bounds together. */
async function lockHeld(tx: Executor, host: HallHost): Promise<StoredSitting> {
  const stored = await lockSittingForNoKeyUpdate(tx, host.sittingId)
  if (!stored) throw appError('not_found')
  await assertHolds(tx, host, stored, undefined)
  return stored
}

function assertInTime({ sitting }: StoredSitting, nowMs: number): void {
  const time = hallTime(sitting, nowMs)
  if (time === 'early') throw appError(hallErrors.hall_too_early)
  if (time === 'late') throw appError(sittingErrors.too_late)
}

function record(
  tx: Executor,
  { hostId, sittingId, nowMs }: HallHost,
  { title, sitting }: StoredSitting,
  change: { kind: ActivityKind; before?: object; after?: object },
): Promise<void> {
  return recordActivity(tx, {
    ...change,
    actorId: hostId,
    targetId: sittingId,
    label: datedLabel(title, sitting.day),
    createdAt: new Date(nowMs),
  })
}

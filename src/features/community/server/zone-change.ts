// Changes of the community's zone: the eras, the sittings ahead and the activity entry commit together (COM-05, I23).
import { changedFields, recordActivity } from '#features/activity/server/service.ts'
import {
  findSittingsAfterZoneChange,
  moveSittings,
  type MovedSitting,
} from '#features/sittings/server/service.ts'
import { appError, type AppError } from '#server/app-error.ts'
import { isZoneChosen, isZoneOfDatabase, lockZoneErasForUpdate, saveZoneEras } from '#server/calendar/sql.ts'
import { assertZoneOfDatabase } from '#server/calendar/time-zones.ts'
import { incrementVersion, lockSettingsForUpdate } from '#server/community/sql.ts'
import { configError } from '#server/config/error.ts'
import type { Platform } from '#server/context.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { busEvents } from '#shared/bus-events.ts'
import { communityDays, type ZoneEras } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { communityActivities } from '../activities.ts'
import { communityErrors } from '../errors.ts'
import { formatDates } from '../rules.ts'
import { comingEra, firstZone, withdrawnChange, zoneChangeTo, type ZoneChange } from '../zone-change.ts'
import { isCommunityUsed } from './sql/zone.ts'

interface ZoneChangeTime {
  nowMs: number
  /** By the room clock. */
  roomNowMs: number
}

export interface ZoneInput extends ZoneChangeTime {
  /** Null for the server's operator. */
  actorId: number | null
  zone: string
}

/** A change of the zone before it is saved. */
interface FoundZoneChange {
  before: ZoneEras
  /** Null if nothing changes, or no day can be the first. */
  change: ZoneChange | null
  atOnce: boolean
  moved: MovedSitting[]
  /** Why it can't be saved. */
  refusal: AppError | null
}

/**
 * Changes the community's zone, and the moments of the sittings ahead. The caller has checked the capability, has locked
 * the settings for update, and increments their version unless this returns null: then nothing changes. Throws
 * `invalid` for `zone`, `zones_too_distant` or `zone_conflicts`. After the commit, await `publishZoneChange`.
 */
export async function changeZone(tx: Executor, input: ZoneInput): Promise<ZoneChange | null> {
  const found = await findZoneChange(tx, input)
  if (found.refusal) throw found.refusal
  const { before, change } = found
  if (change === null) return null
  const isWithdrawal = comingEra(before, input.nowMs) !== null && comingEra(change.eras, input.nowMs) === null
  await saveZoneChange(tx, input, { ...found, change, kind: isWithdrawal ? 'withdraw-zone' : 'change-zone' })
  return change
}

/** Withdraws a pending change; for the rest see `changeZone`. Throws `zone_change_final` without one, or too late. */
export async function withdrawZoneChange(tx: Executor, input: Omit<ZoneInput, 'zone'>): Promise<void> {
  const before = await lockZoneErasForUpdate(tx)
  const change = withdrawnChange(before, input.nowMs)
  if (change === null) throw appError(communityErrors.zone_change_final)
  const { moved, refusal } = await findMoves(tx, input, { before, change })
  if (refusal) throw refusal
  await saveZoneChange(tx, input, { before, change, moved, kind: 'withdraw-zone' })
}

/** After the commit: this node reads the zone before it responds; the other nodes, and open pages, learn of it. */
export async function publishZoneChange({
  bus,
  calendar,
  community,
}: Pick<Platform, 'bus' | 'calendar' | 'community'>): Promise<void> {
  await calendar.refresh()
  await community.publishChange()
  await bus.publish(busEvents.days, { type: 'changed' })
}

/**
 * Locks the eras and the sittings ahead, and finds what a change does. Throws `invalid` for a zone that the database
 * doesn't know.
 */
export async function findZoneChange(
  tx: Executor,
  { zone, ...moment }: Omit<ZoneInput, 'actorId'>,
): Promise<FoundZoneChange> {
  await assertZoneOfDatabase(tx, zone, 'zone')
  const before = await lockZoneErasForUpdate(tx)
  const atOnce = !(await isCommunityUsed(tx))
  const found = atOnce ? firstChange(before, zone, moment.nowMs) : zoneChangeTo(before, zone, moment.nowMs)
  const nothing = { before, change: null, atOnce, moved: [] }
  if (found === 'unchanged') return { ...nothing, refusal: null }
  if (found === 'too_distant') return { ...nothing, refusal: appError(communityErrors.zones_too_distant) }
  return { before, change: found, atOnce, ...(await findMoves(tx, moment, { before, change: found })) }
}

function firstChange(before: ZoneEras, zone: string, nowMs: number): ZoneChange | 'unchanged' {
  return before.length === 1 && before[0].zone === zone ? 'unchanged' : firstZone(zone, nowMs)
}

async function findMoves(
  tx: Executor,
  { nowMs, roomNowMs }: ZoneChangeTime,
  { before, change }: { before: ZoneEras; change: ZoneChange },
): Promise<Pick<FoundZoneChange, 'moved' | 'refusal'>> {
  const days = communityDays(change.eras)
  const today = communityDays(before).dayOf(nowMs)
  const { moved, overlapping, leaving } = await findSittingsAfterZoneChange(tx, {
    days,
    today,
    nowMs: roomNowMs,
  })
  return { moved, refusal: conflictError(overlapping, leaving) }
}

function conflictError(overlapping: readonly string[], leaving: readonly string[]): AppError | null {
  const sentences = [
    overlapping.length > 0 &&
      t('Sittings would overlap on {dates}: move or cancel one of them first.', {
        dates: formatDates(overlapping),
      }),
    leaving.length > 0 &&
      t(
        'A sitting in another time zone would be hours outside its day on {dates}: change its date or its time zone first.',
        { dates: formatDates(leaving) },
      ),
  ].filter((sentence) => sentence !== false)
  if (sentences.length === 0) return null
  return appError(communityErrors.zone_conflicts, {
    message: sentences.join(' '),
    parameters: { overlapping: [...overlapping], leaving: [...leaving] },
  })
}

async function saveZoneChange(
  tx: Executor,
  { actorId, nowMs, roomNowMs }: Omit<ZoneInput, 'zone'>,
  {
    before,
    change,
    moved,
    kind,
  }: { before: ZoneEras; change: ZoneChange; moved: readonly MovedSitting[] } & {
    kind: 'change-zone' | 'withdraw-zone'
  },
): Promise<void> {
  const createdAt = new Date(nowMs)
  await saveZoneEras(tx, change.eras, createdAt)
  await moveSittings(tx, moved, new Date(roomNowMs))
  await recordActivity(tx, {
    actorId,
    kind: communityActivities[kind],
    ...changedFields(zoneFields(before, nowMs), {
      ...zoneFields(change.eras, nowMs),
      fromDay: change.fromDay,
    }),
    createdAt,
  })
}

/** The last zone that was chosen, and the first day of one that is still to come. */
function zoneFields(eras: ZoneEras, nowMs: number) {
  const { zone } = eras.at(-1) ?? eras[0]
  return { zone, fromDay: comingEra(eras, nowMs)?.fromDay ?? null }
}

/**
 * Gives a community that never chose a zone, and has no date yet, the one of TIME_ZONE (COM-05). Throws a ConfigError for
 * a zone that the database doesn't know.
 */
export async function fillFirstZone(database: Database, zone: string, nowMs: number): Promise<void> {
  await database.transaction(async (tx) => {
    await lockZoneErasForUpdate(tx)
    if ((await isZoneChosen(tx)) || (await isCommunityUsed(tx))) return
    if (!(await isZoneOfDatabase(tx, zone)))
      throw configError('TIME_ZONE', `names ${zone}, which the database doesn't know.`)
    await saveZoneEras(tx, firstZone(zone, nowMs).eras, new Date(nowMs))
  })
}

/** Changes the zone for the server's operator, who may use the shell. Throws like `changeZone`. */
export function changeZoneAsOperator(
  database: Database,
  { zone, nowMs }: { zone: string; nowMs: number },
): Promise<ZoneChange | null> {
  return database.transaction(async (tx) => {
    await lockSettingsForUpdate(tx)
    const change = await changeZone(tx, { actorId: null, zone, nowMs, roomNowMs: nowMs })
    if (change) await incrementVersion(tx, ['zone'])
    return change
  })
}

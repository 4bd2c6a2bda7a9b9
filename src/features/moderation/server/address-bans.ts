// Address bans: an in-memory registry checked for every request and socket, and the commands that ban and lift.
import { changedFields, recordActivity } from '#features/activity/server/service.ts'
import { assertCapability } from '#features/members/server/service.ts'
import { addressKey } from '#server/addresses/address-info.ts'
import { overlapsRanges, bannableNetwork } from '#server/addresses/bannable-network.ts'
import { appError, fieldError } from '#server/app-error.ts'
import { coalesce } from '#server/async/coalesce.ts'
import type { BannedAddresses, Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { busEvents } from '#shared/bus-events.ts'
import { timestampToMs, msToTimestamp } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { addressBanActivities } from '../activities.ts'
import type { AddressBan } from '../contract.ts'
import { moderationErrors } from '../errors.ts'
import {
  findAddressBanById,
  findAddressBan,
  listBannedNetworks,
  deactivateAddressBan,
  lockAddressBanTable,
  saveAddressBan,
  updateAddressBan,
  type AddressBanTerms,
} from './sql/address-bans.ts'

export interface AddressBanRegistry extends BannedAddresses {
  /** Reloads the bans here and on all other nodes. */
  publishChange(): Promise<void>
  close(): Promise<void>
}

const readEveryMs = 15_000

/** Loads the bans and reloads them every 15 s, so that a node cut off from the bus catches up. */
export async function createAddressBanRegistry(
  { database, bus, clock, log }: Pick<Platform, 'database' | 'bus' | 'clock' | 'log'>,
  everyMs = readEveryMs,
): Promise<AddressBanRegistry> {
  let bans = new Map<string, { reason: string; endsAtMs: number }>()
  const listeners = new Set<() => void>()
  const read = async () => {
    const rows = await listBannedNetworks(database.query, msToTimestamp(clock.now()))
    bans = new Map(
      rows.map(({ ipAddress, reason, expiresAt }) => [
        addressKey(ipAddress),
        { reason, endsAtMs: expiresAt === null ? Number.POSITIVE_INFINITY : timestampToMs(expiresAt) },
      ]),
    )
    for (const listener of listeners) listener()
  }
  // While the database is unavailable, the registry keeps the bans it has.
  const reloads = coalesce(() =>
    read().catch((error: unknown) => log.warn({ err: error }, 'Could not read the banned addresses.')),
  )
  const reload = () => reloads.run()
  await read()
  const unsubscribe = bus.subscribe(busEvents.addressBans, () => void reload())
  const timer = setInterval(() => void reload(), everyMs)
  return {
    reasonFor: (address) => {
      const ban = bans.size > 0 ? bans.get(addressKey(address)) : undefined
      return ban && ban.endsAtMs > clock.now() ? ban.reason : null
    },
    publishChange: async () => {
      await bus.publish(busEvents.addressBans, { type: 'changed' })
      await reload()
    },
    onReload: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      unsubscribe()
      clearInterval(timer)
      await reloads.whenIdle()
    },
  }
}

interface AddressBanInput extends AddressBanTerms {
  adminId: number
  /** The address as the administrator typed it. */
  typed: string
  /** The administrator's own address. */
  ownAddress: string
}

/**
 * Bans an address (`isNew`), or updates the terms of its current ban. Throws `address_not_bannable` for trusted
 * proxies, the administrator's own address and anything that isn't a public address.
 */
export async function banAddress(
  { config, database, clock }: Platform,
  { adminId, typed, ownAddress, reason, expiresAt }: AddressBanInput,
): Promise<{ ban: AddressBan; isNew: boolean }> {
  const nowMs = clock.now()
  const now = msToTimestamp(nowMs)
  const ipAddress = bannableNetwork(typed)
  if (ipAddress === null || overlapsRanges(ipAddress, config.trustedProxies)) throw addressNotBannableError()
  if (addressKey(ipAddress.split('/', 1)[0] ?? '') === addressKey(ownAddress)) throw addressNotBannableError()
  if (expiresAt !== null && timestampToMs(expiresAt) <= nowMs) {
    throw fieldError('expiresAt', t('Please choose a time in the future.'))
  }
  const terms = { reason, expiresAt: expiresAt === null ? null : msToTimestamp(timestampToMs(expiresAt)) }
  return database.transaction(async (tx) => {
    await assertCapability(tx, adminId, 'community.administer')
    await lockAddressBanTable(tx)
    const previous = await findAddressBan(tx, ipAddress, now)
    const bannedAt = new Date(nowMs)
    if (previous) await updateAddressBan(tx, previous.id, terms)
    else await saveAddressBan(tx, { ipAddress, ...terms, bannedAt, bannedBy: adminId })
    const ban = await findAddressBan(tx, ipAddress, now)
    if (!ban) throw new Error('The saved address ban was not found.')
    await recordAddressBanActivity(tx, { adminId, previous, ban, createdAt: bannedAt })
    return { ban, isNew: previous === null }
  })
}

/** Lifts an address ban. Throws `not_found` when it was lifted or has expired. */
export async function liftAddressBan(
  { database, clock }: Platform,
  { adminId, id }: { adminId: number; id: number },
): Promise<void> {
  const nowMs = clock.now()
  await database.transaction(async (tx) => {
    await assertCapability(tx, adminId, 'community.administer')
    await lockAddressBanTable(tx)
    const ban = await findAddressBanById(tx, id, msToTimestamp(nowMs))
    if (!ban) throw appError('not_found', { message: t('This ban was already lifted or has expired.') })
    await deactivateAddressBan(tx, id)
    await recordActivity(tx, {
      actorId: adminId,
      kind: addressBanActivities.lift,
      targetId: id,
      label: ban.ipAddress,
      before: termsOf(ban),
      createdAt: new Date(nowMs),
    })
  })
}

interface AddressBanActivityInput {
  adminId: number
  previous: AddressBan | null
  ban: AddressBan
  createdAt: Date
}

/** For a repeated ban, records only the changed terms; records nothing when the terms are the same. */
async function recordAddressBanActivity(
  tx: Executor,
  { adminId, previous, ban, createdAt }: AddressBanActivityInput,
): Promise<void> {
  const changes = previous ? changedFields(termsOf(previous), termsOf(ban)) : { after: termsOf(ban) }
  if (Object.keys(changes.after).length === 0) return
  await recordActivity(tx, {
    actorId: adminId,
    kind: addressBanActivities.create,
    targetId: ban.id,
    label: ban.ipAddress,
    ...changes,
    createdAt,
  })
}

function termsOf({ reason, expiresAt }: AddressBan): AddressBanTerms {
  return { reason, expiresAt }
}

function addressNotBannableError() {
  const message = t('Only a public internet address can be banned, and not your own.')
  return appError(moderationErrors.address_not_bannable, { issues: [{ path: 'ipAddress', message }] })
}

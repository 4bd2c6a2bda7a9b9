// SQL of web push: the community's key, and the members' devices.
import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { isNotBanned } from '#server/db/standing-ban.ts'
import { pushDevicesMax } from '#shared/constants.ts'

export interface StoredPushKey {
  publicKey: Buffer
  sealedPrivateKey: Buffer
}

export async function findPushKey(db: Executor): Promise<StoredPushKey | null> {
  const row = await db.selectFrom('push_key').select(['publicKey', 'sealedPrivateKey']).executeTakeFirst()
  return row ?? null
}

/** Inserts a key if there is none, then locks the one that there is and returns it. */
export async function lockPushKeyForUpdate(
  tx: Executor,
  key: StoredPushKey,
  createdAt: Date,
): Promise<StoredPushKey> {
  await tx
    .insertInto('push_key')
    .values({ ...key, createdAt })
    .onConflict((conflict) => conflict.column('isOnly').doNothing())
    .execute()
  return tx
    .selectFrom('push_key')
    .select(['publicKey', 'sealedPrivateKey'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Replaces the key, and deletes the subscriptions for the former one. */
export async function replacePushKey(tx: Executor, key: StoredPushKey, createdAt: Date): Promise<void> {
  await tx
    .updateTable('push_key')
    .set({ ...key, createdAt })
    .execute()
  await tx.deleteFrom('push_subscriptions').execute()
}

export interface PushSubscriptionRow {
  endpointHash: Buffer
  endpoint: string
  p256dh: Buffer
  auth: Buffer
  /** How often its service has refused it since it last accepted a push. */
  refusals: number
}

interface PushDevice extends Omit<PushSubscriptionRow, 'refusals'> {
  userId: number
  sessionId: number
  renewedAt: Date
}

/**
 * Saves a device, which leaves the member who had it before. Deletes the member's least recently renewed ones above
 * the limit: lock the member first.
 */
export async function savePushDevice(tx: Executor, device: PushDevice): Promise<void> {
  await tx
    .insertInto('push_subscriptions')
    .values(device)
    .onConflict((conflict) => conflict.column('endpointHash').doUpdateSet(device))
    .execute()
  await sql`
    delete from push_subscriptions where "endpointHash" in (
      select "endpointHash" from push_subscriptions where "userId" = ${device.userId}
      order by "endpointHash" = ${device.endpointHash} desc, "renewedAt" desc, "endpointHash" offset ${pushDevicesMax}
    )`.execute(tx)
}

/** Deletes a device of a member, if it is theirs. */
export async function deletePushDevice(db: Executor, userId: number, endpointHash: Buffer): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('endpointHash', '=', endpointHash)
    .where('userId', '=', userId)
    .execute()
}

/** After this many refusals in a row a device is given up. */
const refusalsMax = 3

/**
 * Records the response of a push service. A device that is `gone`, or was refused three times in a row, is deleted, and its
 * browser must make another subscription. Call it for `sent` only if the device has `refusals`.
 */
export async function recordPushResult(
  db: Executor,
  { endpointHash, result, now }: { endpointHash: Buffer; result: 'sent' | 'gone' | 'refused'; now: Date },
): Promise<void> {
  if (result === 'sent') {
    await db
      .updateTable('push_subscriptions')
      .set({ refusals: 0 })
      .where('endpointHash', '=', endpointHash)
      .where('refusals', '>', 0)
      .execute()
    return
  }
  const isGivenUp = result === 'gone' ? sql`true` : sql`refusals >= ${refusalsMax - 1}`
  const { rows } = await sql`
    with refused as (
      update push_subscriptions set refusals = refusals + 1
      where "endpointHash" = ${endpointHash} and not ${isGivenUp}
    )
    delete from push_subscriptions where "endpointHash" = ${endpointHash} and ${isGivenUp} returning 1`.execute(
    db,
  )
  // The hash of one that is gone stays, also if something else deleted it first.
  if (result === 'refused' && rows.length === 0) return
  await db
    .insertInto('gone_push_devices')
    .values({ endpointHash, goneAt: now })
    .onConflict((conflict) => conflict.column('endpointHash').doUpdateSet({ goneAt: now }))
    .execute()
}

/** Whether a device was given up. */
export async function isPushDeviceGone(db: Executor, endpointHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('gone_push_devices')
    .select('goneAt')
    .where('endpointHash', '=', endpointHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets at most `max` devices that were given up before `before`; returns their number. */
export async function deleteGonePushDevices(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from gone_push_devices where "endpointHash" in (
      select "endpointHash" from gone_push_devices where "goneAt" < ${before}::timestamptz limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The devices of members who are neither banned nor deleted, except those whose sign-in was ended. */
export async function listPushSubscriptions(
  db: Executor,
  userIds: readonly number[],
): Promise<(PushSubscriptionRow & { userId: number })[]> {
  const { rows } = await sql<PushSubscriptionRow & { userId: number }>`
    select "userId", "endpointHash", endpoint, p256dh, auth, refusals from push_subscriptions
    join users on users.id = "userId" and ${isNotBanned()} and "deletedAt" is null
    where "userId" = any(${userIds}::integer[]) and not ${isSignedOut}
    order by "userId", "endpointHash"`.execute(db)
  return rows
}

/** By the member, an administrator's ban, or another change of the account; not by its expiry. */
const isSignedOut = sql<boolean>`exists (
  select from sessions join users as owner on owner."firebaseUid" = sessions.uid
  where sessions.id = "sessionId" and owner.id = "userId" and "revokedAt" is not null
)`

/** Whether a member has a device whose sign-in wasn't ended. */
export function hasPushDevice(userId: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from push_subscriptions where "userId" = ${userId} and not ${isSignedOut})`
}

export async function readHasPushDevice(db: Executor, userId: number): Promise<boolean> {
  const { hasDevice } = await db
    .selectNoFrom(hasPushDevice(sql`${userId}`).as('hasDevice'))
    .executeTakeFirstOrThrow()
  return hasDevice
}

/** Deletes at most `max` devices whose sign-in was ended; returns their number. */
export async function deleteSignedOutDevices(db: Executor, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from push_subscriptions where "endpointHash" in (
      select "endpointHash" from push_subscriptions where ${isSignedOut} limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

// SQL of address bans. An IPv6 ban covers a /64 network, an IPv4 ban a single address.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { AddressBan } from '../../contract.ts'

export interface AddressBanTerms {
  reason: string
  expiresAt: string | null
}

/** Blocks concurrent changes of the bans until the transaction ends; reads continue. */
export async function lockAddressBanTable(tx: Executor): Promise<void> {
  await sql`lock table ip_bans in share row exclusive mode`.execute(tx)
}

/** The bans in effect at a moment, newest first. */
export async function listAddressBans(db: Executor, now: string): Promise<AddressBan[]> {
  return (
    await selectActiveBans(db, now)
      .orderBy('ip_bans.bannedAt', 'desc')
      .orderBy('ip_bans.id', 'desc')
      .execute()
  ).map(toAddressBan)
}

/** The ban in effect for an address as `bannableNetwork` writes it, or null. */
export async function findAddressBan(db: Executor, address: string, now: string): Promise<AddressBan | null> {
  const row = await selectActiveBans(db, now).where('ipAddress', '=', address).executeTakeFirst()
  return row ? toAddressBan(row) : null
}

/** A ban by id; null when it is no longer in effect. */
export async function findAddressBanById(db: Executor, id: number, now: string): Promise<AddressBan | null> {
  const row = await selectActiveBans(db, now).where('ip_bans.id', '=', id).executeTakeFirst()
  return row ? toAddressBan(row) : null
}

/** The bans in effect with reason and expiry, for the registry that checks every request. */
export function listBannedNetworks(
  db: Executor,
  now: string,
): Promise<({ ipAddress: string } & AddressBanTerms)[]> {
  return db
    .selectFrom('ip_bans')
    .select([sql<string>`host("ipAddress")`.as('ipAddress'), 'reason', 'expiresAt'])
    .where('isActive', '=', true)
    .where((either) => either.or([either('expiresAt', 'is', null), either('expiresAt', '>', now)]))
    .execute()
}

interface NewAddressBan extends AddressBanTerms {
  ipAddress: string
  bannedAt: Date
  bannedBy: number
}

/** Bans an address without a ban in effect. Reactivates the row of a lifted or expired ban. */
export async function saveAddressBan(tx: Executor, ban: NewAddressBan): Promise<void> {
  const { reason, expiresAt, bannedAt, bannedBy } = ban
  await tx
    .insertInto('ip_bans')
    .values(ban)
    .onConflict((conflict) =>
      conflict.columns(['ipAddress']).doUpdateSet({ reason, expiresAt, bannedAt, bannedBy, isActive: true }),
    )
    .execute()
}

export async function updateAddressBan(tx: Executor, id: number, terms: AddressBanTerms): Promise<void> {
  await tx.updateTable('ip_bans').set(terms).where('id', '=', id).execute()
}

export async function deactivateAddressBan(tx: Executor, id: number): Promise<void> {
  await tx.updateTable('ip_bans').set({ isActive: false }).where('id', '=', id).execute()
}

function selectActiveBans(db: Executor, now: string) {
  return db
    .selectFrom('ip_bans')
    .innerJoin('users as admin', 'admin.id', 'ip_bans.bannedBy')
    .select(['ip_bans.id', 'reason', 'ip_bans.bannedAt', 'expiresAt', 'admin.id as adminId', 'admin.name'])
    .select(sql<string>`abbrev("ipAddress"::inet)`.as('ipAddress'))
    .where('isActive', '=', true)
    .where((either) => either.or([either('expiresAt', 'is', null), either('expiresAt', '>', now)]))
}

interface AddressBanRow extends Omit<AddressBan, 'bannedBy'> {
  adminId: number
  name: string
}

function toAddressBan({ adminId, name, ...ban }: AddressBanRow): AddressBan {
  return { ...ban, bannedBy: { id: adminId, name } }
}

/** Deletes up to `max` address bans that ended and are older than `before`. Returns their number. */
export async function deleteEndedAddressBans(
  db: Executor,
  { before, now, max }: { before: Date; now: Date; max: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ip_bans where id in (
      select id from ip_bans
      where (not "isActive" or "expiresAt" <= ${now}::timestamptz)
        and greatest("bannedAt", "expiresAt") < ${before}::timestamptz
      limit ${max} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

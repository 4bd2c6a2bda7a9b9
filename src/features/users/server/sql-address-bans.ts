// The SQL of banned addresses. An IPv6 address is banned by its network of 64 bits, an IPv4 one alone.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'
import type { AddressBan } from '../contract.ts'

/** What holds for an address while its ban does. */
export interface AddressBanTerms {
  reason: string
  expiresAt: string | null
}

/** Lets nobody else change the bans before the transaction ends; who reads them goes on. */
export async function lockAddressBanTable(tx: Executor): Promise<void> {
  await sql`lock table ip_bans in share row exclusive mode`.execute(tx)
}

/** The bans that hold at a moment, the newest first. */
export async function listAddressBans(db: Executor, now: string): Promise<AddressBan[]> {
  return (
    await selectActiveBans(db, now)
      .orderBy('ip_bans.bannedAt', 'desc')
      .orderBy('ip_bans.id', 'desc')
      .execute()
  ).map(toAddressBan)
}

/** The ban of an address as `bannableNetwork` writes it; null when none holds. */
export async function findAddressBan(db: Executor, address: string, now: string): Promise<AddressBan | null> {
  const row = await selectActiveBans(db, now).where('ipAddress', '=', address).executeTakeFirst()
  return row ? toAddressBan(row) : null
}

/** A ban by its id; null when it doesn't hold any more. */
export async function findAddressBanById(db: Executor, id: number, now: string): Promise<AddressBan | null> {
  const row = await selectActiveBans(db, now).where('ip_bans.id', '=', id).executeTakeFirst()
  return row ? toAddressBan(row) : null
}

/** What is asked of every request: the addresses that are banned at a moment, with why and until when. */
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

/** Bans an address of which no ban holds. One that was lifted or has expired is active again, in the same row. */
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

/** Gives a ban other terms. */
export async function updateAddressBan(tx: Executor, id: number, terms: AddressBanTerms): Promise<void> {
  await tx.updateTable('ip_bans').set(terms).where('id', '=', id).execute()
}

/** Lifts a ban. */
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

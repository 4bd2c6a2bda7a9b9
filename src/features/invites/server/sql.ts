// SQL of invites: those for several people, and those for one person of a list.
import { sql } from 'kysely'
import type { JoinCode } from '#features/referrals/codes.ts'
import type { Executor } from '#server/db/database.ts'
import { isNotBanned } from '#server/db/standing-ban.ts'

const columns = ['id', 'code', 'uses', 'used', 'expiresAt'] as const

export interface Invite {
  id: number
  code: string
  uses: number
  used: number
  expiresAt: string
}

interface NewInvite extends Pick<Invite, 'code' | 'uses'> {
  createdAt: Date
  expiresAt: Date
  makerId: number
}

interface PersonalInvites {
  codes: readonly string[]
  createdAt: Date
  expiresAt: Date
  makerId: number
}

/** Inserts invites for one person each; returns their ids in the order of the codes. */
export async function insertPersonalInvites(
  tx: Executor,
  { codes, createdAt, expiresAt, makerId }: PersonalInvites,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with inserted as (
      insert into invites (code, uses, "createdAt", "expiresAt", "makerId", "isPersonal")
      select code, 1, ${createdAt}::timestamptz, ${expiresAt}::timestamptz, ${makerId}::integer, true
      from unnest(${codes}::text[]) as code
      returning id, code
    )
    select id from inserted order by array_position(${codes}::text[], code)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Null for an unknown id. */
export async function findInviteCode(db: Executor, id: number): Promise<string | null> {
  const row = await db.selectFrom('invites').select('code').where('id', '=', id).executeTakeFirst()
  return row?.code ?? null
}

/** Moves the end of an invite. */
export async function updateInviteEnd(tx: Executor, id: number, expiresAt: Date): Promise<void> {
  await tx.updateTable('invites').set({ expiresAt }).where('id', '=', id).execute()
}

export async function deleteInvites(tx: Executor, ids: readonly number[]): Promise<void> {
  await sql`delete from invites where id = any(${ids}::integer[])`.execute(tx)
}

export function insertInvite(tx: Executor, invite: NewInvite): Promise<Invite> {
  return tx.insertInto('invites').values(invite).returning(columns).executeTakeFirstOrThrow()
}

/** Those that still let newcomers join first, then the newest, each with its maker. */
export async function listInvites(db: Executor, now: Date, max: number) {
  const rows = await db
    .selectFrom('invites')
    .leftJoin('users as maker', (join) =>
      join.onRef('maker.id', '=', 'invites.makerId').on('maker.deletedAt', 'is', null),
    )
    .select(['invites.id', 'code', 'uses', 'used', 'expiresAt', 'revokedAt', 'invites.createdAt'])
    .select(['maker.id as makerId', 'maker.name as makerName'])
    .where('isPersonal', '=', false)
    .orderBy(isUsable(now), 'desc')
    .orderBy('invites.id', 'desc')
    .limit(max)
    .execute()
  return rows.map(({ makerId, makerName, ...invite }) => ({
    ...invite,
    maker: makerId === null || makerName === null ? null : { id: makerId, name: makerName },
  }))
}

const isUsable = (now: Date) =>
  sql<boolean>`("revokedAt" is null and "expiresAt" > ${now}::timestamptz and used < uses)`

/** Uses up one use and returns the invite's id; null if it is unknown, used up, past or revoked. */
export async function takeInvite(tx: Executor, code: string, now: Date): Promise<number | null> {
  const row = await tx
    .updateTable('invites')
    .set((invite) => ({ used: invite('used', '+', 1) }))
    .where('code', '=', code)
    .where(isUsable(now))
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Those of the codes that exist, of invites and of members who may refer. */
export async function findJoinCodesIn(
  db: Executor,
  codes: readonly string[],
  now: Date,
): Promise<JoinCode[]> {
  const { rows } = await sql<{ code: string; referrerName: string | null; isUsable: boolean | null }>`
    select code, users.name as "referrerName", null as "isUsable"
    from referral_codes join users on users.id = referral_codes."userId"
    where code = any(${codes}::text[]) and ${isNotBanned()} and "deletedAt" is null
    union all
    select code, null, ${isUsable(now)} from invites where code = any(${codes}::text[])`.execute(db)
  return rows.map(({ code, referrerName, isUsable }) =>
    referrerName === null
      ? { kind: 'invite', code, isUsable: isUsable === true }
      : { kind: 'referral', code, referrerName },
  )
}

/** Locks an invite for several people; null for another id. */
export async function lockInviteForUpdate(
  tx: Executor,
  id: number,
): Promise<(Invite & { revokedAt: string | null }) | null> {
  const row = await tx
    .selectFrom('invites')
    .select([...columns, 'revokedAt'])
    .where('id', '=', id)
    .where('isPersonal', '=', false)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function revokeInvite(tx: Executor, id: number, now: Date): Promise<void> {
  await tx.updateTable('invites').set({ revokedAt: now }).where('id', '=', id).execute()
}

/** Deletes up to `max` invites that ended before `before`. Returns their number. */
export async function deleteEndedInvites(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from invites where id in (
      select id from invites where least("revokedAt", "expiresAt") < ${before}::timestamptz
      limit ${max} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

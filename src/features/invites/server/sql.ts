// SQL of invites.
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

/** Uses up one use; false if the invite is unknown, used up, past or revoked. */
export async function takeInvite(tx: Executor, code: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('invites')
    .set((invite) => ({ used: invite('used', '+', 1) }))
    .where('code', '=', code)
    .where(isUsable(now))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
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

/** Locks an invite; null for an unknown id. */
export async function lockInviteForUpdate(
  tx: Executor,
  id: number,
): Promise<(Invite & { revokedAt: string | null }) | null> {
  const row = await tx
    .selectFrom('invites')
    .select([...columns, 'revokedAt'])
    .where('id', '=', id)
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

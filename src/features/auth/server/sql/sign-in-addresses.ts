// SQL for the addresses that members sign in with, and that mails go to.
import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/**
 * SQL condition: the member `userId` (a number, or a qualified column) has a confirmed address. It was confirmed here, or
 * Google or Firebase report it as verified.
 */
export function hasConfirmedEmail(userId: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from users account where account.id = ${userId} and (
    exists (select from identity_users where id = account."firebaseUid" and "emailVerified")
    or exists (select from outside_identities where uid = account."firebaseUid" and "emailVerified")))`
}

/**
 * SQL condition: no member with this `uid` would meet `hasConfirmedEmail`. For scans of many members: PostgreSQL joins
 * each part once, where the other condition is a lookup for each member.
 */
export function lacksConfirmedEmail(uid: RawBuilder<string | null>): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from identity_users where id = ${uid} and "emailVerified")
    and not exists (select from outside_identities where uid = ${uid} and "emailVerified")`
}

/**
 * SQL expression: the address that `hasConfirmedEmail` is about, to which mails go; null without one. The address of the
 * record may be another one, which an administrator typed (USR-25).
 */
export function confirmedEmail(userId: RawBuilder<number>): RawBuilder<string | null> {
  return sql<string | null>`(select coalesce(
    (select email from identity_users where id = account."firebaseUid" and "emailVerified"),
    (select email from outside_identities where uid = account."firebaseUid" and "emailVerified"
      order by "createdAt" limit 1))
    from users account where account.id = ${userId})`
}

/** The address that a member signs in with. */
export interface SignInAddress {
  /** Null for a member without an account. */
  email: string | null
  isConfirmed: boolean
  hasPassword: boolean
  /** Signs in with Google or Firebase. */
  isExternal: boolean
}

/** The addresses that members sign in with, by the number of the member. */
export async function listSignInAddresses(
  db: Executor,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, SignInAddress>> {
  const { rows } = await sql<SignInAddress & { id: number }>`
    select users.id,
      coalesce(case when elsewhere."emailVerified" and account."emailVerified" is not true then elsewhere.email end,
        account.email, elsewhere.email) as email,
      coalesce(account."emailVerified" or elsewhere."emailVerified", account."emailVerified",
        elsewhere."emailVerified", false) as "isConfirmed",
      secret is not null as "hasPassword",
      elsewhere.email is not null as "isExternal"
    from users
      left join identity_users account on account.id = users."firebaseUid"
      -- A lateral join: an \`exists\` would scan the accounts of all members.
      left join lateral (
        select 1 from identity_accounts
        where "userId" = account.id and "providerId" = 'credential' and password is not null limit 1
      ) password (secret) on true
      left join lateral (
        select email, "emailVerified" from outside_identities where uid = users."firebaseUid"
        order by "emailVerified" desc, "createdAt" limit 1
      ) elsewhere on true
    where users.id = any(${userIds}::integer[])`.execute(db)
  return new Map(rows.map(({ id, ...address }) => [id, address]))
}

// Standing bans: whether a member is banned now. A ban may end by itself, so every statement asks here.
import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * SQL condition by the database's clock, for a row of `users` under this name. `users.isBanned` alone isn't enough: it
 * stays true when the time of a ban is over.
 */
export function isBannedNow(users = 'users'): RawBuilder<boolean> {
  const [isBanned, until] = [sql.ref(`${users}.isBanned`), sql.ref(`${users}.bannedUntil`)]
  return sql<boolean>`(${isBanned} and (${until} is null or ${until} > now()))`
}

/** The opposite, for `where`. */
export function isNotBanned(users = 'users'): RawBuilder<SqlBool> {
  return sql<SqlBool>`not ${isBannedNow(users)}`
}

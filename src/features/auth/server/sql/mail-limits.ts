// SQL for the limits of mails to unconfirmed addresses, shared by all nodes.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

interface TokenRequest {
  /** The hash that names the bucket. */
  key: Buffer
  /** The mail's job: a retry of it takes no other token. */
  jobKey: string
  /** How long one token takes to refill. */
  tokenMs: number
  burst: number
  now: Date
}

/** Takes a token. Returns 0, or the milliseconds until one is available. */
export async function takeMailToken(
  db: Executor,
  { key, jobKey, tokenMs, burst, now }: TokenRequest,
): Promise<number> {
  const token = sql`${tokenMs}::integer * interval '1 millisecond'`
  const { rows } = await sql`
    insert into mail_limits as limits (key, "fullAt", "jobKey")
    values (${key}::bytea, ${now}::timestamptz + ${token}, ${jobKey})
    on conflict (key) do update set "jobKey" = excluded."jobKey",
      "fullAt" = case when limits."jobKey" = excluded."jobKey" then limits."fullAt"
        else greatest(limits."fullAt", ${now}::timestamptz) + ${token} end
    where limits."jobKey" = excluded."jobKey"
      or limits."fullAt" + ${token} <= ${now}::timestamptz + ${burst}::integer * ${token}
    returning key`.execute(db)
  if (rows.length > 0) return 0
  const bucket = await db
    .selectFrom('mail_limits')
    .select(sql<number>`(extract(epoch from "fullAt" - ${now}::timestamptz) * 1000)::float8`.as('missingMs'))
    .where('key', '=', key)
    .executeTakeFirst()
  return Math.max(1_000, (bucket?.missingMs ?? 0) + tokenMs - burst * tokenMs)
}

/** Deletes buckets that are full again, at most `max`. Returns their number. */
export async function deleteFullMailLimits(db: Executor, now: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail_limits where key in (
      select key from mail_limits where "fullAt" <= ${now}::timestamptz
      order by "fullAt" limit ${max} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

// Invariants of everything but points, each as a query that returns the violations (I06–I28).
import { sql } from 'kysely'
import { visitMaxSeconds } from '#shared/constants.ts'
import { formerMemberName } from '#shared/former-member.ts'

/** A ban's timestamp is read before it waits for locks; the wait is at most the statement timeout. */
const maxBanDelay = sql`interval '6 seconds'`

/** By the description of the violation; includes constraints that the product relies on. */
export const rowInvariants = {
  'two open sessions of one day (I07)': sql`
    select "userId", "sessionDate", count(*) from meditation_sessions where "isOpen" group by 1, 2 having count(*) > 1`,
  'a session of an impossible length (I08)': sql`
    select id, duration from meditation_sessions where duration not between 0 and ${visitMaxSeconds}::integer`,
  'two active meditations in one place of a day (I09)': sql`
    select date, array_agg(id) as schedules from schedules where "isActive" group by date
    having count(*) > count(distinct slot) or count(*) filter (where not together) > 1`,
  'a message of a member banned before it (I11)': sql`
    select message.id, "userId", timestamp, "bannedAt" from chat_messages as message
    join users on users.id = "userId"
    where "isBanned" and timestamp > "bannedAt" + ${maxBanDelay}`,
  'a sent message that is stored twice (I14)': sql`
    select "userId", "clientMessageId", array_agg(id) as messages from chat_messages
    where "clientMessageId" is not null group by 1, 2 having count(*) > 1`,
  'two members with one email address (I18)': sql`
    select lower(email) as email, array_agg(id) as members from users group by lower(email)
    having lower(email) is not null and count(*) > 1`,
  'two members with one identity (I18)': sql`
    select "firebaseUid", array_agg(id) as members from users group by "firebaseUid"
    having "firebaseUid" is not null and count(*) > 1`,
  'two codes for one member, or two members with one code (I18)': sql`
    select one.code, one."userId", other.code as "otherCode", other."userId" as "otherId"
    from referral_codes one join referral_codes other on one.ctid < other.ctid
    and (one.code = other.code or one."userId" = other."userId")`,
  'a message liked twice by a member (I20)': sql`
    select "messageId", "userId", count(*) from message_likes group by 1, 2 having count(*) > 1`,
  'a completed profile with a missing field (I21)': sql`
    select id, name, email, "profilePicture" from users
    where "profileCompleted" and (name = '' or email is null or "profilePicture" is null)`,
  'a picture without a file (F17)': sql`
    select id, "profilePicture" from users where "profilePicture" ~ '^/media/[0-9a-f]{64}[.]jpg$'
    and not exists (select from media_files where sha256 = substring("profilePicture" from 8 for 64))`,
  'an erased user whose row still has data (I24)': sql`
    select id from users where "deletedAt" is not null and name = ${formerMemberName} and ("isAdmin" or "isGardenAngel" or "profileCompleted" or num_nonnulls(email, "pendingEmail", "firebaseUid",
    "profilePicture", "bannedReason", "lastLoginIp", "lastLogin") > 0)`,
  'an erased user with remaining rows (I24)': sql`
    select users.id, kind from users join (
      select "userId", 'energy' as kind from mood_entries
      union all select "userId", 'a sitting' from meditation_sessions
      union all select "userId", 'a like' from message_likes
      union all select "userId", 'a message' from chat_messages
      union all select "userId", 'the key of a call' from idempotency_keys
    ) rest on rest."userId" = users.id where "deletedAt" is not null and name = ${formerMemberName}`,
  'a member whose sort keys or minutes differ from the other tables (I25)': sql`
    select * from members_astray`,
  'one idempotency key for two calls (I28)': sql`
    select "userId", call, key, count(*) from idempotency_keys group by 1, 2, 3 having count(*) > 1`,
}

/** Further invariants of a database that only the product has written to, with a clock that was never set back. */
export const communityInvariants = {
  'more credited time than has passed (I06)': sql`
    select "userId", sum(duration) as seconds, min("startTime") as since, "lastCreditAt" from meditation_sessions
    join meditation_clocks using ("userId") where not "isSample" group by "userId", "lastCreditAt"
    having sum(duration) > 1 + extract(epoch from "lastCreditAt" - min("startTime"))`,
  'administrators, all banned or deleted (I19)': sql`
    select array_agg(id) as administrators from users where "isAdmin"
    having count(*) > 0 and not bool_or(not "isBanned" and "deletedAt" is null)`,
}

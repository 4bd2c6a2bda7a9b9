// A large community for the benchmarks: members with varied names, and two years of their activity.
import { sql } from 'kysely'

export const sessionsEach = 10

const firstNames =
  'Maya Jürgen Zoë Anna Søren Ines Łukasz Noor Émile Aiko Tomás Freya Ravi Siobhán Karl Yusuf Mia Pál Greta Owen Lea Björn Chloé Dmitri Elif Hana Ivo Jana Kofi Luz'
const lastNames =
  'Andersen Müller Østergård Nowak García Lefèvre Okafor Tanaka Szabó O’Connor Petrov Yılmaz Haddad Lindqvist Moreau Schneider Dubois Kowalska Fernández Brandão Nilsson Horvat Keller Ferrari Jensen Meyer Ivanova Suzuki Novák Bakker Costa Wagner Rossi Silva Weber Larsen Becker Marino Olsen Fischer'
const hosts = 'gmail.com gmail.com gmail.com outlook.com posteo.de proton.me example.org'

/** Inserts members with varied names, sessions, adjustments and referrals, with all triggers active. */
export async function seedMembers(database, members) {
  const words = (list) => sql`string_to_array(${list}, ' ')`
  const pick = (list, turn) =>
    sql`(${words(list)})[1 + (hashint8(n + ${turn}) & 2147483647) % cardinality(${words(list)})]`
  await database.withoutTimeLimits(async (db) => {
    await sql`
      insert into users (name, email, "firebaseUid", "createdAt")
      select first || ' ' || last, folded(first) || '.' || n || '@' || host, 'bench-' || n,
        timestamptz '2024-01-01' + n * interval '5 minutes'
      from generate_series(1::bigint, ${members}::bigint) n,
        lateral (select ${pick(firstNames, 0)} as first, ${pick(lastNames, 1_000_000)} as last,
          ${pick(hosts, 2_000_000)} as host) names`.execute(db)
    await sql`analyze`.execute(db)
    await sql`
      insert into referral_codes (code, "userId", "createdAt")
      select 'A' || translate(lpad(id::text, 7, '0'), 'ILOU', '0000'), id, "createdAt" from users`.execute(db)
    await sql`
      insert into referrals ("referrerId", "referredId", "referralCode", "createdAt")
      select code."userId", friend.id, code.code, friend."createdAt"
      from users friend
      join referral_codes code on code."userId" = 2 + (hashint4(friend.id) & 2147483647) % (friend.id / 2)
      where friend.id > 10 and friend.id % 2 = 0`.execute(db)
    await sql`
      insert into quantum_love_transactions ("userId", amount, type, description, "referralId", "eventKey", "createdAt")
      select "referredId", 50, 'join', 'Joined through a friend', id, 'join:u' || "referredId", "createdAt"
      from referrals`.execute(db)
    await sql`
      insert into meditation_sessions ("userId", "sessionDate", "startTime", "endTime", duration, "templateId",
        "isOpen", "createdAt")
      select users.id, day, day, day + interval '1 hour', 300 + (users.id * n) % 3000, template.id, false, day
      from users, generate_series(1, ${sessionsEach}::integer) n,
        (select id from meditation_templates order by id limit 1) template,
        lateral (select date '2026-11-21' - ((users.id::bigint * 37 + n * 977) % 730)::integer as day) days`.execute(
      db,
    )
    await sql`
      insert into time_adjustments ("userId", minutes, "adjustedBy", "createdAt")
      select id, 30, 1, "createdAt" from users where id % 50 = 0`.execute(db)
    await sql`vacuum analyze`.execute(db)
  })
}

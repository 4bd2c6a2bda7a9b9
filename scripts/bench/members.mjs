// npm run bench:members: what the administrators' pages of members and totals cost with a hundred thousand of them; for
// looking at, no test depends on it. The seed is part of it. `npm run bench:members -- 20000` takes fewer.
import { sql } from 'kysely'
import { performance } from 'node:perf_hooks'
import { parseRanges } from '../../src/server/client-address.ts'
import { startTestApp } from '../../test/app.ts'
import { cast, signIn } from '../../test/cast.ts'
import { startTestDatabaseServer } from '../../test/database-server.ts'
import { makeMeditation } from '../../test/make.ts'

const members = Number(process.argv[2] ?? 100_000)
const sessionsEach = 10
const rounds = 40
const beats = 5_000
const budgetMs = 50

const firstNames =
  'Maya Jürgen Zoë Anna Søren Ines Łukasz Noor Émile Aiko Tomás Freya Ravi Siobhán Karl Yusuf Mia Pál Greta Owen Lea Björn Chloé Dmitri Elif Hana Ivo Jana Kofi Luz'
const lastNames =
  'Andersen Müller Østergård Nowak García Lefèvre Okafor Tanaka Szabó O’Connor Petrov Yılmaz Haddad Lindqvist Moreau Schneider Dubois Kowalska Fernández Brandão Nilsson Horvat Keller Ferrari Jensen Meyer Ivanova Suzuki Novák Bakker Costa Wagner Rossi Silva Weber Larsen Becker Marino Olsen Fischer'
const hosts = 'gmail.com gmail.com gmail.com outlook.com posteo.de proton.me example.org'

const server = await startTestDatabaseServer()
const app = await startTestApp({ config: { limitsExempt: parseRanges('127.0.0.0/8') } })
try {
  const admin = await signIn(app, 'ada', cast.ada)
  await seed()
  await showPages(admin)
  await showHeartbeat()
} finally {
  try {
    // Throws when what is left doesn't add up.
    await app.close()
  } finally {
    await server.stop()
  }
}

/** People with names of many kinds, their sessions, adjustments and referrals; every trigger at work. */
async function seed() {
  const begunMs = performance.now()
  await makeMeditation(app)
  const words = (list) => sql`string_to_array(${list}, ' ')`
  const pick = (list, turn) =>
    sql`(${words(list)})[1 + (hashint8(n + ${turn}) & 2147483647) % cardinality(${words(list)})]`
  await app.database.withoutTimeLimits(async (db) => {
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
      from users, generate_series(1, ${sessionsEach}::integer) n, meditation_templates template,
        lateral (select date '2026-11-21' - ((users.id::bigint * 37 + n * 977) % 730)::integer as day) days`.execute(
      db,
    )
    await sql`
      insert into time_adjustments ("userId", minutes, "adjustedBy", "createdAt")
      select id, 30, 1, "createdAt" from users where id % 50 = 0`.execute(db)
    await sql`vacuum analyze`.execute(db)
  })
  const seconds = ((performance.now() - begunMs) / 1_000).toFixed(0)
  console.log(`${members} members with ${members * sessionsEach} sessions, put in within ${seconds} s.\n`)
}

async function showPages(admin) {
  const lastPage = Math.floor(members / 20)
  const queries = []
  for (const sort of ['name', 'timeSpent', 'referredBy', 'referralCount']) {
    for (const order of ['asc', 'desc']) {
      const by = `sort=${sort}&order=${order}`
      for (const page of [1, lastPage / 2, lastPage]) queries.push(`${by}&page=${Math.floor(page)}`)
      queries.push(`${by}&page=1&search=ders`)
    }
    queries.push(`sort=${sort}&around=${Math.floor(members / 2)}`)
    for (const search of ['üller', 'm', 'an', 'gre mar', 'gmail', 'nobody']) {
      queries.push(`sort=${sort}&page=1&search=${encodeURIComponent(search)}`)
    }
    queries.push(`sort=${sort}&page=1000&search=gmail`, `sort=${sort}&search=ders&around=${members / 2}`)
  }
  const paths = queries.map((query) => `/api/admin/users?${query}`)
  console.log(`From request to answer in ms, of ${rounds} each; budget ${budgetMs} at p95.`)
  console.log('   p50    p95  total')
  for (const path of [...paths, '/api/admin/users', '/api/admin/analytics']) await measure(admin, path)
}

async function measure(admin, path) {
  const tookMs = []
  let total = ''
  for (let round = -3; round < rounds; round += 1) {
    const begunMs = performance.now()
    const answer = await fetch(`${app.url}${path}`, { headers: { cookie: admin.cookie } })
    await answer.arrayBuffer()
    // The first few find everything cold.
    if (round >= 0) tookMs.push(performance.now() - begunMs)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
    total = answer.headers.get('x-total-count') ?? ''
  }
  const [p50, p95] = [0.5, 0.95].map((share) => quantile(tookMs, share))
  const mark = p95 > budgetMs ? '  over' : ''
  console.log(
    `${p50.toFixed(1).padStart(6)} ${p95.toFixed(1).padStart(6)} ${total.padStart(6)}  ${path}${mark}`,
  )
}

/** A heartbeat with the totals kept, and without. */
async function showHeartbeat() {
  console.log(`\nThe statement of a heartbeat that credits 30 s, in ms, of ${beats} sessions.`)
  await beat('kept')
  const asOwner = (statement) => app.database.withoutTimeLimits((db) => statement.execute(db))
  await asOwner(sql`alter table meditation_sessions disable trigger "meditation_sessions_counted"`)
  await beat('not kept')
  await asOwner(sql`update meditation_sessions set duration = duration - 30 where id <= ${beats}::integer`)
  await asOwner(sql`alter table meditation_sessions enable trigger "meditation_sessions_counted"`)
}

async function beat(name) {
  const tookMs = []
  for (let id = 1; id <= beats; id += 1) {
    const begunMs = performance.now()
    await app.database.query
      .updateTable('meditation_sessions')
      .set({ duration: sql`duration + 30` })
      .where('id', '=', id)
      .execute()
    tookMs.push(performance.now() - begunMs)
  }
  const [p50, p95] = [0.5, 0.95].map((share) => quantile(tookMs, share).toFixed(3))
  console.log(`totals ${name}: p50 ${p50}, p95 ${p95}`)
}

function quantile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

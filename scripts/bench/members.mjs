// npm run bench:members: the cost of the administrators' member and totals pages with a hundred thousand members.
// For information; no test depends on it. `npm run bench:members -- 20000` takes fewer.
import { sql } from 'kysely'
import { performance } from 'node:perf_hooks'
import { parseRanges } from '../../src/server/addresses/address-ranges.ts'
import { startTestApp } from '../../test/app.ts'
import { cast, signIn } from '../../test/people/cast.ts'
import { startTestDatabaseServer } from '../../test/database/database-server.ts'
import { makeMeditation } from '../../test/data/factories.ts'
import { seedMembers, sessionsEach } from './member-seed.mjs'

const members = Number(process.argv[2] ?? 100_000)
const rounds = 40
const heartbeats = 5_000
const budgetMs = 50

const server = await startTestDatabaseServer()
const app = await startTestApp({ config: { limitsExempt: parseRanges('127.0.0.0/8') } })
try {
  const admin = await signIn(app, 'ada', cast.ada)
  const startedMs = performance.now()
  await makeMeditation(app)
  await seedMembers(app.database, members)
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0)
  console.log(`${members} members with ${members * sessionsEach} sessions, inserted in ${seconds} s.\n`)
  await showPages(admin)
  await showHeartbeat()
} finally {
  try {
    // Throws when the rows violate an invariant.
    await app.close()
  } finally {
    await server.stop()
  }
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
  console.log(`From request to response in ms, of ${rounds} each; budget ${budgetMs} at p95.`)
  console.log('   p50    p95  total')
  for (const path of [...paths, '/api/admin/users', '/api/admin/analytics']) await measure(admin, path)
}

async function measure(admin, path) {
  const tookMs = []
  let total = ''
  for (let round = -3; round < rounds; round += 1) {
    const startedMs = performance.now()
    const response = await fetch(`${app.url}${path}`, { headers: { cookie: admin.cookie } })
    await response.arrayBuffer()
    // The first rounds run with cold caches and don't count.
    if (round >= 0) tookMs.push(performance.now() - startedMs)
    if (!response.ok) throw new Error(`${path} returned ${response.status}.`)
    total = response.headers.get('x-total-count') ?? ''
  }
  const [p50, p95] = [0.5, 0.95].map((share) => quantile(tookMs, share))
  const mark = p95 > budgetMs ? '  over' : ''
  console.log(
    `${p50.toFixed(1).padStart(6)} ${p95.toFixed(1).padStart(6)} ${total.padStart(6)}  ${path}${mark}`,
  )
}

/** The cost of a heartbeat with and without the stored totals. */
async function showHeartbeat() {
  console.log(`\nThe statement of a heartbeat that credits 30 s, in ms, of ${heartbeats} sessions.`)
  await measureHeartbeat('stored')
  const asOwner = (statement) => app.database.withoutTimeLimits((db) => statement.execute(db))
  await asOwner(sql`alter table meditation_sessions disable trigger "meditation_sessions_counted"`)
  await measureHeartbeat('not stored')
  await asOwner(
    sql`update meditation_sessions set duration = duration - 30 where id <= ${heartbeats}::integer`,
  )
  await asOwner(sql`alter table meditation_sessions enable trigger "meditation_sessions_counted"`)
}

async function measureHeartbeat(name) {
  const tookMs = []
  for (let id = 1; id <= heartbeats; id += 1) {
    const startedMs = performance.now()
    await app.database.query
      .updateTable('meditation_sessions')
      .set({ duration: sql`duration + 30` })
      .where('id', '=', id)
      .execute()
    tookMs.push(performance.now() - startedMs)
  }
  const [p50, p95] = [0.5, 0.95].map((share) => quantile(tookMs, share).toFixed(3))
  console.log(`totals ${name}: p50 ${p50}, p95 ${p95}`)
}

function quantile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

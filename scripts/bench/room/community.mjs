// The benchmark's own community: its database, members, sessions and today's meditation.
import 'temporal-polyfill/global'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { hashSecret } from '../../../src/features/auth/server/secret-token.ts'
import { insertSchedulesIfFree } from '../../../src/features/schedules/server/sql.ts'
import { insertTemplates } from '../../../src/features/templates/server/sql.ts'
import {
  connectDatabase,
  createDatabase,
  databaseUrl,
  dropDatabase,
} from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { startEmbeddedPostgres } from '../../../src/server/postgres/embedded-postgres.ts'
import { addDays } from '../../../src/shared/day.ts'
import { testDays } from '../../../test/community-days.ts'

const picture = `/media/${'0123456789abcdef'.repeat(4)}.jpg`
const sessionDays = 14

/**
 * A database with `memberCount` members, each with a session; on the server of DATABASE_URL, or else on one of its
 * own. `users` are the members with their session cookies; the first is an administrator.
 */
export async function createCommunity(memberCount) {
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-bench-'))
  const externalUrl = process.env['DATABASE_URL']
  const server =
    externalUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
      : { url: externalUrl, stop: async () => undefined }
  const name = `stillwater_bench_${process.pid}`
  const url = databaseUrl(server.url, name)
  const database = connectDatabase(url)
  const close = async () => {
    await database.close()
    await dropDatabase(server.url, name)
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await createDatabase(server.url, name)
    await migrate(database)
    const today = testDays.dayOf(Date.now())
    await insertMeditations(database, [today, addDays(today, 1)])
    const users = await insertUsers(database, memberCount)
    return { url, folder, database, today, users, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function insertMeditations({ query }, days) {
  const createdAt = new Date()
  const [templateId = 0] = await insertTemplates(query, [
    {
      title: 'Morning light on still water',
      description: 'A slow, guided breath from the soles of the feet to the crown.',
      duration: 20,
      difficulty: 'Beginner',
      videoUrl: '/media/still-water.mp4',
      captionsUrl: '/media/still-water.en.vtt',
      thumbnailUrl: null,
      instructor: 'Lena Oduya',
      instructorTitle: 'Meditation Teacher',
      sessionSteps: [{ number: 1, title: 'Arrive', description: 'Find a seat.' }],
      createdAt,
    },
  ])
  await insertSchedulesIfFree(
    query,
    days.map((date) => ({ date, templateId, scheduledTime: '00:00', createdAt })),
  )
}

function insertUsers({ withoutTimeLimits }, count) {
  const tokens = Array.from({ length: count }, (_, index) =>
    createHash('sha256').update(`member ${index}`).digest('base64url'),
  )
  const hashes = tokens.map((token) => hashSecret(token).toString('hex'))
  const [now, end] = [0, sessionDays].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  return withoutTimeLimits(async (db) => {
    await sql`
      insert into users (name, email, "firebaseUid", "profilePicture", "profileCompleted", "isAdmin", "createdAt")
      select 'Member Number ' || n, 'member-' || n || '@example.org', 'crowd-' || n, ${picture}, true, n = 1,
        ${now}::timestamptz
      from generate_series(1, ${count}::integer) n`.execute(db)
    await sql`
      insert into sessions ("tokenHash", provider, uid, email, name, "emailVerified", remembered, "createdAt",
        "lastUsedAt", "expiresAt")
      select decode(hash, 'hex'), 'builtin', 'crowd-' || n, 'member-' || n || '@example.org', 'Member Number ' || n,
        true, true, ${now}::timestamptz, ${now}::timestamptz, ${end}::timestamptz
      from unnest(${hashes}::text[]) with ordinality as given(hash, n)`.execute(db)
    await sql`vacuum analyze`.execute(db)
    const { rows } = await sql`select id from users where "firebaseUid" like 'crowd-%' order by id`.execute(
      db,
    )
    return rows.map(({ id }, index) => ({ userId: id, cookie: `sid=${tokens[index]}` }))
  })
}

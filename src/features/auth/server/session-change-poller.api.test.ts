// Session change poller: reports every change exactly once, from any source and however late it commits.
import { sql, type RawBuilder } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import type { Platform, SignedInSession } from '#server/context.ts'
import { connectDatabase, type Executor } from '#server/db/database.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { startStatementProxy } from '#test/database/statement-proxy.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { createSessionChangePoller } from './session-change-poller.ts'
import { createSessionLastUsed } from './session-registry.ts'
import { readSessionChanges, deleteSessionChanges, updateSessionLastUsed } from './sql/sessions.ts'

const app = await openTestApp()
const mia = await signedIn(await signIn(app, 'mia', personFields.mia))
const mo = await signedIn(await signIn(app, 'mo', personFields.mo))

async function signedIn({ uid, userId }: TestUser): Promise<SignedInSession> {
  const { id: sessionId } = await app.database.query
    .selectFrom('sessions')
    .select('id')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return { sessionId, userId, uid }
}

/**
 * Polls like a node. `pollAffected` returns which of mia, mo and a session without a user were affected since its last
 * call.
 */
async function openPoller() {
  const nobody = { sessionId: 2_000_000_000, userId: 0, uid: 'nobody' }
  const subjects = { mia, mo, nobody }
  const affected = { evicted: new Set<string>(), notified: new Set<string>() }
  let failures = 0
  const log: Pick<Platform, 'log'>['log'] = {
    info: () => {},
    warn: () => {
      failures += 1
    },
    error: () => {},
  }
  let isNotifyFailing = false
  const recordNames = (names: Set<string>) => (isAffected: (session: SignedInSession) => boolean) => {
    for (const [name, subject] of Object.entries(subjects)) if (isAffected(subject)) names.add(name)
  }
  const { poll, polledAtMs } = await createSessionChangePoller({
    database: app.database,
    log,
    evict: recordNames(affected.evicted),
    notify: async (isAffected) => {
      if (isNotifyFailing) throw new Error('notify failed')
      recordNames(affected.notified)(isAffected)
    },
  })
  const drain = (names: Set<string>) => {
    const drained = [...names]
    names.clear()
    return drained
  }
  return {
    poll,
    polledAtMs,
    pollAffected: async () => {
      await poll()
      const [evicted, notified] = [drain(affected.evicted), drain(affected.notified)]
      expect(notified).toEqual(isNotifyFailing ? [] : evicted)
      return evicted
    },
    setNotifyFailing: (isFailing: boolean) => {
      isNotifyFailing = isFailing
    },
    failures: () => failures,
  }
}

const executeSql = (statement: RawBuilder<unknown>, db: Executor = app.database.query) =>
  statement.execute(db)
const rename = (session: SignedInSession, db?: Executor) =>
  executeSql(sql`update users set name = name || '.' where id = ${session.userId}`, db)
const userChange = (change: RawBuilder<unknown>) => sql`update users set ${change} where id = ${mia.userId}`
const sessionChange = (change: RawBuilder<unknown>) =>
  sql`update sessions set ${change} where id = ${mia.sessionId}`

test('changes committed before the start are ignored, even beside a long transaction', async () => {
  await app.database.transaction(async (tx) => {
    await executeSql(sql`select pg_current_xact_id()`, tx)
    await rename(mia)
    const { pollAffected } = await openPoller()
    expect(await pollAffected()).toEqual([])
    await rename(mo)
    expect(await pollAffected()).toEqual(['mo', 'nobody'])
    expect(await pollAffected()).toEqual([])
  })
})

describe('a poll', () => {
  test('[T04] finds every change of what a caller is shown as, by any client of the database', async () => {
    const { pollAffected } = await openPoller()
    const shown = [
      userChange(sql`name = 'Mia Renamed'`),
      userChange(sql`email = 'mia.renamed@example.org'`),
      userChange(sql`"pendingEmail" = 'mia.next@example.org'`),
      userChange(sql`"profilePicture" = '/media/other.jpg'`),
      userChange(sql`"isAdmin" = true`),
      userChange(sql`"isGardenAngel" = true`),
      userChange(sql`"isBanned" = true, "bannedReason" = 'x', "bannedAt" = '2026-11-21T18:00:00Z'`),
      userChange(sql`"bannedReason" = 'y'`),
      userChange(sql`"isBanned" = false`),
      userChange(sql`"profileCompleted" = false`),
      userChange(sql`"isUnlisted" = true`),
      userChange(sql`"termsVersion" = 2`),
      userChange(sql`"createdAt" = '2026-11-21T17:00:00Z'`),
      userChange(sql`"firebaseUid" = 'uid-other'`),
      userChange(sql`"firebaseUid" = ${mia.uid}`),
    ]
    // A session without a user may have one now.
    for (const change of shown) {
      await executeSql(change)
      expect(await pollAffected()).toEqual(['mia', 'nobody'])
    }
    const proven = [
      sessionChange(sql`email = 'x@example.org'`),
      sessionChange(sql`"emailVerified" = false`),
      sessionChange(sql`name = 'x'`),
      sessionChange(sql`remembered = false`),
      sessionChange(sql`"expiresAt" = "expiresAt" - interval '1 hour'`),
      sessionChange(sql`"tokenHash" = '\\x00'`),
      sessionChange(sql`provider = 'x'`),
      sessionChange(sql`uid = 'x'`),
      sessionChange(sql`"revokedAt" = "createdAt", "revokedBy" = 'ban'`),
      sql`delete from sessions where id = ${mia.sessionId}`,
    ]
    for (const change of proven) {
      await executeSql(change)
      expect(await pollAffected()).toEqual(['mia'])
    }
    const { id: userId } = await app.database.query
      .insertInto('users')
      .values({
        name: 'New',
        email: 'new@example.org',
        firebaseUid: null,
        profilePicture: null,
        bannedReason: null,
        lastLoginIp: null,
        createdAt: new Date(app.clock.now()),
        lastLogin: null,
        bannedAt: null,
        deletedAt: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await pollAffected()).toEqual(['nobody'])
    await app.database.query.deleteFrom('member_keys').where('userId', '=', userId).execute()
    await app.database.query.deleteFrom('member_times').where('userId', '=', userId).execute()
    await app.database.query.deleteFrom('users').where('id', '=', userId).execute()
    expect(await pollAffected()).toEqual(['nobody'])
  })

  test('ignores columns that are written all the time, and updates without a change', async () => {
    const { pollAffected } = await openPoller()
    await executeSql(
      userChange(sql`"lastLogin" = '2026-11-21T18:00:00Z', "lastLoginIp" = '192.0.2.1', name = name`),
    )
    await executeSql(sql`update sessions set "lastUsedAt" = "lastUsedAt" + interval '1 minute', uid = uid`)
    expect(await pollAffected()).toEqual([])
  })

  test('[T04] finds changes that commit late, and reports none twice beside a long transaction', async () => {
    const { pollAffected } = await openPoller()
    const other = connectDatabase(app.databaseUrl, { maxConnections: 1 })
    try {
      await other.query.transaction().execute(async (tx) => {
        await rename(mia, tx)
        await rename(mo)
        expect(await pollAffected()).toEqual(['mo', 'nobody'])
        expect(await pollAffected()).toEqual([])
        await rename(mo)
        expect(await pollAffected()).toEqual(['mo', 'nobody'])
      })
      expect(await pollAffected()).toEqual(['mia', 'nobody'])
      expect(await pollAffected()).toEqual([])
    } finally {
      await other.close()
    }
  })

  test('repeats changes whose notification failed, and logs the failure once', async () => {
    const { pollAffected, setNotifyFailing, failures, polledAtMs } = await openPoller()
    const openedAtMs = polledAtMs()
    setNotifyFailing(true)
    await rename(mo)
    for (const _ of [1, 2]) expect(await pollAffected()).toEqual(['mo', 'nobody'])
    // The poll still evicted the cache in time, although the listener failed.
    expect(polledAtMs()).toBeGreaterThan(openedAtMs)
    setNotifyFailing(false)
    expect([await pollAffected(), await pollAffected(), failures()]).toEqual([['mo', 'nobody'], [], 1])
  })
})

/** The `since` value once no older transaction is running, in any database of the cluster. */
function waitUntilPast({ changes }: Awaited<ReturnType<typeof readSessionChanges>>): Promise<string> {
  const last = changes.reduce((latest, { xid }) => (BigInt(xid) > latest ? BigInt(xid) : latest), 0n)
  return vi.waitUntil(async () => {
    const { next } = await readSessionChanges(app.database.query, '0', 0)
    return BigInt(next) > last && next
  })
}

describe('rows of session_changes', () => {
  test('deleted before a node read them make it reload all sessions; other nodes ignore that', async () => {
    const late = await openPoller()
    await rename(mo)
    const next = await waitUntilPast(await readSessionChanges(app.database.query, '0', 100))
    const early = await openPoller()
    await deleteSessionChanges(app.database.query, next)
    expect(await early.pollAffected()).toEqual([])
    expect(await late.pollAffected()).toEqual(['mia', 'mo', 'nobody'])
    expect(await late.pollAffected()).toEqual([])
    const { changes } = await readSessionChanges(app.database.query, '0', 100)
    expect(changes).toEqual([{ xid: next, what: 'swept', id: 0 }])
  })

  test('restored from another database are deleted at the start, and too many rows affect all sessions', async () => {
    const { pollAffected } = await openPoller()
    await executeSql(
      sql`insert into session_changes (xid, what, id) values ('9000000000000', 'user', ${mo.userId})`,
    )
    await openPoller()
    expect(await pollAffected()).toEqual([])
    await executeSql(
      sql`insert into session_changes (what, id) select 'session', generate_series(1000000, 1010000)`,
    )
    expect(await pollAffected()).toEqual(['mia', 'mo', 'nobody'])
  })
})

test('too many rows affect all sessions at every poll while an older transaction keeps them in the result', async () => {
  const { pollAffected } = await openPoller()
  const everybody = ['mia', 'mo', 'nobody']
  await app.database.transaction(async (tx) => {
    await executeSql(sql`select pg_current_xact_id()`, tx)
    await executeSql(
      sql`insert into session_changes (what, id) select 'session', generate_series(1100000, 1110000)`,
    )
    expect(await pollAffected()).toEqual(everybody)
    // Its row comes after the rows that a poll reads.
    await rename(mo)
    expect(await pollAffected()).toEqual(everybody)
  })
})

describe('the last use of a session', () => {
  const lastUsedAt = async ({ sessionId }: SignedInSession) => {
    const row = await app.database.query
      .selectFrom('sessions')
      .select('lastUsedAt')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    return Date.parse(row.lastUsedAt)
  }

  test('is written once the database is back, and never moves backwards', async () => {
    const proxy = await startStatementProxy(app.databaseUrl)
    const database = connectDatabase(proxy.url)
    const warnings: string[] = []
    const warn = (_: object, message: string) => warnings.push(message)
    const uses = createSessionLastUsed({ database, log: { info: () => {}, warn, error: () => {} } })
    try {
      const atMs = app.clock.now() + 3_600_000
      uses.record(mo.sessionId, atMs)
      proxy.intercept(() => {
        proxy.cut()
        return 'hold'
      })
      for (const _ of [1, 2]) await uses.flush()
      expect([await lastUsedAt(mo), warnings.length]).toEqual([expect.any(Number), 1])
      expect(await lastUsedAt(mo)).not.toBe(atMs)
      proxy.intercept(() => 'pass')
      await uses.flush()
      expect(await lastUsedAt(mo)).toBe(atMs)
      uses.record(mo.sessionId, atMs - 60_000)
      await uses.flush()
      expect(await lastUsedAt(mo)).toBe(atMs)
    } finally {
      await database.close()
      await proxy.close()
    }
  })

  test('doesn’t wait for a transaction that changes the session', async () => {
    const held = await signedIn(await signIn(app, 'held', personFields.mia))
    const end = sql`update sessions set "revokedAt" = "createdAt", "revokedBy" = 'ban' where id = ${held.sessionId}`
    const uses = [held, mo].map(({ sessionId }) => ({ sessionId, atMs: app.clock.now() + 7_200_000 }))
    const written = await raceUncommittedChange(
      app,
      (tx) => executeSql(end, tx),
      async () => {
        await updateSessionLastUsed(app.database.query, uses)
        return [await lastUsedAt(held), await lastUsedAt(mo)]
      },
    )
    expect(written).toMatchObject({ value: [app.clock.now(), app.clock.now() + 7_200_000] })
  })
})

// Administrators' member list: search, order, pages and query plans.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { makeReferral } from '#test/data/referral-factories.ts'
import { explainQueries } from '#test/database/query-plans.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { memberSorts, type Member, type MemberSort } from '../contract.ts'
import { readMemberPage } from './members.ts'

const names =
  'Zoë Ångström|zoe adler|Émile Zola|Anna-Maria Müller|Ø Lund|Łukasz Nowak|100% Calm_Soul|Mia|mia|Ægir|Jørgen|Straße'

const users: TestUser[] = []

const app = await openTestApp({ isUnlimited: true })
const ada = await signIn(app, 'ada', personFields.ada)
await makeMeditation(app)
for (const [index, name] of names.split('|').entries()) {
  users.push(await signIn(app, `p${index}`, { name }))
}
for (const [index, friend] of users.entries()) {
  const referrer = users[(index * 5) % 3]
  if (referrer && index > 2 && index % 4 !== 0) await makeReferral(app, referrer, friend)
  await sit(friend, (index * 613) % 3_000)
}

async function sit({ userId }: TestUser, duration: number): Promise<void> {
  const startTime = new Date(app.clock.now())
  const { id: templateId } = await app.database.query
    .selectFrom('meditation_templates')
    .select('id')
    .executeTakeFirstOrThrow()
  const facts = { userId, templateId, sessionDate: '2026-11-21', isOpen: false, createdAt: startTime }
  await app.database.query
    .insertInto('meditation_sessions')
    .values({ ...facts, startTime, endTime: startTime, duration })
    .execute()
}

async function list(query: string): Promise<{ members: Member[]; total: string; page: string }> {
  const { status, body, headers } = await request(app, `GET /api/admin/users?${query}`, { as: ada })
  expect(status).toBe(200)
  const header = (name: string) => headers.get(name) ?? ''
  return { members: body as Member[], total: header('x-total-count'), page: header('x-page') }
}
const namesOf = async (search: string) =>
  (await list(`search=${encodeURIComponent(search)}`)).members.map(({ name }) => name)

describe('a search', () => {
  test.each([
    ['ZOE', ['zoe adler', 'Zoë Ångström']],
    ['zoë', ['zoe adler', 'Zoë Ångström']],
    ['mull', ['Anna-Maria Müller']],
    ['ngstr', ['Zoë Ångström']],
    ['strom zoe', ['Zoë Ångström']],
    ['ll', []],
    ['mü', ['Anna-Maria Müller']],
    ['lu', ['Łukasz Nowak', 'Ø Lund']],
    ['z', ['Émile Zola', 'zoe adler', 'Zoë Ångström']],
    ['emile z', ['Émile Zola']],
    ['strasse', ['Straße']],
    ['aegir', ['Ægir']],
    ['p7@EXAMPLE', ['Mia']],
    ['%', []],
    ['0%', []],
    ['100%', ['100% Calm_Soul']],
    ['m_s', ['100% Calm_Soul']],
    ['l%l', []],
    ['\\', []],
    ['nobody at all', []],
  ])('[USR-23] for %j finds %j', async (search, found) => {
    expect(await namesOf(search)).toEqual(found)
  })

  test('[USR-23] with or without the joiners and invisible characters of a name finds it', async () => {
    const { userId } = users[7]!
    const name = 'علی\u200Cرضا ❤\uFE0F'
    await request(app, `PUT /api/admin/users/${userId}`, { as: ada, body: { name } })
    for (const search of [name, 'علی\u200Cرضا', 'علیرضا', '❤', 'علی\u200B'])
      expect(await namesOf(search)).toEqual([name])
    await request(app, `PUT /api/admin/users/${userId}`, { as: ada, body: { name: 'Mia' } })
  })

  test('[USR-23] of blanks finds everyone, and a new name is found immediately', async () => {
    expect((await list('search=%20%20')).total).toBe(String(users.length + 1))
    const body = { name: 'Newly Named' }
    const { userId } = users[7]!
    await request(app, `PUT /api/admin/users/${userId}`, { as: ada, body })
    expect(await namesOf('newly')).toEqual(['Newly Named'])
    await request(app, `PUT /api/admin/users/${userId}`, { as: ada, body: { name: 'Mia' } })
    expect(await namesOf('newly')).toEqual([])
  })
})

const plainLetters = new Map([
  ['ø', 'o'],
  ['ł', 'l'],
  ['ß', 'ss'],
  ['æ', 'ae'],
])

/** The expected order, computed from the members themselves; members without a referrer come last. */
function ordered(members: readonly Member[], sort: MemberSort, order: 'asc' | 'desc'): number[] {
  const folded = (text: string | null) =>
    text
      ?.normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[øłßæ]/g, (char) => plainLetters.get(char) ?? char) ?? null
  const keyOf = (member: Member) =>
    ({
      name: folded(member.name),
      timeSpent: member.totalTimeSpent,
      referredBy: folded(member.referrerName),
      referralCount: member.referralCount,
    })[sort]
  const sign = order === 'asc' ? 1 : -1
  return members
    .toSorted((one, other) => {
      const [a, b] = [keyOf(one), keyOf(other)]
      if (a === b) return sign * (one.id - other.id)
      if (a === null || b === null) return a === null ? 1 : -1
      return sign * (a < b ? -1 : 1)
    })
    .map(({ id }) => id)
}

describe('a page', () => {
  test.each(memberSorts)(
    '[USR-23] by %s is complete in both directions, stable and without duplicates',
    async (sort) => {
      const { members: everybody } = await list('')
      expect(everybody).toHaveLength(users.length + 1)
      expect(new Set(everybody.map((member) => member.referrerName)).size).toBeGreaterThan(2)
      for (const order of ['asc', 'desc'] as const) {
        const wanted = ordered(everybody, sort, order)
        const ids: number[] = []
        for (const page of [1, 2, 3, 4]) {
          const part = await list(`sort=${sort}&order=${order}&page=${page}&limit=4`)
          expect([part.total, part.page]).toEqual([String(wanted.length), String(page)])
          ids.push(...part.members.map(({ id }) => id))
        }
        expect(ids).toEqual(wanted)
        for (const [index, id] of wanted.entries()) {
          const around = await list(`sort=${sort}&order=${order}&limit=4&around=${id}`)
          expect(around.page).toBe(String(Math.floor(index / 4) + 1))
          expect(around.members.map((member) => member.id)).toContain(id)
        }
        const found = everybody.filter(
          ({ name }) => /[mz]i?/i.test(name) && name.toLowerCase().startsWith('m'),
        )
        const searched = await list(`sort=${sort}&order=${order}&search=mia&page=1`)
        const asFound = ordered(found, sort, order)
        expect(searched.members.map(({ id }) => id).filter((id) => asFound.includes(id))).toEqual(asFound)
      }
    },
  )

  test('[USR-23] beyond the last is empty; around an unknown member it is the first', async () => {
    expect(await list('page=50')).toEqual({ members: [], total: String(users.length + 1), page: '50' })
    expect((await list('around=2000000000')).page).toBe('1')
    const [zoe] = users
    const around = await list(`around=${zoe?.userId}&search=emile`)
    expect([around.page, around.members.map(({ name }) => name)]).toEqual(['1', ['Émile Zola']])
  })

  test('[USR-23] rejects any other query', async () => {
    for (const query of [
      'page=0',
      'limit=1001',
      'sort=email',
      'order=up',
      'colour=red',
      'page=1.5',
      'around=me',
    ]) {
      const response = await request(app, `GET /api/admin/users?${query}`, { as: ada })
      expect({ query, status: response.status }).toEqual({ query, status: 400 })
    }
  })

  test('[T11] [USR-28] contains what administrators need and no diary or identity data', async () => {
    const { members } = await list('search=p3@')
    expect(members.map((member) => Object.keys(member).toSorted())).toEqual([
      [
        'bannedAt',
        'bannedReason',
        'bannedUntil',
        'createdAt',
        'email',
        'emailChange',
        'id',
        'isAdmin',
        'isBanned',
        'isGardenAngel',
        'lastLogin',
        'lastLoginIp',
        'mayHost',
        'name',
        'profileCompleted',
        'profilePicture',
        'quantumLovePoints',
        'referralCode',
        'referralCount',
        'referredBy',
        'referrerName',
        'resetLink',
        'signInEmail',
        'totalTimeSpent',
      ],
    ])
    expect(members).toMatchObject([
      {
        name: 'Anna-Maria Müller',
        email: 'p3@example.org',
        lastLogin: wall('2026-11-21 12:00'),
        lastLoginIp: '127.0.0.1',
        referrerName: 'Zoë Ångström',
        referredBy: users[0]?.userId,
        quantumLovePoints: 50,
        totalTimeSpent: Math.floor((3 * 613) / 60),
      },
    ])
  })
})

describe('with thousands of members', () => {
  beforeAll(async () => {
    // A busy machine may need longer than a request has.
    await app.database.withoutTimeLimits(async (connection) => {
      await sql`
        insert into users (name, email, "createdAt")
        select 'Somebody ' || md5(n::text), md5('e' || n) || '@example.org', timestamptz '2026-01-01'
        from generate_series(1, 5000) n`.execute(connection)
      await sql`
        insert into referral_codes (code, "userId", "createdAt")
        select 'X' || lpad(id::text, 7, '0'), id, "createdAt" from users where "firebaseUid" is null`.execute(
        connection,
      )
      await sql`
        with joined as (
          insert into referrals ("referrerId", "referredId", "referralCode", "createdAt")
          select id - 7, id, 'X' || lpad((id - 7)::text, 7, '0'), "createdAt"
          from users where "firebaseUid" is null and id - 7 in (select "userId" from referral_codes where code like 'X%')
          returning id, "referredId", "createdAt"
        )
        insert into quantum_love_transactions
          ("userId", amount, type, description, "referralId", "eventKey", "createdAt")
        select "referredId", 50, 'join', 'Joined', id, 'join:u' || "referredId", "createdAt" from joined`.execute(
        connection,
      )
      await sql`
        insert into time_adjustments ("userId", minutes, "adjustedBy", "createdAt")
        select id, 1 + id * 7919 % 3000, ${ada.userId}::integer, "createdAt"
        from users where "firebaseUid" is null`.execute(connection)
      // Accounts of others, so that a scan of them costs more than an index.
      await sql`
        insert into identity_users (id, name, email, "emailVerified", "createdAt", "updatedAt")
        select 'account-' || n, 'Member', n || '@accounts.example', true, now(), now()
        from generate_series(1, 5000) n`.execute(connection)
      await sql`
        insert into identity_accounts ("id", "accountId", "userId", "providerId", password, "createdAt", "updatedAt")
        select id, id, id, 'credential', 'a hash', now(), now() from identity_users
        where id like 'account-%'`.execute(connection)
      await sql`
        insert into outside_identities (provider, subject, uid, email, "emailVerified", "createdAt")
        select 'google', id, id, email, true, now() from identity_users
        where id like 'account-%'`.execute(connection)
      await sql`vacuum analyze`.execute(connection)
    })
  })

  test.each(memberSorts)('[USR-23] every statement of a page by %s uses an index @full', async (sort) => {
    // Takes a member near the middle: toward either end, one order would count most members.
    const halfway = await readMemberPage(app.database.query, app, { sort, page: 110 })
    const anybody = halfway.members[0]?.id ?? 0
    for (const order of ['asc', 'desc'] as const) {
      for (const asked of [
        { page: 1 },
        { page: 130 },
        { page: 250 },
        { around: anybody },
        { page: 1, search: 'c4ca4' },
        { page: 1, search: 'bc' },
        { around: anybody, search: '0f' },
      ]) {
        const queryPlans = await explainQueries(app.database.query, (db) =>
          readMemberPage(db, app, { ...asked, sort, order }),
        )
        expect(queryPlans.length).toBeGreaterThan(1)
        for (const queryPlan of queryPlans) {
          expect({ asked, isScanned: queryPlan.includes('Seq Scan'), queryPlan }).toMatchObject({
            isScanned: false,
          })
          expect(queryPlan).toContain('Index')
        }
      }
    }
  })

  test('[USR-23] the first thousand are returned without a page @full', async () => {
    const { members, total } = await list('')
    expect([members.length, total]).toEqual([1_000, String(users.length + 5_001)])
  })
})

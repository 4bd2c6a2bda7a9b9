// Activity log API: filters, pages and names; entries can't change except by erasure.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { accountActivities } from '#features/auth/activities.ts'
import { pictureActivities } from '#features/profile/activities.ts'
import { referralActivities } from '#features/referrals/activities.ts'
import { scheduleActivities } from '#features/schedules/activities.ts'
import { templateActivities } from '#features/templates/activities.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { message } from '#shared/i18n/t.ts'
import { makeMessage } from '#test/data/factories.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { explainQueries } from '#test/database/query-plans.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { activityCalls } from '../contract.ts'
import { memberTarget } from '../kinds.ts'
import { changedFields, eraseActivityAbout, recordActivity } from './service.ts'
import { listActors, latestActivities, type ActivityInput } from './sql.ts'

let serial = 0

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

function someone(): Promise<TestUser> {
  serial += 1
  return signIn(app, `someone-${serial}`, { name: `Someone ${serial}` })
}

async function fetchActivity(query = '', as: TestUser | null = people.ada) {
  const { status, body } = await request(app, `GET /api/admin/activity${query}`, { as })
  expect(status).toBe(200)
  return body as ResponseOf<typeof activityCalls.activity>
}
const changedTables = ['users', 'chat_messages', 'referrals', 'ip_bans'] as const
const aNumber: unknown = expect.any(Number)
const rows = () => app.database.query.selectFrom('activities').selectAll().orderBy('id').execute()
const ban = (by: TestUser, userId: number, reason: string) =>
  request(app, `PUT /api/admin/users/${userId}/ban`, { as: by, body: { reason } })
const sentenceOn = (actor: string, words: string, { id, name }: { id: number; name: string }) => [
  { text: actor, role: 'actor', memberId: null },
  { text: words, role: 'words', memberId: null },
  { text: name, role: 'target', memberId: id },
]
const recordChange = (change: Partial<ActivityInput>) =>
  recordActivity(app.database.query, {
    actorId: people.ada.userId,
    kind: templateActivities.create,
    targetId: 1,
    label: 'Still water',
    before: null,
    after: null,
    createdAt: new Date(app.clock.now()),
    ...change,
  })

describe('recent activity', () => {
  test('[TOT-08] is readable by administrators only', async () => {
    expect((await fetchActivity()).activities).toEqual([])
    for (const as of [people.gail, people.mia]) {
      const response = await request(app, 'GET /api/admin/activity', { as })
      expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
  })

  test('[TOT-08] shows who banned whom and why, and a new reason as a change', async () => {
    const person = await someone()
    await ban(people.gail, person.userId, 'Unkind words')
    await ban(people.ada, person.userId, 'Very unkind words')
    const before = await rows()
    await ban(people.ada, person.userId, 'Very unkind words')
    expect(await rows()).toEqual(before)
    const named = { id: person.userId, name: person.name }
    const target = { type: 'user', ...named }
    const createdAt = new Date(app.clock.now()).toISOString()
    expect((await fetchActivity('?limit=2')).activities).toEqual([
      {
        id: aNumber,
        action: 'user.ban',
        actor: { id: people.ada.userId, name: people.ada.name },
        target,
        sentence: sentenceOn(people.ada.name, ' changed the ban on ', named),
        changes: [{ label: 'Reason', before: 'Unkind words', after: 'Very unkind words' }],
        createdAt,
      },
      {
        id: aNumber,
        action: 'user.ban',
        actor: { id: people.gail.userId, name: people.gail.name },
        target,
        sentence: sentenceOn(people.gail.name, ' banned ', named),
        changes: [{ label: 'Reason', before: null, after: 'Unkind words' }],
        createdAt,
      },
    ])
  })

  test('[TOT-08] shows whose message was deleted, never its text', async () => {
    const id = await makeMessage(app, people.mo, { text: 'a secret of the heart' })
    await request(app, `DELETE /api/messages/${id}`, { as: people.gail })
    const { activities } = await fetchActivity('?limit=1')
    expect(activities).toMatchObject([
      {
        action: 'message.delete',
        target: { type: 'message', id, name: null },
        sentence: [
          ...sentenceOn(people.gail.name, ' deleted a message by ', {
            id: people.mo.userId,
            name: people.mo.name,
          }),
          { text: ' of November 21, 2026', role: 'words', memberId: null },
        ],
        changes: [],
      },
    ])
    expect(JSON.stringify(await rows())).not.toContain('secret')
  })

  test('[TOT-08] [PTS-07] shows the new referrer and the previous one', async () => {
    const [friend, first, second] = [await someone(), await someone(), await someone()]
    for (const referrer of [first, second]) {
      const body = {
        referreeId: friend.userId,
        referrerId: referrer.userId,
        referralCode: await makeReferralCode(app, referrer),
      }
      const asked = {
        as: people.ada,
        body,
        headers: { 'idempotency-key': `key-of-${referrer.userId}-12345678` },
      }
      for (const _ of ['once', 'and again']) {
        expect((await request(app, 'POST /api/admin/referral/manual-attribute', asked)).status).toBe(200)
      }
    }
    const { activities } = await fetchActivity(`?targetType=referral&targetId=${friend.userId}`)
    expect(activities.map(({ sentence, changes }) => [sentence.at(-1)?.text, changes])).toEqual([
      [` to ${second.name}`, [{ label: 'Referrer', before: first.name, after: second.name }]],
      [` to ${first.name}`, [{ label: 'Referrer', before: null, after: first.name }]],
    ])
  })

  test('[TOT-08] contains no email address, referral code or diary', async () => {
    const text = JSON.stringify(await fetchActivity('?limit=100'))
    const codes = await app.database.query.selectFrom('referral_codes').select('code').execute()
    expect(codes.length).toBeGreaterThan(0)
    for (const secret of ['@example.org', 'uid-', '127.0.0.1', ...codes.map(({ code }) => code)]) {
      expect(text).not.toContain(secret)
    }
  })
})

describe('filters and pages', () => {
  test('[TOT-08] filters by action, actor, target type and target', async () => {
    const [one, two] = [await someone(), await someone()]
    await ban(people.ada, one.userId, 'One')
    await ban(people.gail, two.userId, 'Two')
    await recordChange({ targetId: one.userId })
    const found = async (query: string) =>
      (await fetchActivity(query)).activities.map(
        ({ target, action }) => `${action} ${target.type} ${target.id}`,
      )
    const about = (person: TestUser) => `user.ban user ${person.userId}`
    expect(await found(`?targetType=user&targetId=${one.userId}`)).toEqual([about(one)])
    const byGail = await found(`?actorId=${people.gail.userId}&action=user.ban`)
    expect(byGail[0]).toBe(about(two))
    expect(byGail).not.toContain(about(one))
    expect(await found('?targetType=template')).toEqual([`template.create template ${one.userId}`])
    expect(await found(`?actorId=${one.userId}`)).toEqual([])
    expect((await fetchActivity()).actors).toEqual([
      { id: people.ada.userId, name: people.ada.name },
      { id: people.gail.userId, name: people.gail.name },
    ])
  })

  test('[TOT-08] pages newest first, without gaps or duplicates', async () => {
    for (let count = 0; count < 7; count += 1) await recordChange({ kind: pictureActivities.create })
    const all = (await fetchActivity('?targetType=picture')).activities.map(({ id }) => id)
    expect(all).toEqual(all.toSorted((a, b) => b - a))
    const pages: number[][] = []
    let [before, hasMore] = ['', true]
    while (hasMore) {
      const page = await fetchActivity(`?targetType=picture&limit=3${before}`)
      pages.push(page.activities.map(({ id }) => id))
      before = `&before=${page.activities.at(-1)?.id}`
      hasMore = page.hasMore
    }
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1])
    expect(pages.flat()).toEqual(all)
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['before=x', 'before'],
    ['action=user.love', 'action'],
    ['targetType=moon', 'targetType'],
    ['actorId=0', 'actorId'],
    ['email=a', ''],
  ])('refuses ?%s', async (query, path) => {
    const response = await request(app, `GET /api/admin/activity?${query}`, { as: people.ada })
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid', issues: [{ path }] } })
  })

  test('[TOT-08] offers every kind in the group of its target', async () => {
    const { groups } = await fetchActivity()
    expect(groups.map(({ label }) => label)).toEqual([
      'Members',
      'Referrals',
      'Templates',
      'Schedules',
      'Sittings',
      'Hosts',
      'Halls',
      'Live pictures',
      'Profile pictures',
      'Messages',
      'Chat',
      'Help',
      'Banned addresses',
      'Community',
      'Invitations',
      'Lists of invited people',
      'Legal texts',
      'News',
    ])
    expect(groups.find(({ targetType }) => targetType === 'ip-ban')?.actions).toEqual([
      { action: 'ip-ban.create', label: 'Address banned' },
      { action: 'ip-ban.lift', label: 'Address ban lifted' },
    ])
    for (const { targetType, actions } of groups)
      for (const { action } of actions) expect(action.startsWith(`${targetType}.`)).toBe(true)
  })

  test('[TOT-08] shows an entry whose kind isn’t declared', async () => {
    const kind = {
      label: message('Love'),
      sentence: () => '',
      fields: {},
      action: 'user.love',
      target: memberTarget,
    }
    await recordChange({ kind, targetId: people.mo.userId, label: null, after: { isFull: true } })
    expect((await fetchActivity('?limit=1')).activities).toMatchObject([
      {
        sentence: sentenceOn(people.ada.name, ' performed “user.love” on ', {
          id: people.mo.userId,
          name: people.mo.name,
        }),
        changes: [{ label: 'Full', before: null, after: 'yes' }],
      },
    ])
  })
})

test('[LANG-01] names, days and numbers are in the language of who reads the log', async () => {
  const kind = scheduleActivities.create
  await recordChange({ kind, label: 'Stilles Wasser, 2026-12-01 +2' })
  await recordChange({ kind, label: 'Still water, December 1, 2026 and 2 later' })
  await recordChange({ kind: templateActivities.import, label: null, after: { imported: 3 } })
  const left = await someone()
  await request(app, `DELETE /api/admin/users/${left.userId}`, { as: people.ada, body: {} })
  const targetsIn = async (language: string) => {
    const { body } = await request(app, 'GET /api/admin/activity?limit=4', {
      as: people.ada,
      headers: { 'accept-language': language },
    })
    const { activities } = body as ResponseOf<typeof activityCalls.activity>
    return activities.map(({ sentence }) => sentence.find(({ role }) => role === 'target')?.text)
  }
  expect(await targetsIn('de')).toEqual([
    'Ehemaliges Mitglied',
    '3 Vorlagen',
    'Still water, December 1, 2026 and 2 later',
    'Stilles Wasser (1.\u00a0Dezember 2026 und 2 spätere Termine)',
  ])
  expect(await targetsIn('en')).toEqual([
    'Former member',
    '3 templates',
    'Still water, December 1, 2026 and 2 later',
    'Stilles Wasser (December 1, 2026 and 2 later)',
  ])
})

describe('recording', () => {
  const failures = {
    'if the entry can’t be recorded': [
      'alter table activities add constraint nothing_more check (false) not valid',
      'alter table activities drop constraint nothing_more',
    ],
    'if the change can’t be committed': [
      `create function refuse_commit() returns trigger language plpgsql as $$ begin raise 'not committed'; end $$;
      ${changedTables
        .map(
          (table) => `create constraint trigger uncommitted after insert or update on ${table}
            deferrable initially deferred for each row execute function refuse_commit();`,
        )
        .join(' ')}`,
      'drop function refuse_commit cascade',
    ],
  } as const

  test.each(Object.entries(failures))(
    '[I23] [T25] neither the change nor its entry is stored %s',
    async (_, [breaking, mending]) => {
      const person = await someone()
      const messageId = await makeMessage(app, people.mo)
      const attribution = {
        referreeId: person.userId,
        referrerId: people.mo.userId,
        referralCode: await makeReferralCode(app, people.mo),
      }
      const address = { ipAddress: '198.41.0.4', reason: 'Unkind words' }
      const before = await snapshotTables()
      await sql.raw(breaking).execute(app.database.query)
      try {
        const statuses = [
          await ban(people.gail, person.userId, 'Unkind words'),
          await request(app, `DELETE /api/messages/${messageId}`, { as: people.gail }),
          await request(app, 'POST /api/admin/referral/manual-attribute', {
            as: people.ada,
            body: attribution,
          }),
          await request(app, 'POST /api/admin/ip-bans', { as: people.ada, body: address }),
        ].map(({ status }) => status)
        expect(statuses).toEqual([500, 500, 500, 500])
      } finally {
        await sql.raw(mending).execute(app.database.query)
      }
      expect(await snapshotTables()).toEqual(before)
    },
  )

  test('[I23] [T25] entries can’t be updated, deleted or truncated', async () => {
    await recordChange({ after: { title: 'Still water' } })
    const before = await rows()
    const attempts = [
      sql`update activities set action = 'user.update'`,
      sql`update activities set "actorId" = ${people.mia.userId}`,
      sql`update activities set label = 'another'`,
      sql`update activities set after = '{"title":"another"}', label = null, before = null`,
      sql`update activities set "createdAt" = now(), label = null, before = null, after = null`,
      sql`delete from activities`,
      sql`truncate activities`,
      sql`truncate activities cascade`,
    ]
    for (const attempt of attempts) {
      await expect(attempt.execute(app.database.query)).rejects.toThrow('append-only')
    }
    expect(await rows()).toEqual(before)
  })

  test('[I24] erasing a person clears their data from the entries, and nothing else', async () => {
    const [erasedUser, stays] = [await someone(), await someone()]
    const facts = (person: TestUser) => ({ before: { email: person.email }, after: { email: null } })
    const user = { kind: accountActivities.update, label: null }
    await recordChange({ ...user, targetId: erasedUser.userId, ...facts(erasedUser) })
    await recordChange({ ...user, targetId: stays.userId, ...facts(stays) })
    await recordChange({
      kind: referralActivities.attribute,
      targetId: erasedUser.userId,
      ...facts(erasedUser),
    })
    await recordChange({ targetId: erasedUser.userId, after: { title: 'of the same number' } })
    const before = await rows()
    await eraseActivityAbout(app.database.query, erasedUser.userId)
    const isOfGone = ({ targetType, targetId }: (typeof before)[number]) =>
      targetId === erasedUser.userId && targetType !== 'template'
    expect(await rows()).toEqual(
      before.map((row) => (isOfGone(row) ? { ...row, label: null, before: null, after: null } : row)),
    )
    expect(JSON.stringify(await rows())).not.toContain(erasedUser.email)
    expect(JSON.stringify(await rows())).toContain(stays.email)
  })

  test('changedFields returns the differing fields with old and new values', () => {
    const was = { title: 'One', steps: [{ number: 1 }], isActive: true, note: null }
    expect(changedFields(was, { ...was, title: 'Two', steps: [{ number: 1 }] })).toEqual({
      before: { title: 'One' },
      after: { title: 'Two' },
    })
    expect(changedFields(was, { ...was })).toEqual({ before: {}, after: {} })
  })
})

describe('a long history', () => {
  test('[TOT-08] every filter uses an index @full', async () => {
    await sql`
      insert into activities ("actorId", action, "targetType", "targetId", "createdAt")
      select ${people.ada.userId}, 'user.update', 'user', n % 5000 + 1, now() from generate_series(1, 50000) n`.execute(
      app.database.query,
    )
    await sql`analyze activities`.execute(app.database.query)
    const filters = [
      {},
      { action: 'template.create' },
      { actorId: people.gail.userId },
      { targetType: 'template' },
      { targetType: 'user', targetId: 77 },
    ] as const
    for (const filter of filters) {
      for (const before of [undefined, 25_000]) {
        const queryPlans = await explainQueries(app.database.query, (db) =>
          latestActivities(db, { ...filter, before, limit: 51 }),
        )
        expect(queryPlans).toHaveLength(1)
        expect(queryPlans[0]).toMatch(/Index (Only )?Scan.* on activities|Bitmap Index Scan on activities/)
        expect(queryPlans[0]).not.toContain('Seq Scan on activities')
      }
    }
    const [actors] = await explainQueries(app.database.query, listActors)
    expect(actors).not.toContain('Seq Scan on activities')
    expect((await fetchActivity('?limit=100')).activities).toHaveLength(100)
    expect((await fetchActivity()).actors.map(({ name }) => name)).toEqual([
      people.ada.name,
      people.gail.name,
    ])
  })
})

/** All tables that these changes touch. */
function snapshotTables() {
  return Promise.all(
    [...changedTables, 'quantum_love_transactions', 'activities'].map(async (table) => {
      const { rows: found } = await sql`select * from ${sql.table(table)} order by id`.execute(
        app.database.query,
      )
      return [table, found]
    }),
  )
}

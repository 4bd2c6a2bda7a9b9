// Practice on the real server and database: import, preview, removal, own sits, and what they never change.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { insertEntries } from '#features/energy/server/sql.ts'
import { findIsKnownMember } from '#features/meditation/server/service.ts'
import { insertPastVisits } from '#features/meditation/server/sql.ts'
import { msToTimestamp, timestampToMs } from '#shared/day.ts'
import { wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { insightTimerSample, makeInsightTimerSample } from '#test/data/insight-timer.ts'
import { dumpRows } from '#test/database/dump-rows.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { practiceFileMaxBytes, practiceRowsMax, type ImportSummary, type PracticeBatch } from '../contract.ts'
import { insertPracticeBatch } from './service.ts'

const app = await openTestApp({ isUnlimited: true })
const { query } = app.database
const templateId = await makeMeditation(app)
const ada = await signIn(app, 'ada', personFields.ada)
let mia: TestUser
let serial = 0

beforeEach(async () => {
  app.clock.set(wall('2026-11-21 12:00'))
  mia = await newMember()
})

function newMember(): Promise<TestUser> {
  serial += 1
  return signIn(app, `mia-${serial}`, personFields.mia)
}

const preview = (text: string, body: object = {}, as = mia) =>
  request(app, 'POST /api/account/import/preview', { as, body: { text, ...body } })
const importText = (text: string, body: object = {}, as = mia) =>
  request(app, 'POST /api/account/import', { as, body: { text, withSettings: false, ...body } })
const previewed = async (text: string) => (await preview(text)).body as ImportSummary
const imported = async (text: string, body: object = {}, as = mia) =>
  (await importText(text, body, as)).body as ImportSummary & { id: number | null }
const practiceOf = async (as = mia) => (await request(app, 'GET /api/practice', { as })).body
const batchesOf = async (as = mia) =>
  ((await request(app, 'GET /api/account/imports', { as })).body as { batches: PracticeBatch[] }).batches
const addOwnSit = (body: object, as = mia) => request(app, 'POST /api/account/own-sits', { as, body })
const deletePracticeBatch = (id: number | null, as = mia) =>
  request(app, `DELETE /api/account/import/${id}`, { as })
const rows = (table: 'practice_batches' | 'practice_sits' | 'practice_entries', userId = mia.userId) =>
  query.selectFrom(table).selectAll().where('userId', '=', userId).execute()

const insightTimer = (...lines: string[]) => ['Started At,Duration,Preset,Activity', ...lines].join('\n')
const wakingUp = (...lines: string[]) => ['Finished On,Title,Duration', ...lines].join('\n')
const finch = (...data: unknown[]) => JSON.stringify({ data })
const timer = { timerTypeIndex: 0, selectedDurationSeconds: 600, startTime: 'Tue, 17 Nov 2026 12:00:00' }
/** As a spreadsheet numbers them. */
const inSpreadsheet = (numbers: readonly number[]) => numbers.map((number) => number + 1)

function visit(sessionDate: string, time: string, seconds: number) {
  const startTime = new Date(wall(`${sessionDate} ${time}`))
  const session = { userId: mia.userId, sessionDate, templateId, startTime, seconds }
  return insertPastVisits(query, [{ ...session, completed: false, isSample: false }])
}

test('[PORT-01] [PORT-02] [PORT-07] 400 rows of Insight Timer: the import does what the preview said, and again nothing', async () => {
  const { sits, firstDay, lastDay, otherActivity, repeated, bad } = insightTimerSample
  const text = makeInsightTimerSample()
  const said = await previewed(text)
  expect(said).toEqual({
    source: 'insight-timer',
    label: null,
    ambiguousDate: null,
    rows: 400,
    sits,
    minutes: expect.any(Number) as number,
    entries: 0,
    firstDay,
    lastDay,
    skipped: [
      { reason: 'other-activity', rows: inSpreadsheet(otherActivity) },
      { reason: 'overlap', rows: inSpreadsheet(repeated) },
    ],
    bad: [
      { reason: 'date', rows: [bad.date + 1] },
      { reason: 'duration', rows: [bad.duration + 1] },
      { reason: 'future', rows: [bad.future + 1] },
    ],
    settings: [],
  })
  expect(await rows('practice_sits')).toEqual([])

  const { id, ...done } = await imported(text)
  expect(done).toEqual(said)
  expect(await batchesOf()).toEqual([
    {
      id,
      source: 'insight-timer',
      label: null,
      createdAt: msToTimestamp(app.clock.now()),
      sits,
      minutes: said.minutes,
      entries: 0,
      firstDay,
      lastDay,
    },
  ])
  // In UTC, and a formula is text.
  expect((await rows('practice_sits'))[0]).toMatchObject({
    day: '2025-07-01',
    startedAt: '2025-07-01T06:30:00.000Z',
    seconds: 11 * 60 + 1,
    title: '=1+1, morning',
  })
  expect(await imported(text)).toMatchObject({ id: null, sits: 0, entries: 0 })
  expect(await batchesOf()).toHaveLength(1)
})

test('[PORT-03] a batch is removed without a trace, by its member alone', async () => {
  const stranger = await newMember()
  const before = await dumpRows(query, ['practice_choices'])
  const { id } = await imported(makeInsightTimerSample())
  expect(await practiceOf()).toMatchObject({
    days: expect.arrayContaining([
      { day: '2025-07-01', source: 'insight-timer', label: null, seconds: 661 },
    ]) as unknown,
  })
  expect(await deletePracticeBatch(id, stranger)).toMatchObject({ status: 404 })
  expect(await rows('practice_sits')).toHaveLength(insightTimerSample.sits)
  expect(await deletePracticeBatch(id)).toMatchObject({ status: 200 })
  expect(await practiceOf()).toEqual({ days: [], entries: [] })
  expect(await dumpRows(query, ['practice_choices'])).toEqual(before)
  expect(await deletePracticeBatch(id)).toMatchObject({ status: 404 })
})

test('[PORT-04] practice changes no other table, and no figure of administrators or others', async () => {
  await visit('2026-11-20', '12:00', 900)
  const another = await exportOfAnother()
  const figures = () =>
    Promise.all(
      (
        [
          'GET /api/admin/analytics',
          'GET /api/admin/analytics/days',
          'GET /api/admin/users',
          'GET /api/admin/what-helps',
        ] as const
      ).map(async (call) => (await request(app, call, { as: ada })).body),
    )
  const own = () =>
    Promise.all(
      (
        [
          'GET /api/mood/analytics',
          'GET /api/mood/sessions',
          'GET /api/session/completed-count',
          `GET /api/user/${mia.userId}/quantum-love`,
          'GET /api/rhythm',
        ] as const
      ).map(async (call) => (await request(app, call, { as: mia })).body),
    )
  const practiceTables = ['practice_batches', 'practice_sits', 'practice_entries', 'practice_choices']
  const before = [await figures(), await own(), await dumpRows(query, practiceTables)]
  await imported(makeInsightTimerSample())
  await imported(another)
  expect(await addOwnSit({ date: '2026-11-21', minutes: 240 })).toMatchObject({ status: 201 })
  expect(await batchesOf()).toHaveLength(3)
  expect([await figures(), await own(), await dumpRows(query, practiceTables)]).toEqual(before)
  expect(await findIsKnownMember(query, app.config, { userId: mia.userId, day: '2026-11-21' })).toBe(false)
})

test('[PORT-05] an export of another community brings its diary and time along, and settings by choice', async () => {
  const text = await exportOfAnother()
  const said = await previewed(text)
  expect(said).toMatchObject({
    source: 'stillwater',
    label: 'Stillwater',
    sits: 3,
    minutes: 20 + 15 + 7,
    entries: 2,
    firstDay: '2026-11-01',
    lastDay: '2026-11-12',
    skipped: [],
    bad: [],
    settings: ['language', 'rhythm'],
  })
  const { id, ...done } = await imported(text)
  expect(done).toEqual(said)
  const settings = async () => {
    const account = (await request(app, 'GET /api/auth/user', { as: mia })).body as {
      language: string | null
    }
    const { choices } = (await request(app, 'GET /api/rhythm', { as: mia })).body as { choices: object }
    return { language: account.language, ...choices }
  }
  expect(await settings()).toMatchObject({ language: 'en', daysAWeek: null })
  expect(await practiceOf()).toMatchObject({
    days: [
      { day: '2026-11-01', source: 'stillwater', label: 'Stillwater', seconds: 7 * 60 },
      { day: '2026-11-11', seconds: 15 * 60 },
      { day: '2026-11-12', seconds: 20 * 60 },
    ],
    entries: [
      {
        sessionDate: '2026-11-12',
        moodType: 'pre',
        emotionLevel: 3,
        comment: 'Canary words',
        sittingId: null,
      },
      { sessionDate: '2026-11-12', moodType: 'post', emotionLevel: 6, comment: null, sittingId: null },
    ],
  })
  // Neither points, chat nor referrals: nothing but the batch and the two settings.
  expect(await imported(text, { withSettings: true })).toMatchObject({ id: null, sits: 0, entries: 0 })
  expect(await settings()).toMatchObject({ language: 'de', daysAWeek: 4, hasStreak: true, isShown: false })
  await deletePracticeBatch(id)
  expect(await practiceOf()).toEqual({ days: [], entries: [] })
})

test('[PORT-05] what a member already has here is skipped: their own export imports nothing', async () => {
  const home = await newMember()
  await makeHistory(home)
  await imported(insightTimer('10/31/2026 06:30:00,0:20:0,,Meditation'), {}, home)
  const { body: own } = await request(app, 'GET /api/account/export', { as: home })
  const { skipped, ...said } = (await preview(JSON.stringify(own), {}, home)).body as ImportSummary
  expect(said).toMatchObject({ sits: 0, entries: 0, bad: [] })
  expect(skipped).toEqual([{ reason: 'overlap', rows: [1, 2, 3, 4, 5, 6] }])
})

/** Two entries of the 12th, and three sits of 20, 15 and 7 minutes, of which the last came from elsewhere. */
async function makeHistory(member: TestUser): Promise<void> {
  const entryAt = (time: string) => ({
    userId: member.userId,
    sessionDate: '2026-11-12',
    createdAt: new Date(wall(`2026-11-12 ${time}`)),
    isSample: false,
  })
  await insertEntries(query, [
    { ...entryAt('12:00'), moodType: 'pre', emotionLevel: 3, comment: 'Canary words' },
    { ...entryAt('12:30'), moodType: 'post', emotionLevel: 6, comment: null },
  ])
  const visitAt = (sessionDate: string, minutes: number) => ({
    userId: member.userId,
    sessionDate,
    templateId,
    startTime: new Date(wall(`${sessionDate} 12:05`)),
    seconds: minutes * 60,
    completed: true,
    isSample: false,
  })
  await insertPastVisits(query, [visitAt('2026-11-12', 20), visitAt('2026-11-11', 15)])
  expect(await addOwnSit({ date: '2026-11-01', minutes: 7 }, member)).toMatchObject({ status: 201 })
}

/** The data export of a member with {@link makeHistory}, a language and a rhythm. */
async function exportOfAnother(): Promise<string> {
  const other = await newMember()
  await makeHistory(other)
  await request(app, 'PUT /api/user/language', { as: other, body: { language: 'de' } })
  await request(app, 'PUT /api/rhythm', {
    as: other,
    body: { daysAWeek: 4, hasStreak: true, isShown: false },
  })
  const { body } = await request(app, 'GET /api/account/export', { as: other })
  return JSON.stringify(body, null, 2)
}

test('[PORT-05] the history download of another community imports too, and what the export brought is skipped', async () => {
  const entry = (level: number, recordedAt: string) => ({ level, center: '', comment: 'Still', recordedAt })
  const day = { improvement: null, complete: false, sample: false }
  const history = JSON.stringify({
    product: 'Evening Circle',
    exportedAt: '2026-11-20T12:00:00.000Z',
    days: [
      { ...day, date: '2026-11-12', before: entry(2, '2026-11-12T18:00:00.000Z'), after: null, minutes: 35 },
      { ...day, date: '2026-11-13', before: null, after: null, minutes: 0, sample: true },
      { ...day, date: '2026-11-14', before: entry(8, '2026-11-12T18:00:00.000Z'), after: null, minutes: 5 },
    ],
  })
  expect(await imported(history)).toMatchObject({
    source: 'stillwater',
    label: 'Evening Circle',
    rows: 3,
    sits: 1,
    minutes: 35,
    entries: 1,
    skipped: [{ reason: 'sample', rows: [2] }],
    bad: [{ reason: 'shape', rows: [3] }],
  })
  // The day's whole time here: 20 and 15 minutes.
  await visit('2026-11-15', '12:00', 20 * 60)
  await visit('2026-11-15', '18:00', 15 * 60)
  expect(await previewed(history.replaceAll('2026-11-12', '2026-11-15'))).toMatchObject({
    sits: 0,
    skipped: [
      { reason: 'overlap', rows: [1] },
      { reason: 'sample', rows: [2] },
    ],
  })
})

test('[PORT-01] Waking Up, VA Mindfulness Coach and Finch are known by their columns, whatever else a file has', async () => {
  expect(await imported(wakingUp('11/20/2026,Daily Meditation,660', '11/20/2026,Moment,89.6'))).toMatchObject(
    {
      source: 'waking-up',
      sits: 2,
      minutes: 12,
    },
  )
  expect(
    await imported('date;Mood;Exercise;Duration;Comments\n2026-11-19;3;Breathing;12 min;"Two\nlines"\n'),
  ).toMatchObject({ source: 'mindfulness-coach', sits: 1, minutes: 12 })
  expect(
    await imported(
      finch(
        { ...timer, completedTime: 'Tue, 17 Nov 2026 12:08:00' },
        { ...timer, timerTypeIndex: 1, completedTime: '' },
        { ...timer, startTime: 'soon', completedTime: '' },
        'x',
      ),
    ),
  ).toMatchObject({
    source: 'finch',
    sits: 1,
    minutes: 8,
    skipped: [{ reason: 'other-activity', rows: [2] }],
    bad: [
      { reason: 'date', rows: [3] },
      { reason: 'shape', rows: [4] },
    ],
  })
  const breathing = { breathing_type: 'box', duration: 120, start_time: 'Mon, 16 Nov 2026 12:00:00' }
  expect(
    await imported(
      finch(
        { ...breathing, completed_time: 'Mon, 16 Nov 2026 12:02:00' },
        { ...breathing, completed_time: '' },
      ),
    ),
  ).toMatchObject({ sits: 1, minutes: 2, skipped: [{ reason: 'no-time', rows: [2] }] })
  expect((await rows('practice_sits')).map(({ title, comment }) => [title, comment])).toEqual([
    ['Daily Meditation', null],
    ['Moment', null],
    ['Breathing', 'Two\nlines'],
    [null, null],
    ['box', null],
  ])
})

test('[PORT-09] a file whose dates can be read in two ways asks once, and imports nothing without a response', async () => {
  const text = wakingUp('03/04/2026,Daily,600', '05/06/2026,Daily,600')
  expect(await previewed(text)).toMatchObject({ ambiguousDate: '03/04/2026', rows: 2, sits: 0, bad: [] })
  expect(await importText(text)).toMatchObject({ status: 400, body: { issues: [{ path: 'dateOrder' }] } })
  expect(await imported(text, { dateOrder: 'day-first' })).toMatchObject({
    ambiguousDate: null,
    sits: 2,
    firstDay: '2026-04-03',
    lastDay: '2026-06-05',
  })
  // A date of the file decides against the choice.
  expect(
    (await preview(wakingUp('03/04/2026,Daily,600', '03/25/2026,Daily,600'), { dateOrder: 'day-first' }))
      .body,
  ).toMatchObject({ firstDay: '2026-03-04', lastDay: '2026-03-25', bad: [] })
})

test('[PORT-10] time in this room is nobody’s twice', async () => {
  await visit('2026-11-20', '12:00', 1_200)
  const at = (time: string) => {
    const [date = '', clock = ''] = msToTimestamp(timestampToMs(wall(`2026-11-20 ${time}`)))
      .slice(0, 19)
      .split('T')
    const [year, month, day] = date.split('-')
    return `${month}/${day}/${year} ${clock},0:10:0,,Meditation`
  }
  expect(await previewed(insightTimer(at('12:19'), at('12:20'), at('11:50'), at('11:51')))).toMatchObject({
    sits: 2,
    skipped: [{ reason: 'overlap', rows: [2, 5] }],
  })
  expect(await addOwnSit({ date: '2026-11-20', minutes: 20 })).toMatchObject({
    status: 409,
    body: { code: 'sat_already' },
  })
})

test('[PORT-02] two imports of a file at once import it once', async () => {
  const text = makeInsightTimerSample()
  const results = await Promise.all([imported(text), imported(text), imported(text)])
  expect(results.map(({ sits }) => sits).sort((a, b) => a - b)).toEqual([0, 0, insightTimerSample.sits])
  expect(await batchesOf()).toHaveLength(1)
})

test('[PORT-12] an unknown, damaged or too large file is refused in words, and nothing is stored', async () => {
  const row = (index: number) => `2026-11-${String((index % 20) + 1).padStart(2, '0')},Daily,${index + 1}`
  const longest = wakingUp(...Array.from({ length: practiceRowsMax }, (_, index) => row(index)))
  const [line = ''] = longest.split('\n')
  for (const [text, message] of [
    ['', 'Please choose a file.'],
    ['Name,Age\nMia,40', /^We don’t recognize this history\. We can read the CSV files of Insight Timer/],
    ['{"data": []}', /^We don’t recognize this history/],
    ['{"data": [', 'This JSON file is damaged or incomplete. Please export it again.'],
    [wakingUp('2026-11-01,"Daily,600'), 'Row 2 has a quotation mark without an end.'],
    [`${longest}\n${row(0)}`, 'This has more than 20,000 rows. Please split it.'],
    [
      finch(timer, ...Array.from({ length: practiceRowsMax }, () => 1)),
      'This has more than 20,000 rows. Please split it.',
    ],
    [`${line}\n`.padEnd(practiceFileMaxBytes + 1, 'x'), 'A file has at most 2 MB.'],
  ] as const)
    for (const refused of [await preview(text), await importText(text)])
      expect(refused).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'text', message: expect.stringMatching(message) as string }] },
      })
  expect(await rows('practice_batches')).toEqual([])
  expect(await previewed(longest)).toMatchObject({ rows: practiceRowsMax, bad: [] })
})

test('[PORT-12] an account holds so many sits from elsewhere; the others are named', async () => {
  const { id } = await imported(wakingUp('2026-11-01,Daily,600'))
  await sql`
    insert into practice_sits ("batchId", "userId", day, seconds)
    select ${id}::integer, ${mia.userId}::integer, date '1960-01-01' + day, 600
    from generate_series(1, ${practiceRowsMax - 2}) as day`.execute(query)
  expect(await imported(wakingUp('2026-11-02,Daily,600', '2026-11-03,Daily,600'))).toMatchObject({
    sits: 1,
    skipped: [{ reason: 'full', rows: [3] }],
  })
})

test('[PORT-08] an own sit has 1 to 240 minutes, and a day of the last 30', async () => {
  for (const [body, path] of [
    [{ date: '2026-11-22', minutes: 20 }, 'date'],
    [{ date: '2026-10-21', minutes: 20 }, 'date'],
    [{ date: '2026-11-31', minutes: 20 }, 'date'],
    [{ date: '2026-11-21', minutes: 0 }, 'minutes'],
    [{ date: '2026-11-21', minutes: 241 }, 'minutes'],
    [{ date: '2026-11-21', minutes: 2.5 }, 'minutes'],
    [{ date: '2026-11-21', minutes: '20' }, 'minutes'],
  ] as const)
    expect(await addOwnSit(body)).toMatchObject({ status: 400, body: { issues: [{ path }] } })
  expect(await rows('practice_batches')).toEqual([])
  for (const body of [
    { date: '2026-10-22', minutes: 240 },
    { date: '2026-11-21', minutes: 1 },
  ])
    expect(await addOwnSit(body)).toMatchObject({
      status: 201,
      body: { source: 'own', sits: 1, minutes: body.minutes, firstDay: body.date, lastDay: body.date },
    })
  expect(await addOwnSit({ date: '2026-11-21', minutes: 1 })).toMatchObject({ status: 409 })
  expect(await batchesOf()).toHaveLength(2)
})

test('[PORT-11] its days count in the rhythm by choice alone, from a minute on, and are gone with it', async () => {
  const { id } = await imported(wakingUp('11/20/2026,Daily,60', '11/19/2026,Daily,59'))
  const rhythm = async () =>
    ((await request(app, 'GET /api/rhythm', { as: mia })).body as { days: string[] }).days
  await visit('2026-11-20', '12:00', 900)
  await visit('2026-11-18', '12:00', 900)
  const choose = (inRhythm: boolean) => request(app, 'PUT /api/practice', { as: mia, body: { inRhythm } })
  expect(await rhythm()).toEqual(['2026-11-18', '2026-11-20'])
  await addOwnSit({ date: '2026-11-17', minutes: 1 })
  expect(await choose(true)).toMatchObject({ status: 200, body: { inRhythm: true } })
  expect(await rhythm()).toEqual(['2026-11-17', '2026-11-18', '2026-11-20'])
  expect((await request(app, 'GET /api/account/imports', { as: mia })).body).toMatchObject({
    choices: { inRhythm: true },
  })
  await deletePracticeBatch(id)
  await choose(false)
  expect(await rhythm()).toEqual(['2026-11-18', '2026-11-20'])
})

test('[PORT-03] a batch of a community has its name, and skips what the member has', async () => {
  const add = (minutes: number) =>
    app.database.transaction((tx) =>
      insertPracticeBatch(tx, {
        userId: mia.userId,
        source: 'community',
        label: 'Evening Circle',
        sits: [
          { day: '2026-11-01', startedAt: null, minutes: 30, title: null },
          { day: '2026-11-02', startedAt: null, minutes, title: null },
        ],
        now: new Date(app.clock.now()),
      }),
    )
  expect(await add(30)).toMatchObject({ imported: 2, skipped: 0 })
  expect(await add(45)).toMatchObject({ imported: 1, skipped: 1 })
  expect(await add(45)).toEqual({ id: null, imported: 0, skipped: 2 })
  expect(await batchesOf()).toMatchObject([
    { source: 'community', label: 'Evening Circle', sits: 1 },
    { source: 'community', label: 'Evening Circle', sits: 2 },
  ])
})

// The migration of sittings from columns of their schedules to rows.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#test/database/database.ts'
import { knownMigrations, migrate } from './migrate.ts'

/** Members 1 and 2, a template, and schedules 1 to 6 as hosts and administrators left them. */
const before = `
insert into users (name, "createdAt") values ('Mia', now()), ('Mo', now());
insert into meditation_templates (title, description, duration, "videoUrl", "audioUrl", instructor, "instructorTitle", "createdAt", "mediaSeconds")
values ('Still water', 'A slow breath.', 10, '/media/new.mp4', '/media/new.m4a', 'Lena Oduya', 'Teacher', now(), 600);
insert into schedules (date, "templateId", "scheduledTime", together, "createdAt", span, "timelineVersion") values
  ('2026-06-01', 1, '06:30', true, now(), '[2026-06-01 11:15Z,2026-06-01 11:55:08Z)', 3);
insert into schedules (date, "templateId", "scheduledTime", together, "createdAt", span, "begunFor", "delaySeconds", "doorsMinutes") values
  ('2026-06-02', 1, '00:00', true, now(), '[2026-06-02 17:59Z,2026-06-02 18:30:08Z)', '2026-06-02 18:00Z', 300, 1);
insert into schedules (date, "templateId", "scheduledTime", together, "createdAt", "cancelledAt", "cancelNote") values
  ('2026-06-03', 1, '07:00', true, now(), now(), 'The line is down.');
insert into schedules (date, "templateId", "scheduledTime", together, "createdAt", span, "keptVideoUrl", "keptMediaSeconds", "endedAt") values
  ('2026-06-04', 1, '06:30', true, now(), '[2026-06-04 11:15Z,2026-06-04 11:47Z)', '/media/old.mp4', 300, '2026-06-04 11:32Z');
insert into schedules (date, "templateId", "scheduledTime", "createdAt") values ('2026-06-05', 1, '06:30', now());
insert into schedules (date, "templateId", "scheduledTime", together, "createdAt", span, "doorsMinutes") values
  ('2026-06-06', 1, '06:30', true, now(), '[2026-06-06 11:30Z,2026-06-06 11:55:08Z)', 0);
insert into mood_entries ("userId", "sessionDate", "emotionLevel", "moodType", "createdAt", "scheduleId") values
  (1, '2026-06-01', 3, 'pre', '2026-06-01 11:20Z', 1),
  (1, '2026-06-01', 5, 'post', '2026-06-01 11:45Z', 1),
  (2, '2026-06-01', 2, 'pre', '2026-06-01 11:00Z', 1),
  (2, '2026-06-01', 4, 'pre', '2026-06-01 11:00Z', null);
insert into sitting_reflections ("scheduleId", "doorsAt", "startsAt", pairs, "changeTenths") values
  (1, '2026-06-01 11:15Z', '2026-06-01 11:30Z', 8, 12), (1, '2026-06-01 09:00Z', '2026-06-01 09:15Z', null, null);
insert into help_requests ("scheduleId", day, "userId", kind, "createdAt", "askedAt") values
  (1, '2026-06-01', 1, 'care', '2026-06-01 11:20Z', '2026-06-01 11:20Z'),
  (null, '2026-05-01', 2, 'care', '2026-05-01 11:20Z', '2026-05-01 11:20Z');
`

test('a sitting of before gets a row with its moments and its video, and what members left in it @full', async () => {
  const { database, drop } = await createTestDatabase('empty')
  try {
    const names = (await knownMigrations()).map(({ name }) => name)
    await migrate(database, { only: names.filter((name) => name < '0036') })
    await sql.raw(before).execute(database.query)
    await migrate(database)

    const sittings = await database.query.selectFrom('sittings').selectAll().orderBy('roomDay').execute()
    const utc = (time: string) => `2026-06-0${time}Z`.replace(' ', 'T')
    expect(sittings).toMatchObject([
      {
        scheduleId: 1,
        version: 3,
        videoUrl: '/media/new.mp4',
        audioUrl: '/media/new.m4a',
        scheduledAt: utc('1 11:30:00.000'),
        doorsAt: utc('1 11:15:00.000'),
        gatherAt: utc('1 11:29:00.000'),
        startsAt: utc('1 11:30:00.000'),
        videoAt: utc('1 11:30:08.000'),
        sharingAt: utc('1 11:40:08.000'),
        endsAt: utc('1 11:55:08.000'),
      },
      {
        scheduleId: 2,
        scheduledAt: null,
        doorsAt: utc('2 17:59:00.000'),
        startsAt: utc('2 18:05:00.000'),
        sharingAt: utc('2 18:15:08.000'),
      },
      {
        scheduleId: 3,
        scheduledAt: utc('3 12:00:00.000'),
        cancelNote: 'The line is down.',
        cancelledAt: expect.any(String) as string,
      },
      {
        scheduleId: 4,
        videoUrl: '/media/old.mp4',
        audioUrl: null,
        mediaSeconds: 300,
        sharingAt: utc('4 11:32:00.000'),
        endsAt: utc('4 11:47:00.000'),
      },
      { scheduleId: 6, doorsAt: utc('6 11:29:00.000'), gatherAt: utc('6 11:29:00.000') },
    ])
    const { id: sittingId = 0 } = sittings[0] ?? {}
    const schedules = database.query.selectFrom('schedules').select(['id', 'together', 'doorsMinutes'])
    expect(await schedules.where('id', 'in', [2, 6]).orderBy('id').execute()).toEqual([
      { id: 2, together: false, doorsMinutes: 1 },
      { id: 6, together: true, doorsMinutes: 15 },
    ])
    const entries = database.query.selectFrom('mood_entries').select('sittingId').orderBy('id')
    expect((await entries.execute()).map((entry) => entry.sittingId)).toEqual([
      sittingId,
      sittingId,
      null,
      null,
    ])
    const left = [
      await database.query.selectFrom('sitting_reflections').select('sittingId').execute(),
      await database.query.selectFrom('help_requests').select('sittingId').execute(),
    ]
    expect(left).toEqual([[{ sittingId }], [{ sittingId }]])
  } finally {
    await drop()
  }
})

// The migration of thanks from their schedule to its sitting.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { knownMigrations, migrate } from '#server/db/migrate.ts'
import { createTestDatabase } from '#test/database/database.ts'

/** A member's thanks in a sitting, and on a day that didn't start together. */
const before = `
insert into users (name, "createdAt") values ('Mia', now());
insert into meditation_templates (title, description, duration, "videoUrl", instructor, "instructorTitle", "createdAt", "mediaSeconds")
values ('Still water', 'A slow breath.', 10, '/media/new.mp4', 'Lena Oduya', 'Teacher', now(), 600);
insert into schedules (date, "templateId", "scheduledTime", together, "createdAt", span) values
  ('2026-06-01', 1, '06:30', true, now(), '[2026-06-01 11:15Z,2026-06-01 11:55:08Z)');
insert into schedules (date, "templateId", "scheduledTime", "createdAt") values ('2026-06-02', 1, '06:30', now());
insert into sitting_thanks ("scheduleId", "userId", "sentAt") values
  (1, 1, '2026-06-01 11:45Z'), (2, 1, '2026-06-02 18:06Z');
`

test('thanks of before belong to the sitting of their schedule; those without one are gone @full', async () => {
  const { database, drop } = await createTestDatabase('empty')
  try {
    const names = (await knownMigrations()).map(({ name }) => name)
    await migrate(database, { only: names.filter((name) => name < '0036') })
    await sql.raw(before).execute(database.query)
    await migrate(database)
    const sittings = await database.query.selectFrom('sittings').select('id as sittingId').execute()
    expect(sittings).toHaveLength(1)
    expect(await database.query.selectFrom('sitting_thanks').select('sittingId').execute()).toEqual(sittings)
  } finally {
    await drop()
  }
})

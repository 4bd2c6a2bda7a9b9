// Gate: a migration names in a line `-- removes: …` all that it removes; servers of older versions read that (OPS-13).
import { expect, test } from 'vitest'
import { knownMigrations } from '#server/db/migrate.ts'

/** The first migration that can be marked. */
const firstMarked = '0079-removals.sql'

/** A statement after which a server of the version before fails. */
const removal =
  /\bdrop\s+(table|column|view|type|function|(if exists\s+)?"|(?!constraint|not null|default|identity|expression|index|trigger)\w+\s*[,;])|\brename\b|\bset\s+schema\b/i

const isUnmarked = ({ text, removes }: { text: string; removes: string | null }) =>
  removes === null && removal.test(text.replaceAll(/--.*$/gm, ''))

test('[OPS-13] a migration that drops or renames something has a line that says what it removes', async () => {
  const migrations = (await knownMigrations()).filter(({ name }) => name >= firstMarked)
  expect(migrations.length).toBeGreaterThan(0)
  expect(migrations.filter(isUnmarked).map(({ name }) => name)).toEqual([])
})

test.each([
  ['drop table thanks;', true],
  ['alter table schedules drop column "color";', true],
  ['alter table schedules drop "color", drop duration;', true],
  ['alter table schedules drop duration;', true],
  ['alter table schedules rename column "a" to "b";', true],
  ['ALTER TABLE schedules\n  RENAME TO days;', true],
  ['-- removes: schedules.color\nalter table schedules drop column "color";', false],
  ['-- This would drop table thanks.\nalter table schedules add column length integer;', false],
  ['alter table schedules drop constraint "schedules_check", alter column title drop not null;', false],
  ['alter table schedules alter column title drop default;\ndrop index "schedules_day";', false],
])('%s: unmarked %s', (text, expected) => {
  const [, removes = null] = /^-- removes: (.+)$/m.exec(text) ?? []
  expect(isUnmarked({ text, removes })).toBe(expected)
})

// Tests of the invariant checker: for every rule it finds a row that breaks it.
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Executor } from '#server/db/database.ts'
import { createTestDatabase } from '#test/database/database.ts'
import type { pointInvariants } from '#test/database/invariants-points.ts'
import type { communityInvariants, rowInvariants } from '#test/database/invariants-rows.ts'
import { findCommunityViolations } from '#test/database/invariants.ts'

const referral = (referrer: number, referred: number, status = 'pending', more = `false, null`): string =>
  `insert into referrals ("referrerId", "referredId", "referralCode", status, "rewardGiven", "completedAt", "createdAt")
   values (${referrer}, ${referred}, 'AAAAAAAA', '${status}', ${more}, now());`
const line = (userId: number, type: string, amount: number, eventKey: string): string =>
  `insert into quantum_love_transactions ("userId", type, amount, "eventKey", "referralId", description, "createdAt")
   select ${userId}, '${type}', ${amount}, '${eventKey}', max(id), '', now() from referrals;`
const sitting = (
  userId: number,
  facts: { duration?: number; completed?: boolean; isOpen?: boolean },
): string =>
  `insert into meditation_sessions
     ("userId", "sessionDate", "startTime", "endTime", duration, completed, "isOpen", "templateId", "createdAt")
   values (${userId}, '2026-11-21', now(), now(), ${facts.duration ?? 0}, ${facts.completed ?? false},
     ${facts.isOpen ?? false}, 1, now());`
const ofMember = (id: number, change: string): string => `update users set ${change} where id = ${id};`
const repeated = (statement: string): string => statement + statement
const insertChatMessage = `insert into chat_messages ("userId", message, timestamp, "sessionDate", "clientMessageId")
  values (3, 'Good morning', now(), '2026-11-21', 'once');`

type Rule = keyof typeof pointInvariants | keyof typeof rowInvariants | keyof typeof communityInvariants

/**
 * One violating row for each rule; members are 1 (an administrator), 2 (whose code is AAAAAAAA), 3 and 4 (erased).
 */
const violations: Record<Rule, string> = {
  'a points balance that is not the sum of its ledger rows': ofMember(2, '"quantumLovePoints" = 7'),
  'two ledger rows for one event (I02)': referral(2, 3) + repeated(line(3, 'join', 50, 'join:u3')),
  'a member with two referrers': referral(2, 3) + referral(1, 3),
  'two members who refer each other': referral(2, 3) + referral(3, 2),
  'a member who refers themselves': referral(2, 2),
  'a pending referral whose session is complete': referral(2, 3) + sitting(3, { completed: true }),
  'a referred friend without the points for joining': referral(2, 3),
  'a referred friend without the points for the first session': referral(2, 3, 'completed', 'true, now()'),
  'points for a first session without a completed referral':
    referral(2, 3) + line(3, 'first-session', 25, 'first:u3'),
  'a completed referral without its reward': referral(2, 3, 'completed', 'false, now()'),
  'a referral whose reward differs from its ledger rows': referral(2, 3, 'superseded', 'true, now()'),
  'a reversal without a matching reward':
    referral(2, 3, 'superseded', 'false, now()') + line(2, 'reversal', -100, 'reversal:5'),
  'a ledger row with the wrong amount, member or event': referral(2, 3) + line(3, 'join', 51, 'join:u3'),
  'more credited time than has passed (I06)': `${sitting(3, { duration: 600 })}
    insert into meditation_clocks ("userId", "lastCreditAt", "lastCallAt")
    values (3, now() + interval '598 seconds', now());`,
  'two open sessions of one day (I07)': repeated(sitting(3, { isOpen: true })),
  'a session of an impossible length (I08)': sitting(3, { duration: 7_201 }),
  'two active meditations in one place of a day (I09)': repeated(
    `insert into schedules (date, "templateId", "createdAt") values ('2026-11-21', 1, now());`,
  ),
  'a message of a member banned before it (I11)':
    ofMember(3, `"isBanned" = true, "bannedReason" = 'x', "bannedAt" = now() - interval '7 seconds'`) +
    insertChatMessage,
  'a sent message that is stored twice (I14)': repeated(insertChatMessage),
  'two members with one email address (I18)': ofMember(2, `email = 'Mia@Example.org'`),
  'two members with one identity (I18)': ofMember(2, `"firebaseUid" = 'uid-3'`),
  'two codes for one member, or two members with one code (I18)': `insert into referral_codes (code, "userId", "createdAt") values ('BBBBBBBB', 2, now());`,
  'administrators, all banned or deleted (I19)': ofMember(1, '"isBanned" = true'),
  'a message liked twice by a member (I20)':
    insertChatMessage +
    repeated(`insert into message_likes ("messageId", "userId", "createdAt")
      select max(id), 2, now() from chat_messages;`),
  'a completed profile with a missing field (I21)': ofMember(3, '"profilePicture" = null'),
  'a picture without a file (F17)': ofMember(3, `"profilePicture" = '/media/${'a'.repeat(64)}.jpg'`),
  'an erased user whose row still has data (I24)': ofMember(4, `"lastLoginIp" = '203.0.113.7'`),
  'an erased user with remaining rows (I24)': `insert into mood_entries ("userId", "sessionDate", "emotionLevel", "moodType", "createdAt")
     values (4, '2026-11-21', 6, 'pre', now());`,
  'a member whose sort keys or minutes differ from the other tables (I25)': sitting(3, { duration: 60 }),
  'one idempotency key for two calls (I28)': repeated(
    `insert into idempotency_keys ("userId", call, key, "inputHash", "createdAt")
     values (3, 'POST /api/mood/entry', 'once', sha256('x'), now());`,
  ),
}

const people = `
  insert into users (name, email, "firebaseUid", "profilePicture", "isAdmin", "profileCompleted", "createdAt") values
    ('Ada', 'ada@example.org', 'uid-1', '/a.jpg', true, true, now()),
    ('Ruth', 'ruth@example.org', 'uid-2', '/a.jpg', false, true, now()),
    ('Mia', 'mia@example.org', 'uid-3', '/a.jpg', false, true, now()),
    ('Former member', null, null, null, false, false, now());
  update users set "deletedAt" = now() where id = 4;
  insert into referral_codes (code, "userId", "createdAt") values ('AAAAAAAA', 2, now());
  insert into meditation_templates (title, description, duration, "videoUrl", instructor, "instructorTitle", "createdAt")
    values ('Still', '', 3, '/media/still-water.mp4', 'Lena', '', now());`

// The constraints would reject these rows: the checker is for a database that lost its constraints.
const withoutGuards = `
  do $$ declare guard record; begin
    for guard in select conrelid::regclass as at, conname from pg_constraint
      where contype in ('c', 'u', 'p', 'f') and connamespace = 'public'::regnamespace
    loop
      execute format('alter table %s drop constraint if exists %I cascade', guard.at, guard.conname);
    end loop;
    for guard in select oid::regclass as at from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
    loop
      execute format('alter table %s disable trigger user', guard.at);
    end loop;
    for guard in select indexrelid::regclass as name from pg_index
      join pg_class on pg_class.oid = indexrelid where indisunique and relnamespace = 'public'::regnamespace
    loop
      execute format('drop index %s', guard.name);
    end loop;
  end $$;`

const testDatabase = await createTestDatabase()
afterAll(() => testDatabase.drop())

const run = (tx: Executor, statements: string) => sql.raw(statements).execute(tx)

test('[I01] [I21] [I28] the checker finds each violated rule, and nothing in a valid database', async () => {
  const found: Record<string, string[]> = {}
  const undone = testDatabase.database.query.transaction().execute(async (tx) => {
    await run(tx, people)
    found['all is well'] = await findCommunityViolations(tx)
    await run(tx, withoutGuards)
    for (const [rule, plant] of Object.entries(violations)) {
      await run(tx, 'savepoint planted')
      await run(tx, plant)
      found[rule] = (await findCommunityViolations(tx)).map((fault) => fault.slice(0, fault.indexOf(': {')))
      await run(tx, 'rollback to savepoint planted')
    }
    throw new Error('Nothing of it stays.')
  })
  await expect(undone).rejects.toThrow('Nothing of it stays.')
  expect(found['all is well']).toEqual([])
  const unseen = Object.keys(violations).filter((rule) => !found[rule]?.includes(rule))
  expect(unseen).toEqual([])
})

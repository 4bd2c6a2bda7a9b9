// Gate: the types of the tables are those of a migrated database.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database/database.ts'
import { renderTableTypes, tableTypesFile } from '../../scripts/table-types/render.ts'

const db = await createTestDatabase()
afterAll(() => db.drop())

test(`${tableTypesFile} is the output of \`npm run db:types\``, async () => {
  const committed = readFileSync(join(import.meta.dirname, '../..', tableTypesFile), 'utf8')
  expect(await renderTableTypes(db.database.query), 'Run npm run db:types.').toBe(committed)
})

test('a new table gets its types from its columns, defaults and checks', async () => {
  const create = sql`create table samples (
    id bigint generated always as identity primary key,
    day date not null,
    "sentAt" timestamptz not null default now(),
    "readAt" timestamptz,
    size numeric not null,
    double numeric generated always as (size * 2) stored,
    kind text not null default 'a' check (kind in ('a', 'b, ''c''')),
    "onlyKind" text check ("onlyKind" in ('a')),
    word text check (length(word) < 9 and word in ('a')),
    "isOn" boolean not null check ("isOn"),
    unused text check (unused is null),
    gone text,
    details jsonb,
    check (kind = 'a' or word = 'b')
  )`
  await create.execute(db.database.query)
  await sql`alter table samples drop gone`.execute(db.database.query)
  const text = await renderTableTypes(db.database.query)
  expect(/ {2}samples: \{\n([^}]*)\n {2}\}/.exec(text)?.[1]?.split('\n')).toEqual([
    '    id: Generated<number>',
    '    day: string',
    '    sentAt: GeneratedTimestamp',
    '    readAt: NullableTimestamp',
    '    size: number',
    '    double: GeneratedAlways<number | null>',
    `    kind: Generated<'a' | "b, 'c'">`,
    `    onlyKind: 'a' | null`,
    '    word: string | null',
    '    isOn: true',
    '    unused: null',
    '    details: NullableJson<unknown>',
  ])
  await sql`alter table samples add place point`.execute(db.database.query)
  await expect(renderTableTypes(db.database.query)).rejects.toThrow(
    'Column samples.place has the type point: add it to scripts/table-types.',
  )
})

// Gate: the measures of `npm run structure` find what they are about, and leave out what is allowed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rowsWithoutFile } from '../../scripts/structure/glossary.ts'
import { filesNaming } from '../../scripts/structure/leaf-feature.ts'
import { readMutants } from '../../scripts/structure/mutants.ts'
import { moduleState, stateWithoutOwner } from '../../scripts/structure/page-state.ts'
import { filesWithZone } from '../../scripts/structure/product-zone.ts'
import { arrowsBack } from '../../scripts/structure/server-folders.ts'
import { comparedMoments } from '../../scripts/structure/sitting-clocks.ts'
import { readFiles, type SourceFile } from '../../scripts/structure/source-files.ts'
import { tablesOfTwoFeatures, tablesOfTwoFiles } from '../../scripts/structure/tables.ts'

const files = (texts: Record<string, string>): SourceFile[] =>
  Object.entries(texts).map(([path, text]) => ({ path: `src/${path}`, text }))

// Read once, so that each file is parsed once.
const sourceFiles = readFiles('src')

test('a moment is compared with a clock in TypeScript or in SQL, outside of sittings’ own files', () => {
  const isOn = 'export const isOn = (s, nowMs) => nowMs >= s.doorsAt'
  const places = comparedMoments(
    files({
      'features/sittings/phases.ts': isOn,
      'features/sittings/server/sql.ts': 'sql`select from sittings where "doorsAt" > ${now}`',
      'features/rooms/rules.test.ts': isOn,
      'features/rooms/rules.ts': `${isOn}\nexport const has = (s) => s.doorsAt !== null`,
      'features/rooms/web/left.tsx': 'const left = (sharingAt) => sharingAt - serverNow()',
      'features/help/server/sql.ts': "db.where('sittings.endsAt', '>', now)",
      'features/chat/server/sql.ts': 'sql`select from sittings where span @> ${now}`',
    }),
  )
  expect(places).toEqual([
    'src/features/rooms/rules.ts:1',
    'src/features/rooms/web/left.tsx:1',
    'src/features/help/server/sql.ts:1',
    'src/features/chat/server/sql.ts:1',
  ])
})

test('[PHASE-04] only phases.ts, moment.ts and rules.ts of sittings compare a sitting’s moments with a time', () => {
  expect(comparedMoments(sourceFiles)).toEqual([])
})

test('a file has a zone of its own if it names Chicago, or calls a function of days that does', () => {
  const places = filesWithZone(
    files({
      'shared/day.ts':
        "const zone = 'America/Chicago'\nexport const dayStart = () => zone\nexport const midnight = () => dayStart()\nexport const isDay = () => true",
      'features/a/rules.ts': "// Chicago\nimport { isDay } from '#shared/day.ts'",
      'features/b/rules.ts': "import { midnight } from '#shared/day.ts'",
      'features/c/web/c.tsx': 'export const C = () => <p>Today in Chicago</p>',
      'server/calendar/eras.ts': "export const first = 'America/Chicago'",
    }),
  )
  expect(places).toEqual(['src/shared/day.ts:1', 'src/features/b/rules.ts:1', 'src/features/c/web/c.tsx:1'])
})

test('a table is written with Kysely or with SQL as text; reading it is no writing', () => {
  const sources = files({
    'features/a/server/sql.ts': "db.insertInto('as').values({})\nsql`update bs b set x = 1`",
    'features/a/server/sql/more.ts': "db.deleteFrom('as').execute()\ndb.selectFrom('cs')",
    'features/b/server/sql.ts': 'sql`with gone as (delete from bs returning 1) insert into cs values (1)`',
    'features/c/server/sql.ts': 'sql`select 1 from bs for update of bs`',
    'features/c/test/member-data.ts': "db.insertInto('cs').values({})",
  })
  expect(tablesOfTwoFeatures(sources)).toEqual(['bs: a, b'])
  expect(tablesOfTwoFiles(sources).map((line) => line.split(':', 1)[0])).toEqual(['as', 'bs'])
})

test('a table is written by one SQL file', () => {
  expect([tablesOfTwoFeatures(sourceFiles), tablesOfTwoFiles(sourceFiles)]).toEqual([[], []])
})

test('an arrow back is an import against the order with the fewest of them', () => {
  const sources = files({
    'server/db/pool.ts': "import type { Config } from '../config/config.ts'",
    'server/http/calls.ts':
      "import { pool } from '#server/db/pool.ts'\nimport { port } from '#server/config/config.ts'",
    'server/config/config.ts': "import type { Calls } from '#server/http/calls.ts'",
  })
  expect(arrowsBack(sources)).toEqual(['config → http: src/server/config/config.ts'])
})

test('state of a page: variables, collections, stores and changed objects of its modules; no tables', () => {
  const sources = files({
    'web/a.ts': "let count = 0\nexport const names = new Set<string>()\nconst kinds = new Set(['a'])",
    'web/b.ts':
      'const listeners = new Set()\nconst group = { open: 0 }\nfunction close() { group.open -= 1 }',
    'web/c.ts':
      'const rows = []\nexport const add = (row) => rows.push(row)\nconst fixed = { a: rows.length }',
    'features/a/web/d.tsx':
      "const { get } = createPageValue('member', 0)\nconst f = () => { let inner = 0; return inner }\nexport const s = createToastStore()",
    'features/a/server/e.ts': 'let ofNode = 0',
  })
  expect(moduleState(sources).map(({ place }) => place)).toEqual([
    'src/web/a.ts:1 count',
    'src/web/a.ts:2 names',
    'src/web/b.ts:2 group',
    'src/web/c.ts:1 rows',
    'src/features/a/web/d.tsx:3 s',
  ])
  expect(stateWithoutOwner(sources)).toContain('src/web/a.ts:1 count')
})

test('[AUTH-26] state of a page is a page value, or its owner is listed', () => {
  expect(stateWithoutOwner(sourceFiles)).toEqual([])
})

test('a leaf feature is named by its import, a message or a table in other files', async () => {
  const found = await filesNaming('thanks', [
    ...files({
      'features/thanks/contract.ts':
        "const messages = { thank: { schema: z.object({ type: z.literal('thank') }) } }",
      'features/thanks/server/sql.ts': "db.insertInto('sitting_thanks')",
      'features/help/rules.ts': 'Many thanks to thank',
      'server/db/migrations/0023-thanks.sql': 'create table sitting_thanks ()',
      'app/messages.ts': "import { thanksServerMessages } from '#features/thanks/contract.ts'",
      'app/room.ts': "send({ type: 'thank' })",
    }),
    { path: 'scripts/count.mjs', text: "db.selectFrom('sitting_thanks')" },
  ])
  expect(found).toEqual(['src/app/messages.ts', 'src/app/room.ts', 'scripts/count.mjs'])
})

test('a leaf feature is named by at most six files', async () => {
  const all = readFiles('src', 'e2e', 'test', 'scripts', 'docs', 'assets', 'dev', 'ops')
  const naming = await filesNaming('thanks', all)
  expect(naming.length).toBeLessThanOrEqual(6)
})

test('every pattern of the glossary finds its file', () => {
  const glossary = readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8')
  expect(rowsWithoutFile(glossary, sourceFiles)).toEqual([])
})

test('the glossary’s patterns find a file or a folder', () => {
  const glossary = [
    '## The code',
    '| term | pattern | main file |',
    '|---|---|---|',
    '| roster | `roster` (text search: `backfill`) | `x.ts` |',
    '| room, hall | `room`, `hall` | |',
  ].join('\n')
  expect(
    rowsWithoutFile(`# Glossary\n\n${glossary}`, files({ 'live/roster.ts': '', 'room/a.ts': '' })),
  ).toEqual(['room, hall: hall'])
})

test('a mutant names an id of the requirements or of the guarantees, and tests that exist', () => {
  const root = join(import.meta.dirname, '../..')
  const pages = ['requirements', 'security'].map((page) =>
    readFileSync(join(root, `docs/${page}.md`), 'utf8'),
  )
  const mutants = readMutants()
  expect(mutants).toHaveLength(78)
  expect(mutants.filter(({ id }) => !pages.some((page) => page.includes(`**${id}**`)))).toEqual([])
  const missing = mutants.flatMap(({ tests }) => tests).filter((test) => !existsSync(join(root, test)))
  expect(missing).toEqual([])
})

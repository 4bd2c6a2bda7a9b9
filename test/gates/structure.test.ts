// Gate: tables with one writer, state of pages with an owner, short sentences, a glossary that finds its files,
// mutants that fit. Each rule also finds a sample of what it is about.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rowsWithoutFile } from '../../scripts/structure/glossary.ts'
import { filesNaming } from '../../scripts/structure/leaf-feature.ts'
import { misfits, readMutants } from '../../scripts/structure/mutants.ts'
import { moduleState, stateWithoutOwner } from '../../scripts/structure/page-state.ts'
import { longSentences, sentencesOf } from '../../scripts/structure/sentences.ts'
import { readFiles, type SourceFile } from '../../scripts/structure/source-files.ts'
import { filesReading, tablesOfTwoFeatures, tablesOfTwoFiles } from '../../scripts/structure/tables.ts'

const files = (texts: Record<string, string>): SourceFile[] =>
  Object.entries(texts).map(([path, text]) => ({ path: `src/${path}`, text }))

// Read once, so that each file is parsed once.
const sourceFiles = readFiles('src')

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

test('a feature can’t be taken out while a statement of SQL as text reads a table of it', () => {
  const sources = files({
    'features/a/server/sql.ts': 'sql`select 1 from as join bs on true where exists (select from "cs")`',
    'features/a/server/sql/more.ts': "db.selectFrom('bs').execute()",
    'features/a/web/a.tsx': 'const words = `bs`',
  })
  expect(filesReading(['bs', 'cs'], sources)).toEqual(['src/features/a/server/sql.ts: bs, cs'])
})

test('a table is written by one SQL file', () => {
  expect([tablesOfTwoFeatures(sourceFiles), tablesOfTwoFiles(sourceFiles)]).toEqual([[], []])
})

test('state of a page: variables, collections, stores and changed objects of its modules; no tables', () => {
  const sources = files({
    'web/a.ts': "let count = 0\nexport const names = new Set<string>()\nconst kinds = new Set(['a'])",
    'web/b.ts':
      'const listeners = new Set()\nconst group = { open: 0 }\nfunction close() { group.open -= 1 }',
    'web/c.ts':
      'const rows = []\nexport const add = (row) => rows.push(row)\nconst fixed = { a: rows.length }',
    'features/a/web/d.tsx':
      "const { get } = createPageStore('member', 0)\nconst f = () => { let inner = 0; return inner }\nexport const s = createToastStore()",
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

test('[AUTH-26] state of a page is a page store, or its owner is listed', () => {
  expect(stateWithoutOwner(sourceFiles)).toEqual([])
})

test('a leaf feature is named by its import, a message or a table in other files', async () => {
  const found = await filesNaming('thanks', [
    ...files({
      'features/thanks/contract.ts':
        "const messages = { thank: { schema: z.object({ type: z.literal('thank') }) } }",
      'features/thanks/server/sql.ts': "db.insertInto('sitting_thanks')",
      'features/help/rules.ts': 'Many thanks to thank',
      'server/db/migrations/0080-thanks.sql': 'create table sitting_thanks ()',
      'app/messages.ts': "import { thanksServerMessages } from '#features/thanks/contract.ts'",
      'app/room.ts': "send({ type: 'thank' })",
    }),
    { path: 'scripts/count.mjs', text: "db.selectFrom('sitting_thanks')" },
  ])
  expect(found).toEqual(['src/app/messages.ts', 'src/app/room.ts', 'scripts/count.mjs'])
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

test('a mutant fits its file, names an id of the requirements or of the guarantees, and tests that exist', () => {
  const root = join(import.meta.dirname, '../..')
  const pages = ['requirements', 'security'].map((page) =>
    readFileSync(join(root, `docs/${page}.md`), 'utf8'),
  )
  const mutants = readMutants()
  expect(mutants).toHaveLength(78)
  expect(misfits(mutants)).toEqual([])
  expect(mutants.filter(({ id }) => !pages.some((page) => page.includes(`**${id}**`)))).toEqual([])
  const missing = mutants.flatMap(({ tests }) => tests).filter((test) => !existsSync(join(root, test)))
  expect(missing).toEqual([])
})

test('no sentence of a comment has more than 24 words', () => {
  const all = readFiles('src', 'e2e', 'test').filter(({ path }) => /\.tsx?$/.test(path))
  expect(all.flatMap(longSentences)).toEqual([])
})

test('the sentences of a comment are found across its lines', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
  const text = `// ${words(12)}\n// ${words(12)}. It stays.\n\n/**\n * ${words(25)}\n * - ${words(1)}. Why?\n */`
  const file = { path: 'src/a.ts', text }
  expect(sentencesOf(file).map((sentence) => sentence.text.split(' ').length)).toEqual([24, 2, 25, 1, 1])
  expect(longSentences(file)).toEqual([`src/a.ts:4 ${words(25)}`])
})

// Fuzz of the CSV import: any file parses to the end, into template rows or an error message.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { templateFieldsSchema } from '#features/templates/contract.ts'
import { sampleCsv, type CsvParseResult } from '#features/templates/csv.ts'
import { importedFields } from '#features/templates/rules.ts'
import { parseTemplateCsv } from '#features/templates/web/hooks/use-import.ts'
import { templatesPerImportMax } from '#shared/constants.ts'
import { readTableFile } from '#web/table-file.ts'
import { arbitraryText } from './from-schema.ts'
import { hostileText } from './hostile.ts'
import { tryPropertyAsync } from './property.ts'

const [header = '', ...lines] = sampleCsv().trim().split('\n')
const sign = fc.constantFrom(
  '"',
  '""',
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\r\n',
  '\r',
  '\uFEFF',
  'sep=;\n',
  '=cmd()',
  '\u0000',
  ' ',
)
const cell = fc.oneof(
  arbitraryText(30),
  hostileText.map((text) => text.slice(0, 2_000)),
  sign,
  fc.constantFrom(...lines.join(',').split(',')),
)
const quoted = cell.map((text) => `"${text.replaceAll('"', '""')}"`)
const row = fc
  .tuple(fc.array(fc.oneof(cell, quoted), { maxLength: 12 }), fc.constantFrom(',', ';', '\t'))
  .map(([cells, delimiter]) => cells.join(delimiter))
const table = fc
  .tuple(
    fc.constantFrom(header, header.replaceAll(',', ';'), `\uFEFF${header}`, ''),
    fc.array(fc.oneof(row, fc.constantFrom(...lines)), { maxLength: 12 }),
    fc.constantFrom('\n', '\r\n', '\r'),
  )
  .map(([first, rows, newline]) => [first, ...rows].join(newline))
/** The sample file with random insertions and deletions. */
const corruptedSample = fc
  .array(fc.tuple(fc.nat(sampleCsv().length), fc.nat(30), fc.oneof(sign, cell)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((corruptions) =>
    corruptions.reduce(
      (text, [at, length, part]) => text.slice(0, at) + part + text.slice(at + length),
      sampleCsv(),
    ),
  )

/** Violations in a parse result: a row without errors must satisfy the server's schema; any other needs a message. */
function violationsOf(reading: CsvParseResult): string[] {
  if (reading.kind !== 'rows') return reading.reason.length > 10 ? [] : ['no sentence']
  const { rows } = reading
  return [
    ...(rows.length > templatesPerImportMax ? ['too many'] : []),
    ...rows
      .filter(({ template, errors }) => {
        const fields = z.safeParse(templateFieldsSchema, { ...template, ...importedFields() })
        return (errors.length === 0 && !fields.success) || errors.some((message) => message.length <= 5)
      })
      .map(({ number }) => `row ${number}`),
  ]
}

test('[T36] any text is parsed to its end', async () => {
  const texts = fc.oneof(table, corruptedSample, hostileText)
  await tryPropertyAsync('CSV texts', { runs: 6_000, concurrency: 1 }, texts, async (text) =>
    expect(violationsOf(await parseTemplateCsv(text))).toEqual([]),
  )
})

test('[T36] any file is parsed to its end', async () => {
  const bytes = fc.uint8Array({ maxLength: 2_000 })
  const marked = fc.tuple(fc.constantFrom([0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf], []), bytes)
  await tryPropertyAsync('CSV files', { runs: 2_000, concurrency: 1 }, marked, async ([mark, content]) => {
    const { text, error } = await readTableFile(
      new File([Uint8Array.from([...mark, ...content])], 'templates.csv'),
    )
    expect(error === null ? violationsOf(await parseTemplateCsv(text)) : []).toEqual([])
  })
})

test('[T36] a megabyte of special characters is parsed as well', async () => {
  const [one = ''] = lines
  const megabytes = [
    '"',
    ',',
    '\n',
    '",',
    '"\n',
    `${header}\n${'"'}`,
    `${header}\n`.repeat(3),
    `${one}\n`,
    'sep=',
    '\uFEFF',
  ].map((part) => part.repeat(Math.ceil(1_048_576 / part.length)))
  const large = fc.constantFrom(...megabytes).map((text) => `${header}\n${text}`)
  await tryPropertyAsync('large CSV texts', { runs: 10, concurrency: 1 }, large, async (text) =>
    expect(violationsOf(await parseTemplateCsv(text))).toEqual([]),
  )
})

// CSV files as spreadsheets write them.
import { describe, expect, it } from 'vitest'
import { withLocale } from '#server/i18n/locale.ts'
import { readTableFile } from '#web/table-file.ts'
import { sampleCsv, type CsvParseResult } from '../../csv.ts'
import { parseTemplateCsv } from './use-import.ts'

const video = 'https://media.stillwater.org/rain.mp4'
const header = 'Number,Description,duration,Instructor,Instructor Title,video Url,Title,Thumbnail URL'
const bytes = (...values: number[]) => new Uint8Array(values)
const shown = (reading: CsvParseResult) =>
  reading.kind === 'rows'
    ? reading.rows.map(({ number, template, errors }) => [
        number,
        template.title,
        template.description,
        template.duration,
        ...errors,
      ])
    : reading

async function readFile(...parts: BlobPart[]) {
  const { text, error } = await readTableFile(new File(parts, 'rain.csv'))
  if (error !== null) throw new Error(error)
  return shown(await parseTemplateCsv(text))
}

describe('a CSV file', () => {
  it('[TPL-15] from Excel: BOM, semicolons, CRLF, quotes only where needed', async () => {
    const lines = [
      header.replaceAll(',', ';'),
      `1;Atmen, lauschen;20;Jürgen;Lehrer;${video};"Regen; ""leise""";`,
      `2;"Zwei`,
      `Zeilen";0;;;${video};Über dem See;`,
      ';;;;;;;',
    ]
    expect(await readFile('\uFEFF', lines.join('\r\n'), '\r\n')).toEqual([
      [2, 'Regen; "leise"', 'Atmen, lauschen', 20],
      [3, 'Über dem See', 'Zwei\nZeilen', 0],
    ])
  })

  it('[TPL-15] from Excel in Windows-1252, with a separator hint', async () => {
    const line = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    const text = `sep=;\r\n${header.replaceAll(',', ';')}\r\n1;Caf\xE9;5;;;${video};R\xFCgen;\r\n`
    expect(await readFile(line(text))).toEqual([[2, 'Rügen', 'Café', 5]])
  })

  it('[TPL-15] from Excel as Unicode text: UTF-16 with tabs', async () => {
    const text = `${header.replaceAll(',', '\t')}\r\n1\tÉtang\t5\t\t\t${video}\tPluie\t\r\n`
    const units = Uint8Array.from(
      text.split('').flatMap((one) => [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8]),
    )
    expect(await readFile(bytes(0xff, 0xfe), units)).toEqual([[2, 'Pluie', 'Étang', 5]])
  })

  it('[TPL-15] from Google Sheets: commas, CRLF, no BOM, no final line break', async () => {
    const lines = [
      header,
      `1,"In, and out",10,Lena,Teacher,${video},"She said ""rest""",`,
      `2,Out,,,,${video},Two,`,
    ]
    expect(await readFile(lines.join('\r\n'))).toEqual([
      [2, 'She said "rest"', 'In, and out', 10],
      [3, 'Two', 'Out', 0],
    ])
  })

  it('[TPL-15] from Numbers: all quoted, line feeds, empty rows and cells at the end', async () => {
    const quoted = (line: string) =>
      line
        .split(',')
        .map((cell) => `"${cell}"`)
        .join(',')
    const lines = [quoted(header), '', quoted(`1,Calm,10,Lena,Teacher,${video},One,,,`), ',,,,,,,', '']
    expect(await readFile(lines.join('\n'))).toEqual([[3, 'One', 'Calm', 10]])
  })

  it('[TPL-15] with CR line breaks, mixed line breaks, and ragged rows', async () => {
    expect(await readFile(`${header}\r1,Calm,10,,,${video},One,\r`)).toEqual([[2, 'One', 'Calm', 10]])
    expect(await readFile(`${header}\r\n1,Calm,10,,,${video}\n2,"a\r\nb",1,,,${video},Two,,,\r\n`)).toEqual([
      [2, 'Imported Template 1', 'Calm', 10],
      [3, 'Two', 'a\nb', 1],
    ])
  })

  it('[TPL-15, TPL-22] with an unquoted comma has an invalid row', async () => {
    expect(await readFile(`${header}\n1,In, and out,10,,,${video},One,`)).toMatchObject([
      [
        2,
        video,
        'In',
        Number.NaN,
        'A duration is a whole number of minutes, 0 to 600.',
        'The video address is missing.',
        'Thumbnail: Please enter an address that begins with https://',
      ],
    ])
  })
})

describe('text that is not a template table', () => {
  const noColumn = { kind: 'unparsable', reason: 'The first line has no “video Url” column.' }

  it.each([
    ['nothing', ''],
    ['white space', ' \n\t\n  '],
    ['a sentence', 'Please import these.'],
    ['another table', 'Name;Age\nAda;36'],
  ])('[TPL-21] %s', async (_, text) => {
    expect(shown(await parseTemplateCsv(text))).toEqual(noColumn)
  })

  it('[TPL-21] unclosed quotation marks', async () => {
    expect(await readFile(`${header}\n1,Calm,10,,,${video},One,\n2,"Calm,10,,,${video},Two,\n`)).toEqual({
      kind: 'unparsable',
      reason: 'Row 3 has an unclosed quotation mark.',
    })
  })

  it('[TPL-19] only a header', async () => {
    expect(await readFile(`${header}\r\n\r\n`)).toMatchObject({ kind: 'amount' })
  })
})

it.each([
  ['en', ','],
  ['de', ';'],
  ['es', ';'],
  ['pt-BR', ';'],
] as const)(
  '[TPL-14] [LANG-03] in %s the sample has the separator %s, and can be imported unchanged',
  async (language, separator) => {
    const sample = withLocale(language, sampleCsv)
    expect(sample.split('\n')[0]).toBe(
      `${header},Kind,Blocks,Live From,Meeting Link`.replaceAll(',', separator),
    )
    expect(await readFile(sample)).toEqual([
      [2, 'Morning light', 'Breathe in, breathe out, and let the day begin.', 20],
      [3, 'Rain on the roof', 'Listening as a practice.', 15],
      [4, 'Sit, walk, sit', 'Sitting and slow walking in silence.', 55],
      [5, 'An evening with Amara', 'An evening with a teacher who is there.', 45],
      [6, 'A morning with Amara', 'A talk, heard from this site.', 30],
    ])
  },
)

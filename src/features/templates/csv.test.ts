// Template CSV: the templates of a table, and the errors of its rows.
import { describe, expect, it } from 'vitest'
import { withLocale } from '#server/i18n/locale.ts'
import { languages } from '#shared/i18n/t.ts'
import { importSummary, parseTemplateRows, withIssues, type CsvRow } from './csv.ts'

const header = [
  'Number',
  'Text',
  'duration',
  'Instructor',
  'Instructor Title',
  'video Url',
  'Name',
  'Thumbnail URL',
]
const video = 'https://media.stillwater.org/rain.mp4'
const good = ['1', 'Listening.', '15', 'Mei Tanaka', 'Sound Practitioner', video, 'Rain', '/media/rain.jpg']
const bare = ['', '', '', '', '', video, '', '']

/** A valid row with other values in some columns. */
const rowWith = (cells: Record<number, string>) => good.map((cell, column) => cells[column] ?? cell)
const read = (...rows: (readonly string[])[]) => parseTemplateRows([header, ...rows])
const rowsOf = (...rows: (readonly string[])[]): readonly CsvRow[] => {
  const result = read(...rows)
  return result.kind === 'rows' ? result.rows : []
}
const errorsOf = (cells: Record<number, string>) => rowsOf(rowWith(cells))[0]?.errors

describe('columns', () => {
  it('[TPL-16] the title is column G, the description column B; the others are found by name', () => {
    expect(rowsOf(good)).toEqual([
      {
        number: 2,
        template: {
          title: 'Rain',
          description: 'Listening.',
          duration: 15,
          videoUrl: video,
          thumbnailUrl: '/media/rain.jpg',
          audioUrl: null,
          keepsTempo: false,
          instructor: 'Mei Tanaka',
          instructorTitle: 'Sound Practitioner',
        },
        errors: [],
      },
    ])
  })

  it('[TPL-16] empty cells get defaults, and default titles are numbered', () => {
    const defaults = {
      description: 'Imported meditation template',
      duration: 0,
      thumbnailUrl: null,
      instructor: 'Unknown',
      instructorTitle: 'Meditation Instructor',
    }
    expect(rowsOf(bare, good, bare).map(({ template }) => template)).toMatchObject([
      { title: 'Imported Template 1', ...defaults },
      { title: 'Rain' },
      { title: 'Imported Template 3', ...defaults },
    ])
  })

  it('[TPL-16] missing columns and cells of short rows are empty; columns may be in any order', () => {
    const result = parseTemplateRows([['video Url', 'B'], [video], [` ${video} `, ' Calm ']])
    expect(result).toMatchObject({
      rows: [
        { template: { title: 'Imported Template 1', duration: 0, videoUrl: video }, errors: [] },
        { template: { description: 'Calm', instructor: 'Unknown', videoUrl: video }, errors: [] },
      ],
    })
  })

  it.each([
    ['VIDEO URL', 'Duration (minutes)', 'INSTRUCTOR', 'instructor title', 'thumbnail url'],
    ['videoUrl', ' duration ', 'instructor', 'instructor_title', 'ThumbnailUrl'],
    ['Video-URL', 'DURATION', 'Instructor ', 'Instructor  Title', 'thumbnail-url'],
  ])('[TPL-16] %s and %s are recognized as column names', (...named) => {
    const [videoUrl, duration, instructor, instructorTitle, thumbnail] = named
    const columns = ['', '', duration, instructor, instructorTitle, videoUrl, '', thumbnail].map(String)
    expect(parseTemplateRows([columns, good])).toMatchObject({
      rows: [{ template: { duration: 15, instructor: 'Mei Tanaka', videoUrl: video }, errors: [] }],
    })
  })
})

describe('headings', () => {
  it('[TPL-16] a column named Title or Description wins over its position', () => {
    const named = ['Title', 'Instructor', 'Duration', 'Description', 'Video Url', 'Level', 'Notes']
    const row = ['Rain', 'Mei Tanaka', '15', 'Listening.', video, 'easy', 'old']
    expect(parseTemplateRows([named, row])).toMatchObject({
      rows: [{ template: { title: 'Rain', description: 'Listening.', instructor: 'Mei Tanaka' } }],
    })
    expect(parseTemplateRows([named, row.with(0, '')])).toMatchObject({
      rows: [{ template: { title: 'Imported Template 1' } }],
    })
  })

  it.each([
    ['Duration (sec)', 'duration', '(min), (minutes), or (optional)'],
    ['Duration (min) (each)', 'duration', '(min), (minutes), or (optional)'],
    ['Video URL (low)', 'video Url', '(optional)'],
    ['thumbnail url (min)', 'Thumbnail URL', '(optional)'],
  ])('[TPL-28] “%s” is reported before the preview', (heading, name, allowed) => {
    expect(parseTemplateRows([[...header, heading], good])).toEqual({
      kind: 'unparsable',
      reason: `The column “${heading}” is unclear. After “${name}”, only ${allowed} can follow in brackets.`,
    })
  })

  it.each(['Duration (Min)', 'duration(minutes)', 'Duration (optional)', 'DURATION (min, optional)'])(
    '[TPL-28] “%s” is in minutes',
    (heading) => {
      expect(parseTemplateRows([header.with(2, heading), good])).toMatchObject({
        rows: [{ template: { duration: 15 }, errors: [] }],
      })
    },
  )

  it.each([
    ['duration', 'Duration'],
    ['Instructor', 'Instructor'],
    ['Instructor Title', 'Instructor Title'],
    ['video Url', 'Video URL'],
    ['Thumbnail URL', 'Thumbnail url (optional)'],
  ])('[TPL-28] a second column for “%s” is reported before the preview', (first, second) => {
    expect(parseTemplateRows([[...header, second], good])).toEqual({
      kind: 'unparsable',
      reason: `The columns “${first}” and “${second}” are for the same field. Please keep one.`,
    })
  })

  it('[TPL-28] two columns named Title or Description are reported; an addition leaves them to their position', () => {
    expect(parseTemplateRows([['Title', 'Title', 'Video Url'], good])).toEqual({
      kind: 'unparsable',
      reason: 'The columns “Title” and “Title” are for the same field. Please keep one.',
    })
    expect(
      parseTemplateRows([header.with(0, 'Title (German)').with(6, 'Title (English)'), good]),
    ).toMatchObject({
      rows: [{ template: { title: 'Rain', description: 'Listening.' }, errors: [] }],
    })
  })
})

describe('audio and tempo', () => {
  const withMedia = (audioUrl: string, tempo: string) =>
    parseTemplateRows([
      [...header, 'Audio URL', 'Keep the tempo?'],
      [...good, audioUrl, tempo],
    ])

  it.each([
    ['yes', true],
    ['TRUE', true],
    ['1', true],
    ['No', false],
    ['', false],
  ])('[TPL-16] a tempo of "%s"', (text, keepsTempo) => {
    expect(withMedia('/media/rain.m4a', text)).toMatchObject({
      rows: [{ template: { audioUrl: '/media/rain.m4a', keepsTempo }, errors: [] }],
    })
  })

  it('[TPL-22, TPL-23] are checked', () => {
    expect(withMedia('https://youtu.be/inpok4MKVLM', 'slow')).toMatchObject({
      rows: [
        {
          errors: [
            'Audio: Please enter the address of an audio file, not of a stream or of YouTube.',
            'Keep the tempo: yes or no.',
          ],
        },
      ],
    })
  })
})

describe('an invalid row', () => {
  const minutes = 'A duration is a whole number of minutes, 0 to 600.'

  it.each(['601', '-1', 'ten', '10 min', '1.5', '1:30', '1e2', '1.000', '0x10', '٥'])(
    '[TPL-22] has %s for a duration',
    (duration) => {
      expect(errorsOf({ 2: duration })).toEqual([minutes])
    },
  )

  it.each([
    ['0', 0],
    ['600', 600],
    ['20.0', 20],
    ['20,00', 20],
    [' 20 ', 20],
    ['020', 20],
  ])('[TPL-22] has no error for a duration of %s', (duration, minutes) => {
    expect(rowsOf(rowWith({ 2: duration }))).toMatchObject([{ template: { duration: minutes }, errors: [] }])
  })

  it.each([
    ['', 'The video address is missing.'],
    ['   ', 'The video address is missing.'],
    ['http://media.stillwater.org/a.mp4', 'Video: Please enter an address that begins with https://'],
    ['javascript:alert(1)', 'Video: Please enter an address that begins with https://'],
    ['https://youtu.be/short', 'Video: This YouTube address doesn’t link to a video.'],
  ])('[TPL-22, TPL-23] has "%s" as its video', (address, sentence) => {
    expect(errorsOf({ 5: address })).toEqual([sentence])
  })

  it('[TPL-20] is reported by its row number with all its errors; empty rows are counted', () => {
    const rows = rowsOf(good, [''], ['  ', ' '], rowWith({ 2: '9999', 5: '', 6: 'x'.repeat(201) }), good)
    expect(rows.map(({ number, errors }) => [number, errors])).toEqual([
      [2, []],
      [5, ['A title has at most 200 characters.', minutes, 'The video address is missing.']],
      [6, []],
    ])
  })

  it('[TPL-15] has more values than columns after an unquoted comma', () => {
    expect(rowsOf([...good, 'more'], [...good, '', ' '])).toMatchObject([
      { errors: ['This row has more values than columns.'] },
      { errors: [] },
    ])
  })

  it('[TPL-22] contains a character that can’t be stored', () => {
    expect(errorsOf({ 1: 'a\u0000b', 6: 'a\uD800' })).toEqual([
      'A title contains a character that can’t be stored.',
      'A description contains a character that can’t be stored.',
    ])
    expect(errorsOf({ 7: 'http://a.example.org/a.jpg' })).toEqual([
      'Thumbnail: Please enter an address that begins with https://',
    ])
  })

  it('[TPL-20] includes the server’s issues', () => {
    const rows = rowsOf(...Array.from({ length: 12 }, () => good))
    const issues = withIssues(rows, [
      { path: 'templates.1.title', message: 'Too long.' },
      { path: 'templates.11', message: 'Unknown: points.' },
      { path: 'templates', message: 'Too many.' },
    ])
    expect(issues.flatMap(({ number, errors }) => (errors.length > 0 ? [[number, errors]] : []))).toEqual([
      [3, ['Too long.']],
      [13, ['Unknown: points.']],
    ])
  })
})

describe('a table', () => {
  it.each([
    ['nothing', []],
    ['an empty line', [['']]],
    ['spaces', [['  ', '\t'], ['  ']]],
    ['other columns', [['Title', 'Text'], good]],
    ['no header', [good]],
  ])('[TPL-21] %s can’t be parsed', (_, table) => {
    expect(parseTemplateRows(table)).toEqual({
      kind: 'unparsable',
      reason: 'The first line has no “video Url” column.',
    })
  })

  it('[TPL-19] has 1 to 200 rows', () => {
    const amount = (count: number) => read(...Array.from({ length: count }, () => good), [''])
    expect(amount(0)).toEqual({ kind: 'amount', reason: 'There are no rows below the first line.' })
    expect(amount(1)).toMatchObject({ kind: 'rows' })
    expect(amount(200)).toMatchObject({ kind: 'rows' })
    expect(amount(201)).toEqual({
      kind: 'amount',
      reason: 'At most 200 templates can be imported at once; there are 201.',
    })
  })
})

it('[TPL-18] [LANG-02] a single row with errors isn’t called all rows, in any language', () => {
  const sentences = {
    en: 'Row 2 has errors; nothing is imported until it is valid.',
    de: 'Zeile 2 hat Fehler; importiert wird erst, wenn sie gültig ist.',
    es: 'La fila 2 tiene errores; no se importa nada hasta que sea válida.',
    'pt-BR': 'A linha 2 tem erros; nada é importado até que ela seja válida.',
  }
  const result = parseTemplateRows([['video Url'], ['none']])
  const rows = result.kind === 'rows' ? result.rows : []
  for (const language of languages)
    withLocale(language, () => expect(importSummary(rows)).toBe(sentences[language]))
})

describe('a silence', () => {
  const table = (kind: string, blocks: string, videoUrl = '') =>
    parseTemplateRows([
      ['video Url', 'Kind', 'Blocks', 'duration'],
      [videoUrl, kind, blocks, '99'],
    ])
  const rowOf = (...cells: Parameters<typeof table>) => {
    const result = table(...cells)
    return result.kind === 'rows' ? result.rows[0] : undefined
  }

  it('[SEQ-07] has its blocks, no video, and lasts as long as they do', () => {
    expect(rowOf('Silence', '25 sit, 5 Walk(2); 10 stand (0)')).toMatchObject({
      template: {
        kind: 'silence',
        blocks: [
          { kind: 'sit', minutes: 25 },
          { kind: 'walk', minutes: 5, strokes: 2 },
          { kind: 'stand', minutes: 10, strokes: 0 },
        ],
        videoUrl: '',
        duration: 40,
      },
      errors: [],
    })
  })

  const wholeMinutes = 'A block lasts a whole number of minutes, 1 to 90.'
  it.each([
    ['silence', '', '', ['Blocks: A silence has at least one block.']],
    ['silence', Array(13).fill('5 sit').join(), '', ['Blocks: A silence has at most 12 blocks.']],
    ['silence', '0 sit', '', [`Block 1: ${wholeMinutes}`]],
    ['silence', '20 sit, 91 sit', '', [`Block 2: ${wholeMinutes}`]],
    ['silence', '1.5 sit', '', [`Block 1: ${wholeMinutes}`]],
    [
      'silence',
      '90 sit, 90 sit, 1 sit',
      '',
      ['Blocks: A silence lasts at most 180 minutes; this one lasts 181.'],
    ],
    ['silence', '20 swim', '', ['Block 1: Choose sitting, walking or standing.']],
    ['silence', '20 sit, 5 walk (3)', '', ['Block 2: A change has no stroke, one or two.']],
    ['silence', '20 sit, 5 walk (x)', '', ['Block 2: A change has no stroke, one or two.']],
    [
      'silence',
      '20 sit (1)',
      '',
      ['Block 1: The sitting’s own bell begins the first block: it has no strokes.'],
    ],
    ['silence', '20 sit', video, ['Video: A silence has no video.']],
    ['video', '', '', ['The video address is missing.']],
    ['video', '20 sit', video, ['Blocks: A video has no blocks.']],
    ['swim', '20 sit', '', ['A template plays a video or a silence, or is live.']],
  ])('[SEQ-07] %s, %s, %s: each bad cell has its error', (kind, blocks, videoUrl, errors) => {
    const row = table(kind, blocks, videoUrl)
    expect(row.kind === 'rows' && row.rows[0]?.errors).toEqual(errors)
  })
})

describe('a live template', () => {
  const table = (cells: Record<string, string>) => {
    const row = { 'video Url': '', Kind: 'live', duration: '45', ...cells }
    const result = parseTemplateRows([Object.keys(row), Object.values(row)])
    return result.kind === 'rows' ? result.rows[0] : undefined
  }
  const link = 'https://meet.jit.si/Evening'

  it('[TEACH-12, TEACH-11] has its minutes and its link; the link is for all kinds, and may be missing', () => {
    const live = table({ Kind: ' Live', 'Meeting Link': link })
    expect(live).toMatchObject({ template: { kind: 'live', duration: 45, meetingUrl: link }, errors: [] })
    expect(table({ 'meeting link (optional)': '' })).toMatchObject({ errors: [] })
    const video = { Kind: '', 'video Url': '/media/still-water.mp4' }
    expect(table({ ...video, 'Meeting Link': link })).toMatchObject({
      template: { meetingUrl: link },
      errors: [],
    })
    // As before, where the file names neither.
    const { template = {} } = table(video) ?? {}
    for (const field of ['kind', 'liveSource', 'meetingUrl']) expect(template).not.toHaveProperty(field)
  })

  it('[STREAM-01] has where it is seen, who rings, and whether the picture stays; elsewhere by the clock without', () => {
    expect(table({})?.template).toMatchObject({ liveSource: 'elsewhere' })
    for (const cell of ['Here', 'ELSEWHERE'])
      expect(table({ 'Live From': cell })).toMatchObject({
        template: { liveSource: cell.toLowerCase() },
        errors: [],
      })
    const liveSource = 'https://live.example.com/Ana.m3u8?token=X'
    expect(
      table({ 'Live From': liveSource, 'Bell By': 'Teacher', 'Picture in Sharing': 'yes' }),
    ).toMatchObject({ template: { liveSource, bellBy: 'teacher', pictureInSharing: true }, errors: [] })
  })

  const minutes = 'A live sitting lasts a whole number of minutes, 1 to 180.'
  const wrongLink = 'Meeting link: The link to the meeting begins with https:// and has no user name in it.'
  it.each([
    [{ duration: '' }, minutes],
    [{ duration: '181' }, minutes],
    [{ 'Meeting Link': 'http://zoom.us/j/1' }, wrongLink],
    [{ 'Meeting Link': 'https://ana@zoom.us/j/1' }, wrongLink],
    [{ 'video Url': '/media/still-water.mp4' }, 'Video: A live sitting has no video.'],
    [{ 'Live From': 'there' }, 'Live from: Please enter an address that begins with https://'],
    [{ 'Bell By': 'Ana' }, 'Bell by: By the clock, or by the teacher.'],
    [{ 'Picture in Sharing': 'perhaps' }, 'Picture in sharing: Yes or no.'],
    [
      { Kind: 'video', 'video Url': '/media/still-water.mp4', 'Live From': 'here' },
      'Live from: Only a live template has this.',
    ],
    [{ Blocks: '20 sit' }, 'Blocks: Only a silence has blocks.'],
    [
      { Kind: 'video', 'video Url': 'https://zoom.us/j/1' },
      'Video: This is a meeting on Zoom, not a video. A live template leads members there.',
    ],
  ])('[TEACH-12, TEACH-13] %o: the bad cell has its error', (cells, error) => {
    expect(table(cells)?.errors).toEqual([error])
  })
})

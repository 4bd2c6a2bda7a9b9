// Every screen in the pseudo-language, whose texts have accents and are 40 % longer, and mirrored. Only the full run builds it.
import { join } from 'node:path'
import MessageFormat from '@messageformat/core'
import { startI18n } from '#server/i18n/locale.ts'
import { languageNames } from '#shared/i18n/language-names.ts'
import { configureI18n } from '#shared/i18n/t.ts'
import { pseudo } from '../../scripts/messages/icu.ts'
import { test, expect } from '../app.ts'
import { visits } from '../every-screen.ts'
import { helpTexts, memberNames, technicalDetails } from '../every-screen/visit-tools.ts'
import { plainTexts, screenFaults } from '../screen-faults.ts'

const messageFormat = new MessageFormat('en')
/** A text as the build shows it. */
const say = (text: string, args: Readonly<Record<string, unknown>> = {}) =>
  String(messageFormat.compile(pseudo(text))(args))

test.beforeAll(() => configureI18n({ locale: () => 'en', format: say }))
test.afterAll(startI18n)

const builds = [
  { direction: 'ltr', folder: 'pseudo', widths: [390] },
  { direction: 'rtl', folder: 'pseudo-rtl', widths: [390, 1440] },
] as const

for (const { direction, folder, widths } of builds)
  test.describe(`from ${direction}`, () => {
    test.use({ webDir: join(import.meta.dirname, '../../dist', folder) })
    for (const width of widths)
      for (const [role, lead] of Object.entries(visits))
        test(`[LANG-05] ${direction}: longer texts fit on each screen of the ${role} at ${width} px @full`, async ({
          page,
          app,
          signInAs,
          expectConsole,
        }) => {
          test.setTimeout(240_000)
          await page.setViewportSize({ width, height: width < 640 ? 844 : 900 })
          const faults: string[] = []
          const onScreen = async (name: string) => {
            await expect(page.locator('html')).toHaveAttribute('dir', direction)
            const found = await screenFaults(page)
            // Wider screens have the same texts, and the legal ones beside their forms.
            const isLegal = width > 390 || legalTexts.has(name)
            const plain = isLegal ? [] : (await plainTexts(page)).filter(isUntranslated)
            faults.push(
              ...[...found, ...plain.map((text) => `not translated: ${text}`)].map(
                (fault) => `${name}: ${fault}`,
              ),
            )
          }
          await lead({ page, app, signInAs, expectConsole, say, onScreen })
          expect(faults).toEqual([])
        })
  })

/** Each language has another page. */
const legalTexts = new Set(['terms', 'privacy', 'care', 'legal-notice', 'admin-legal-preview'])

/** Content of members and administrators, in the fixtures and in the visits. */
const written = [
  ...Object.values(memberNames),
  ...Object.values(helpTexts),
  ...Object.values(languageNames),
  'Ada Adler',
  'Bea Banned',
  'Gail Gardner',
  'Mia Member',
  'Gail',
  'Mia',
  'Ned',
  'Stillwater',
  'Gardian Angel',
  'Morning light on still water',
  'A very long evening of calm, breath and kind attention to everything',
  'Evening calm',
  'What was',
  'A slow, guided breath from the soles of the feet to the crown.',
  'Lena Oduya',
  'Meditation Teacher',
  'Good morning, everyone. A sentence of several words that wraps.',
  'Good to be here',
  'Good morning',
  'Unkind words',
  'So here we are',
  'Buy my crystals',
  'Really, buy them all, and tell your friends',
  'Please don’t',
  'No shoes.',
  Object.values(technicalDetails).join(' · '),
  'The doors stay closed on Sunday',
  'A day of silence',
  'On Sunday we sit all day.',
  'Bring a blanket.',
]
const pictures = /^.*\b(Lotus|Moon|Mountain|Leaf|Wave|Sun|Stones|Feather|Crane|Tree|Cloud|Shell)\b.*$/

/** Written by Intl, by a program, or the same in all languages. */
const others = [
  /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/g,
  /\b(January|February|March|April|May|June|July|August|September|October|November|December)\b/g,
  /\b(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec|AM|PM)\b/g,
  /\b(America\/Chicago|Chicago|Berlin|Esc)\b/g,
  /\] and \[/g,
  /^hi$/g,
  /Sitting number \d+, and [a-z]+\./g,
  /https?:\S+|\S+@\S*|\bexample\.org\b/g,
  // Codes, whole and in halves.
  /\b[0-9A-Z]{8}\b|^[0-9A-Z]{4}$|\b\w{4}-\w{4}-\w{4}\b/g,
  // The headers of an imported file.
  /^(Title|Description|video Url|duration|Keep the Tempo|Instructor, Instructor Title, Thumbnail URL, Audio URL):$/g,
]

function isUntranslated(text: string): boolean {
  const withoutWritten = written.reduce((rest, data) => rest.replaceAll(data, ''), text)
  const rest = others.reduce((left, data) => left.replaceAll(data, ''), withoutWritten)
  return /[aeiouy]/i.test(rest) && !pictures.test(rest)
}

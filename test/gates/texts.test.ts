// Gate: every text is in all catalogs and fits, and the tools find faults.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { check, sourceFiles } from '../../scripts/messages/catalogs.ts'
import { faultsOf, plainText, pseudo } from '../../scripts/messages/icu.ts'
import { findLiterals } from '../../scripts/messages/literals.ts'
import { replaceTexts } from '../../scripts/messages/plugin.ts'
import { findTexts } from '../../scripts/messages/texts.ts'
import allowedLiterals from './literals-allowed.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
/** Files whose texts only operators read; these stay English. */
const operatorFiles = /^src\/(server|app\/server)\/|\/sql(\.ts|\/)|\/test\//

test('[LANG-01] [LANG-02] all texts are translated, none is unused, and each has the arguments of its source', () => {
  expect(check()).toEqual([])
})

/**
 * Literals that aren't texts for people, by file: class names in templates, logs, data. And the sentences of technical
 * refusals, which only a program meets.
 */
const allowed = allowedLiterals as Readonly<Record<string, readonly string[]>>

test('[LANG-01] a literal for people is a text of the catalogs, in every file that is shown or sent to members', () => {
  const literals = sourceFiles()
    .filter((file) => !operatorFiles.test(file))
    .flatMap((file) =>
      findLiterals(file, readFileSync(join(root, file), 'utf8')).map(({ text }) => ({ file, text })),
    )
  const unknown = literals.filter(({ file, text }) => !allowed[file]?.includes(text))
  expect(unknown).toEqual([])
  const gone = Object.entries(allowed).flatMap(([file, texts]) =>
    texts.filter((text) => !literals.some((found) => found.file === file && found.text === text)),
  )
  expect(gone, 'no longer in the sources').toEqual([])
})

test('[LANG-01] such a literal is found in every place', () => {
  const found = (code: string) => findLiterals('a.tsx', code).map(({ text }) => text)
  expect(found(`const a = <p>Sit down</p>`)).toEqual(['Sit down'])
  expect(found(`const a = <Field label="name" />`)).toEqual(['name'])
  expect(found(`const a = isOn ? 'The bell rings' : null`)).toEqual(['The bell rings'])
  expect(found('const a = `${count} people sit`')).toEqual(['… people sit'])
  expect(found(`usePageTitle('Farewell'); const a = ({ cancel = 'Stay' }) => cancel`)).toEqual([
    'Farewell',
    'Stay',
  ])
  expect(found(`const a = { title: 'rest' }`)).toEqual(['rest'])
  expect(
    found(`const a = <p className="grid gap-2">{t('Sit down')}</p>; logFailure('It failed.', error)`),
  ).toEqual([])
})

describe('[LANG-02] a translation is refused', () => {
  const days = '{count, plural, one {# day} other {# days}}'
  test.each([
    ['without an argument', 'de', 'Hallo', 'Hi {name}', ['name is missing']],
    [
      'with another argument',
      'de',
      'Hallo {nahme}',
      'Hi {name}',
      ['name is missing', 'nahme isn’t in the English text'],
    ],
    ['without a tag', 'es', 'Lee los términos', 'Read the <terms>terms</terms>', ['<terms> is missing']],
    [
      'without a plural form',
      'de',
      '{count, plural, other {# Tage}}',
      days,
      ["{count} lacks the plural form 'one'"],
    ],
    [
      'without a form that only its language has',
      'ru',
      days,
      days,
      ["{count} lacks the plural form 'many'", "{count} lacks the plural form 'few'"],
    ],
  ])('%s', (_, language, translation, source, faults) => {
    expect(faultsOf(translation, language, source)).toEqual(faults)
  })

  test('if it can’t be parsed', () => {
    expect(faultsOf('Hallo {name', 'de', 'Hi {name}')).toHaveLength(1)
  })

  test('but it may have a plural where English has none', () => {
    expect(faultsOf('{count, plural, one {# Bild} other {# Bilder}}', 'de', '{count} picture(s)')).toEqual([])
  })
})

describe('[LANG-02] a translation is refused that reads wrong with what it names', () => {
  const lacks = (hour: string, time: string) => [`{${time}} lacks its hour: ${hour} {${time}}`]
  const es = '{timeHour, plural, one {a la} other {a las}}'
  const pt = '{timeHour, plural, one {à} other {às}}'
  const tag = '<clock>{time}</clock>'
  test.each([
    ['es', 'Empieza: {time}', 'Starts at {time}', lacks(es, 'time')],
    ['es', 'Empieza a las {time}', 'Starts at {time}', lacks(es, 'time')],
    ['es', `Empieza ${es} {time}`, 'Starts at {time}', []],
    ['es', 'La sentada de las {time}', 'The {time} sitting', lacks(es, 'time')],
    ['es', 'Sentada: {time}', 'The {time} sitting', []],
    ['es', `Descansa ${es} ${tag}`, `Rests until ${tag}`, []],
    ['es', `Descansa hasta las ${tag}`, `Rests until ${tag}`, lacks(es, 'time')],
    ['pt-BR', 'Começa às {time}', 'Starts at {time}', lacks(pt, 'time')],
    ['pt-BR', 'Início: {time}', 'Starts at {time}', lacks(pt, 'time')],
    ['pt-BR', `Começa ${pt} {time}`, 'Starts at {time}', []],
    [
      'pt-BR',
      `{count, plural, one {Adiada # minuto: ${pt} {time}} other {Adiada # minutos: {time}}}`,
      '{count, plural, one {Delayed # minute: at {time}} other {Delayed # minutes: at {time}}}',
      lacks(pt, 'time'),
    ],
    ['de', 'Beginnt um {time}', 'Starts at {time}', ["{time} after 'um' without 'Uhr'"]],
    ['de', 'Beginnt um {time} Uhr', 'Starts at {time}', []],
    ['de', 'Beginnt um {bell}', 'Starts at {bell}', []],
    ['de', 'Die Leitung', 'The host', ["'Leitung' isn’t in the glossary for this"]],
    ['de', 'Die Leitung', 'The teacher', []],
    ['de', 'Lösche zuerst eine', 'Cancel one first', ["'Lösche' isn’t in the glossary for this"]],
    ['de', 'Die Sitzrunde beginnt', 'The sitting begins', ["'Sitzrunde' isn’t in the glossary for this"]],
    ['de', 'Bei dem, der schreibt', 'With its author', ["'dem, der' isn’t in the glossary for this"]],
    ['es', 'Imagen en directo', 'Live picture', ["'en directo' isn’t in the glossary for this"]],
    ['de', 'Energie bei {level}', 'Energy at {level}', ['{level} after a preposition']],
    ['de', 'Energie: bei „{level}“', 'Energy at {level}', ['{level} after a preposition']],
    ['de', 'Gleich geblieben: {level}', 'Stayed at {level}', []],
    ['es', 'Subió de {before}', 'Rose from {before}', ['{before} after a preposition']],
    ['es', 'Subió: antes {before}', 'Rose from {before}', []],
    ['pt-BR', 'Ficou em {level}', 'Stayed at {level}', ['{level} after a preposition']],
    ['pt-BR', 'Ficou assim: {level}', 'Stayed at {level}', []],
  ])('%s: %s', (language, translation, source, faults) => {
    expect(faultsOf(translation, language, source)).toEqual(faults)
  })

  test.each([
    ['en', 'Together at {weekday} {time}', ["{weekday} after 'at'"]],
    ['de', 'Gemeinsam um {weekday} {time}', ["{weekday} after 'um'"]],
    ['es', 'En grupo a las {weekday} {time}', ["{weekday} after 'a las'"]],
    ['pt-BR', 'Em grupo às {weekday} {time}', ["{weekday} after 'às'"]],
    ['en', 'Together on {weekday} at {time}', []],
  ])('with a weekday in place of the time, in %s: %s', (language, text, faults) => {
    expect(faultsOf(text, language)).toEqual(faults)
  })

  test.each([
    ["A name can't be empty.", ["' isn’t ’"]],
    ['Choose "Sign in"...', ['" isn’t a quotation mark of the language', '... isn’t …']],
    ["A name can’t be empty: '{'}", []],
  ])('of any language, that is typed as on a typewriter: %s', (text, faults) => {
    expect(faultsOf(text, 'en')).toEqual(faults)
    expect(faultsOf(text, 'pt-BR', text)).toEqual(faults)
  })

  test('but an hour is no argument of its own', () => {
    expect(faultsOf('{nahmeHour, plural, other {}}', 'es', '{name}')).toContain('name is missing')
    expect(faultsOf('{level} {otherHour, plural, one {a} other {b}}', 'es', '{level}')).toEqual([
      'otherHour isn’t in the English text',
    ])
  })
})

describe('the texts of a file', () => {
  const file = 'src/features/news/rules.ts'
  const found = (code: string) => findTexts(file, `import { t, message } from '#shared/i18n/t.ts'\n${code}`)

  test('[LANG-02] are found with their places; those at load are marked', () => {
    expect(found(`const a = message('Save')\nconst b = () => t('Hi {name}', { name })`)).toMatchObject([
      { text: 'Save', call: 'message', isAtLoad: true, line: 2 },
      { text: 'Hi {name}', call: 't', isAtLoad: false, line: 3 },
    ])
  })

  test('[LANG-02] are literals', () => {
    expect(() => found('const a = t(name)')).toThrow('rules.ts:2: t takes a literal text')
    expect(() => found('const a = t(`Hi ${name}`)')).toThrow('t takes a literal text')
  })

  test('[LANG-01] become those of the build’s language, nested, and beside helpers’ names', () => {
    const german: Record<string, string> = {
      Save: 'Sichern',
      You: 'Du',
      '{people} are here': '{people} sind hier',
      '{count, plural, one {# day} other {# days}}': '{count, plural, one {# Tag} other {# Tage}}',
    }
    const code = [
      "import { t, message } from '#shared/i18n/t.ts'",
      "const plural = 'a name of ours'",
      "export const title = t('Save')",
      "export const label = message('Save')",
      "export const here = (others: string) => t('{people} are here', { people: t('You') + others })",
      "export const days = (count: number) => t('{count, plural, one {# day} other {# days}}', { count })",
    ].join('\n')
    const result = replaceTexts(file, code, {
      language: 'de',
      translate: (text) => german[text] ?? text,
    })?.code
    expect(result).toContain('const title = "Sichern"')
    expect(result).toContain('const label = "Sichern"')
    expect(result).toContain('message0({ people: "Du" + others })')
    expect(result).toContain('plural as message_plural')
    expect(result).toContain('" Tage"')
    expect(result).not.toContain("t('")
  })

  test('[LANG-02] ask for the hour of a time', () => {
    const translate = () => 'Empieza {timeHour, plural, one {a la} other {a las}} {time}'
    const code =
      "import { t } from '#shared/i18n/t.ts'\nexport const start = (time: string) => t('Starts at {time}', { time })"
    const result = replaceTexts(file, code, { language: 'es', translate })?.code
    expect(result).toContain("import { withHours as message_withHours } from '#shared/i18n/hour-of-time.ts'")
    expect(result).toContain('const message0 = message_withHours(["time"], (d) => ')
  })
})

test('[LANG-02] quotes of ICU are resolved, and the pseudo-language lengthens words alone', () => {
  expect(plainText("It''s '{'here'}'")).toBe("It's {here}")
  expect(pseudo('Hi {name}')).toBe('[Hî~ {name}]')
})

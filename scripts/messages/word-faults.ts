// What stands before a fact of a text: a clock time with the words of its hour, a level's name without a preposition. And
// its typography.
import { parse, type Token } from '@messageformat/parser'

/** Times of day, as they are written: '19:00', '7:00 PM'. `bell` and `localBell` may name a city after it. */
const clockTimes =
  /^(time|localTime|communityTime|readerTime|endTime|timeOfDay|bell|localBell|doors|until|end|close)$/
/** Names of energy levels, or words that end with one; translations can't decline them. */
const levelNames = /^(level|nextLevel|levels|before|after|words|beforeWords|afterWords)$/

/** The languages whose article depends on the hour: 'a la 1:00', 'a las 2:00'; and these words for every hour. */
const hourArticles = new Map([
  ['es', { found: /(?<!\p{L})las?$/iu, wanted: 'one {a la} other {a las}' }],
  ['pt-BR', { found: /(?<!\p{L})(às?|d?as?)$/iu, wanted: 'one {à} other {às}' }],
])

const prepositions = new Map([
  [
    'de',
    'ab an am auf aus bei beim bis durch für gegen im in ins mit nach nahe neben über um unter vom von vor wegen zu zum zur zwischen',
  ],
  ['es', 'a al ante con de del desde en entre hacia hasta para por según sin sobre tras'],
  ['pt-BR', 'a à ao até com da de desde do em entre na no num numa para pela pelo per por pra sem sob sobre'],
])

interface Place {
  name: string
  /** The words around it, in its own case of a plural, without tags and quotes. */
  before: string
  after: string
  /** Whether the words of its hour stand before it. */
  hasHour: boolean
}

function placesOf(tokens: readonly Token[], led = ''): Place[] {
  const places: Place[] = []
  let before = led
  let hourOf = ''
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'content') {
      before = wordsOf(token)
      if (before !== '') hourOf = ''
    } else if ('cases' in token) {
      for (const each of token.cases) places.push(...placesOf(each.tokens, before))
      before = ''
      hourOf = /^(\w+)Hour$/.exec(token.arg)?.[1] ?? ''
    } else if ('arg' in token) {
      places.push({
        name: token.arg,
        before,
        after: wordsOf(tokens[index + 1]),
        hasHour: hourOf === token.arg,
      })
      before = ''
    }
  }
  return places
}

function wordsOf(token: Token | undefined): string {
  return token?.type === 'content' ? token.value.replaceAll(/<\/?\w+>|[„“”«»"]/g, '').trim() : ''
}

/** What is wrong with the words before a translation's times and levels. */
export function wordFaults(text: string, language: string, source: string): string[] {
  const faults = new Set<string>()
  const words = prepositions.get(language)?.replaceAll(' ', '|')
  if (words === undefined) return []
  const preposition = new RegExp(`(?<!\\p{L})(${words})$`, 'iu')
  const article = hourArticles.get(language)
  const timed = placesOf(parse(source, { strict: true })).filter(({ before }) => /\b(at|until)$/.test(before))
  for (const { name, before, after, hasHour } of placesOf(parse(text, { strict: true }))) {
    if (levelNames.test(name) && preposition.test(before)) faults.add(`{${name}} after a preposition`)
    if (!clockTimes.test(name)) continue
    const needsHour = article?.found.test(before) || timed.some((place) => place.name === name)
    if (article && needsHour && !hasHour)
      faults.add(`{${name}} lacks its hour: {${name}Hour, plural, ${article.wanted}} {${name}}`)
    const hasWord = /bell$/i.test(name) || after.startsWith('Uhr')
    if (language === 'de' && /(?<!\p{L})um$/iu.test(before) && !hasWord)
      faults.add(`{${name}} after 'um' without 'Uhr'`)
  }
  return [...faults]
}

/** A clock time is 'on Sunday at 2:00 AM', in no language 'at Sunday 2:00 AM'. */
export function weekdayFaults(text: string): string[] {
  const [, word, day] = /(?<!\p{L})(at|um|a las?|às?) \{(\w*[wW]eekday|day)\}/u.exec(text) ?? []
  return day === undefined ? [] : [`{${day}} after '${word}'`]
}

interface Term {
  found: RegExp
  /** The English words that it may stand for; null: none. */
  of: RegExp | null
}

/** Words of the glossaries that are for one thing alone, or for none. */
const terms = new Map<string, readonly Term[]>([
  [
    'de',
    [
      { found: /Leitung/u, of: /instructor|teacher/i },
      { found: /(?<!\p{L})lösch(e|en|t)?(?!\p{L})/iu, of: /delet|eras|remov|clear/i },
      { found: /(?<!\p{L})de(r|m), der(?!\p{L})/iu, of: null },
      { found: /Sitzrunde/u, of: null },
    ],
  ],
  ['es', [{ found: /en directo/iu, of: null }]],
])

/** Words of a translation that its glossary keeps for something else. */
export function termFaults(text: string, language: string, source: string): string[] {
  return (terms.get(language) ?? []).flatMap(({ found, of }) => {
    const word = found.exec(text)?.[0]
    return word === undefined || of?.test(source) ? [] : [`'${word}' isn’t in the glossary for this`]
  })
}

/** Texts that the specification quotes in this typography. */
const quotedTexts = new Set([
  'Loading...',
  // 'Search by date or comment...'
  '{label}...',
  "There's no meditation scheduled for today. Check back tomorrow or contact an admin.",
  "You don't have permission to access the admin panel.",
])

/** Straight apostrophes and quotes, and three dots, in a text of any language. An apostrophe before a brace quotes it. */
export function typographyFaults(text: string): string[] {
  if (quotedTexts.has(text)) return []
  return [...new Set(text.match(/'(?![{}])|"|\.{3}/g))].map(
    (sign) => `${sign} isn’t ${typographic.get(sign)}`,
  )
}

const typographic = new Map([
  ["'", '’'],
  ['"', 'a quotation mark of the language'],
  ['...', '…'],
])

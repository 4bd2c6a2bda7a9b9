// How texts are compared in the searches of a page.

// Accents only: Hindi and Thai vowels and kana voicing are marks too, but they distinguish words.
const accents = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF]/gu

/**
 * The compatible decomposition of a text, without accents and invisible characters. These go first, as they keep
 * marks from their canonical order.
 */
export function stripAccents(text: string): string {
  return text
    .replace(/\p{DI}/gu, '')
    .normalize('NFKD')
    .replace(accents, '')
}

// What keyboards and word processors write for plain letters and signs; NFKD leaves these alone.
const plainForms = new Map(
  'ßss æae œoe øo đd ðd łl ıi ħh þth ςσ ‘\' ’\' ‚\' ‛\' ʼ\' “" ”" „" ‟" «" »" ‐- –- —- ‒- −-'
    .split(' ')
    .map(([letter = '', ...plain]) => [letter, plain.join('')]),
)
const unplain = new RegExp(`[${[...plainForms.keys()].join('')}]`, 'g')

/**
 * Folds a text for a search: without case, accents, invisible characters and repeated spaces, quotes and dashes
 * in their plain form. As forgiving as `folded` in the database.
 */
export function foldForSearch(text: string): string {
  return stripAccents(text)
    .toLowerCase()
    .replace(unplain, (letter) => plainForms.get(letter) ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

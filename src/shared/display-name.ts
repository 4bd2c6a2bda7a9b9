// Display names: reject invisible characters, look-alikes and role claims (T21).
import * as z from 'zod/mini'
import { sourceText, t, translate } from '#shared/i18n/t.ts'
import { gardianAngel, nameMaxChars } from './constants.ts'
import { stripStrayJoiners } from './joiners.ts'
import { stripAccents } from './search-fold.ts'
import { textSchema } from './text.ts'

// Invisible characters, except joiners and those inside emoji.
const invisibleChars = /(?!\u200C|\u200D|\uFE0E|\uFE0F)\p{Default_Ignorable_Code_Point}/gu
const readable = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

/**
 * Normalizes a name for storage: one line without invisible characters. NFC runs after their removal, because
 * letters they separated may combine.
 */
export function normalizeDisplayName(text: string): string {
  return stripStrayJoiners(text.replace(invisibleChars, '')).replace(/\s+/g, ' ').normalize('NFC').trim()
}

// Letters of other scripts that NFKD leaves alone; each group reads as its first letter, in lower case. An i
// reads as an l, since 1, I and l look alike.
const confusableLetters =
  'aɑɐᴀαλаꭺꓮⲁᗩ𐌀𖽀 bʙβвꓐⲃ cᴄсꮯꓚⲥ dđðᴅδԁдꭰꓓᗪ eǝəɛᴇεеєꭼꓰⲉᗴ fꜰꓝ gɡɢցԍꓖᏻ hħʜнһꮋꓧⲏ jᴊјꭻꓙ kᴋκкꮶꓗⲕ ' +
  'liıɩɪłʟꞁιіїӏꓲꓡⲓᛁ mʍᴍμмꮇꓟⲙᗰᛗ nɴᴎηνипոռꓠⲛᑎ oøɔᴏοоօσςꓳⲟ pᴘρрꓑⲣ qԛ rɹɾʀягꭱꮢꓣᖇᚱ sʂꜱѕꮪꓢᔕ tŧʇᴛτтꭲꓔⲧᛏ ' +
  'uʉᴜυцսꓴᑌ vᴠѵꮩꓦ wᴡѡԝꓪ xχхꓫⲭ yʏγуү zᴢζꮓꓜ'
// Signs that stand for letters inside a word; next to a word they may be ordinary signs.
const confusableSigns = 'a4@ d∂ e3€ g9 l1|!¡ o0∅ s5$§ t7+†'
const confusables = new Map(
  [confusableLetters, confusableSigns].flatMap((groups, kind) =>
    groups.split(' ').flatMap(([letter = '', ...others]) =>
      // Signs map to capitals, so that the pattern can distinguish them from letters.
      others.map((other) => [other, kind === 0 ? letter : letter.toUpperCase()] as const),
    ),
  ),
)
// Circled, squared and flag letters, which NFKD leaves alone.
const letterBlocks = [0x1f150, 0x1f170, 0x1f1e6]

/** The Latin letter that a character resembles, a capital for a sign; null when it resembles none. */
function latinLetter(char: string): string | null {
  const letter = confusables.get(char)
  if (letter !== undefined) return letter
  if (/^[a-z]$/.test(char)) return char
  const code = char.codePointAt(0) ?? 0
  const block = letterBlocks.find((start) => code >= start && code < start + 26)
  return block === undefined ? null : latinLetter(String.fromCharCode(code - block + 97))
}

function skeletonCharOf(char: string): string {
  return latinLetter(char) ?? (/^[\p{L}\p{N}]$/u.test(char) ? '?' : ' ')
}

function skeletonOf(text: string): string {
  const stripped = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  return Array.from(stripped.toLowerCase(), skeletonCharOf).join('')
}

/**
 * Folds a name: removes case, accents, spaces, punctuation and emoji. Maps each letter and digit to the Latin
 * letter it resembles. Names with the same fold look alike. A name of emoji only is its own fold.
 */
export function foldName(name: string): string {
  const stripped = stripAccents(name)
    // A sign stands for a letter inside a name only, so signs at the edges go.
    .replace(/[!¡+†]+$|^[!¡+†]+/gu, '')
    .toLowerCase()
  const letters = Array.from(
    stripped,
    (char) => latinLetter(char) ?? (/[\p{L}\p{N}\p{M}]/u.test(char) ? char : ''),
  )
  // The letters r and n side by side look like an m.
  return letters.join('').toLowerCase().replaceAll('rn', 'm') || name
}

const roleWords = [
  'admin',
  'administrator',
  'superadmin',
  'sysadmin',
  'moderator',
  sourceText(gardianAngel),
  'gardenangel',
  'guardianangel',
]

// Words that also occur in personal names: they claim a role only at the end of a name, or alone.
const titleWords = ['mod', 'support', 'team', 'host', 'teacher']
const soleWords = ['staff', 'owner', 'system']

/**
 * The pattern of a word's skeleton, where signs may stand for letters and `gap` may separate them; `rn` matches
 * m.
 */
function patternOf(word: string, gap: string): string {
  const letters = Array.from(skeletonOf(word).replaceAll(' ', ''))
  return letters
    .map((letter) => (letter === 'm' ? `(?:[mM]|r${gap}n)` : `[${letter}${letter.toUpperCase()}]`))
    .join(gap)
}

function patternOfAny(words: readonly string[], gap: string): string {
  return `(?:${words.map((word) => patternOf(word, gap)).join('|')})${gap}[sS]?`
}

const rolePatterns = [
  new RegExp(`(?<![a-z?])${patternOfAny(roleWords, ' *')}(?![a-z?])`),
  new RegExp(`(?<![a-z?])${patternOfAny(titleWords, '')}[^a-z?]*$`),
  new RegExp(`^[^a-z?]*(?:the +)?${patternOfAny(soleWords, '')}[^a-z?]*$`),
]

/** Whether a name reads like an administrator, a moderator or the community's operator. */
export function claimsRole(name: string): boolean {
  const skeleton = skeletonOf(name)
  return rolePatterns.some((claim) => claim.test(skeleton))
}

/** The schema of a display name. */
export function displayNameSchema() {
  return z.pipe(
    z.pipe(
      textSchema({
        max: nameMaxChars,
        empty: () => t('A name can’t be empty.'),
        tooLong: (limit) => t('A name has at most {max} characters.', limit),
        unstorable: () => t('A name contains a character that can’t be stored.'),
      }),
      z.transform(normalizeDisplayName),
    ),
    z.string().check(
      z.refine((text) => readable.test(text), {
        error: () => t('A name needs at least one letter.'),
        abort: true,
      }),
      z.refine((text) => !claimsRole(text), {
        error: () =>
          t('A name can’t claim a role, such as {role} or Admin.', { role: translate(gardianAngel) }),
      }),
    ),
  )
}

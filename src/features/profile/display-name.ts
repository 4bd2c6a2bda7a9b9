// What a display name may be: it reads as it is written, and it never claims a role (T21).
import * as z from 'zod/mini'
import { gardianAngel, nameMaxChars } from '#shared/constants.ts'
import { textSchema } from '#shared/text.ts'

// What isn't seen: all of it but the parts of emoji, which hold a zero-width joiner between pictures.
const invisibleChars = /(?!\u200D|\uFE0E|\uFE0F)\p{Default_Ignorable_Code_Point}/gu
const strayJoiner =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D|\u200D(?!\p{Extended_Pictographic})/gu
const readable = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

/** A name as it is stored: one line, with nothing in it that can't be seen; what that kept apart may be one letter. */
export function normalizeDisplayName(text: string): string {
  return text
    .replace(invisibleChars, '')
    .replace(strayJoiner, '')
    .replace(/\s+/g, ' ')
    .normalize('NFC')
    .trim()
}

// What is read as the first letter of its group, in lower case, beside what NFKD takes apart: letters of other
// scripts and kinds. An i is read as an l, since 1, I and l look alike.
const confusableLetters =
  'aɑɐᴀαλаꭺꓮⲁᗩ𐌀𖽀 bʙβвꓐⲃ cᴄсꮯꓚⲥ dđðᴅδԁдꭰꓓᗪ eǝəɛᴇεеєꭼꓰⲉᗴ fꜰꓝ gɡɢցԍꓖᏻ hħʜнһꮋꓧⲏ jᴊјꭻꓙ kᴋκкꮶꓗⲕ ' +
  'liıɩɪłʟꞁιіїӏꓲꓡⲓᛁ mʍᴍμмꮇꓟⲙᗰᛗ nɴᴎηνипոռꓠⲛᑎ oøɔᴏοоօσςꓳⲟ pᴘρрꓑⲣ qԛ rɹɾʀягꭱꮢꓣᖇᚱ sʂꜱѕꮪꓢᔕ tŧʇᴛτтꭲꓔⲧᛏ ' +
  'uʉᴜυцսꓴᑌ vᴠѵꮩꓦ wᴡѡԝꓪ xχхꓫⲭ yʏγуү zᴢζꮓꓜ'
// Signs that stand for letters between letters; beside a word they may be what they are.
const confusableSigns = 'a4@ d∂ e3€ g9 l1|!¡ o0∅ s5$§ t7+†'
const confusables = new Map(
  [confusableLetters, confusableSigns].flatMap((groups, kind) =>
    groups.split(' ').flatMap(([letter = '', ...others]) =>
      // Signs become capitals, so that the pattern can tell them from letters.
      others.map((other) => [other, kind === 0 ? letter : letter.toUpperCase()] as const),
    ),
  ),
)
// The circled, squared and flag letters that NFKD leaves alone.
const letterBlocks = [0x1f150, 0x1f170, 0x1f1e6]

/** The Latin letter that a character is read as, a capital for a sign that stands for one; null when it is none. */
function latinLetter(char: string): string | null {
  const known = confusables.get(char)
  if (known !== undefined) return known
  if (/^[a-z]$/.test(char)) return char
  const code = char.codePointAt(0) ?? 0
  const block = letterBlocks.find((start) => code >= start && code < start + 26)
  return block === undefined ? null : latinLetter(String.fromCharCode(code - block + 97))
}

function skeletonCharOf(char: string): string {
  return latinLetter(char) ?? (/^[\p{L}\p{N}]$/u.test(char) ? '?' : ' ')
}

function skeletonOf(text: string): string {
  const bare = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  return Array.from(bare.toLowerCase(), skeletonCharOf).join('')
}

// The vowels of Hindi or Thai and the voicing of kana are marks too, but they tell names apart.
const accents = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF]/gu

/**
 * A name without case, accents, spaces, punctuation and emoji, each letter and digit as the Latin one that it looks
 * like. Two names with the same fold can be taken for each other. A name of emoji alone is its own fold.
 */
export function foldName(name: string): string {
  const bare = name
    .normalize('NFKD')
    .replace(accents, '')
    .replace(/\p{DI}/gu, '')
    // A sign stands for a letter within a name only.
    .replace(/[!¡+†]+$|^[!¡+†]+/gu, '')
    .toLowerCase()
  const letters = Array.from(
    bare,
    (char) => latinLetter(char) ?? (/[\p{L}\p{N}\p{M}]/u.test(char) ? char : ''),
  )
  // r and n beside each other are read as an m.
  return letters.join('').toLowerCase().replaceAll('rn', 'm') || name
}

const roleWords = [
  'admin',
  'administrator',
  'superadmin',
  'sysadmin',
  'moderator',
  gardianAngel,
  'gardenangel',
  'guardianangel',
]

// Words that may be part of a person's name, so they claim a role only where a title stands: at the end, or alone.
const titleWords = ['mod', 'support', 'team']
const soleWords = ['staff', 'owner', 'system']

/** A word of a skeleton with signs for letters, also spaced out by `gap`; `rn` is read as an m. */
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

/** Whether a name would be read as that of an administrator, a moderator, or whoever runs the community. */
export function claimsRole(name: string): boolean {
  const skeleton = skeletonOf(name)
  return rolePatterns.some((claim) => claim.test(skeleton))
}

/** A display name; `name` begins the sentence a person reads. */
export function displayNameSchema(name: string) {
  return z.pipe(
    z.pipe(textSchema({ name, max: nameMaxChars }), z.transform(normalizeDisplayName)),
    z.string().check(
      z.refine((text) => readable.test(text), { error: `${name} needs at least one letter.`, abort: true }),
      z.refine((text) => !claimsRole(text), {
        error: `${name} can't claim a role, such as ${gardianAngel} or Admin.`,
      }),
    ),
  )
}

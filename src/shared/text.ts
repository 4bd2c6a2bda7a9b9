// User text: cleaning, validation and length.
import * as z from 'zod/mini'
import { t } from './i18n/t.ts'
import { asciiEmail } from './international-domain.ts'

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/
// C0 and C1 controls except newline and tab, and direction overrides.
const controlCharacters = /[\u0001-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g

// Spaces, controls, zero-width format characters, and the two blanks that Unicode counts as symbols or letters.
const invisibleCharacters = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/gu

/** Whether a text has a visible character; spaces and invisible characters alone count as empty. */
export function hasVisibleText(text: string): boolean {
  return text.replace(invisibleCharacters, '') !== ''
}

/** Whether PostgreSQL can store the text: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !loneSurrogate.test(text)
}

/**
 * The text as stored: NFC, trimmed, without control and direction-override characters. Those go first, as the
 * letters around them may compose. A text without visible characters becomes empty.
 */
function cleanText(text: string): string {
  const cleaned = text.replace(/\r\n?/g, '\n').replace(controlCharacters, '').normalize('NFC').trim()
  return hasVisibleText(cleaned) ? cleaned : ''
}

interface TextSchemaInput {
  max: number
  /** The error of an empty text; without it, the text may be empty. */
  empty?: () => string
  tooLong?: (limit: { max: number }) => string
  unstorable?: () => string
}

/**
 * A text of up to `max` UTF-16 units (JavaScript's `.length`), measured after cleaning, in browser and server alike. The
 * errors are whole sentences, in the viewer's language.
 */
export function textSchema({ max, empty, tooLong, unstorable }: TextSchemaInput) {
  const error = unstorable ?? (() => t('This contains a character that can’t be stored.'))
  const isTooLong = () => (tooLong ?? shownLimit)({ max })
  return z.pipe(
    z.pipe(
      z.string({ error: () => t('This must be text.') }).check(
        z.refine(isStorable, { error }),
        // Bounds the input of cleaning, so that a huge text costs nothing.
        maxUtf16Length(max * 4 + 64, isTooLong),
      ),
      z.transform(cleanText),
    ),
    z.string().check(...(empty ? [z.minLength(1, { error: empty })] : []), maxUtf16Length(max, isTooLong)),
  )
}

const shownLimit = (limit: { max: number }) => t('This has at most {max} characters.', limit)

/**
 * Zod's own maxLength counts code points; pages, the diary's counter and the specification count UTF-16 units. The
 * API reference reads `params`.
 */
function maxUtf16Length(max: number, error: () => string) {
  return z.refine<string>((text) => text.length <= max, { error, params: { maxLength: max } })
}

/** The first `max` UTF-16 units of a text, without a split surrogate pair at the end. */
export function truncateUtf16(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
}

// Mail servers rarely take a local part beyond ASCII (RFC 6531), and such an address is easily mistaken for another.
const emailPattern = /^[^\s@"<>(),;:\\\u0080-\uffff]+@[^\s@.]+(\.[^\s@.]+)+$/

/** An email address, trimmed, in lower case, and with its domain in ASCII (AUTH-53): browsers send either form. */
export function emailSchema(maxChars: number) {
  const error = () => t('Please enter a valid email address')
  return z.pipe(
    z.pipe(
      z.string({ error }).check(z.refine(isStorable, { error }), z.maxLength(maxChars * 2, { error })),
      // An address without an ASCII form fails the pattern.
      z.transform((text: string) => asciiEmail(text.trim().toLowerCase().normalize('NFC')) ?? ' '),
    ),
    z.string().check(
      z.minLength(1, { error: () => t('Please enter your email address.'), abort: true }),
      z.maxLength(maxChars, {
        error: () => t('An email address has at most {max} characters.', { max: maxChars }),
      }),
      z.regex(emailPattern, { error }),
    ),
  )
}

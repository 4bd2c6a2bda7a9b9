// Text that people type: what is cleaned away, what is refused, and how it is measured.
import * as z from 'zod/mini'

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/
// C0 and C1 controls but newline and tab, and the marks that override the direction of writing.
const controlCharacters = /[\u0001-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g

// Spaces, controls, format characters without a shape, and the two blanks that Unicode counts as symbols or letters.
const invisibleCharacters = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/gu

/** Whether a reader sees anything of a text: spaces and invisible characters alone are an empty text. */
export function hasVisibleText(text: string): boolean {
  return text.replace(invisibleCharacters, '') !== ''
}

/** Whether a text can be stored at all: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !loneSurrogate.test(text)
}

/**
 * The text as it is stored: NFC, trimmed, without control and direction-override characters. Those go first: what they
 * kept apart may be one letter. A text with nothing to see is empty.
 */
function cleanText(text: string): string {
  const cleaned = text.replace(/\r\n?/g, '\n').replace(controlCharacters, '').normalize('NFC').trim()
  return hasVisibleText(cleaned) ? cleaned : ''
}

/**
 * A text of `min` to `max` UTF-16 units, measured after cleaning, on both sides alike (JavaScript's `.length`).
 * `name` begins the sentence a person reads, such as 'A message'.
 */
export function textSchema({ name, min = 1, max }: { name: string; min?: number; max: number }) {
  return z.pipe(
    z.pipe(
      z.string({ error: `${name} is text.` }).check(
        z.refine(isStorable, { error: `${name} has a character that can't be stored.` }),
        // A bound on what is cleaned at all, so that a huge text costs nothing.
        maxUtf16Length(max * 4 + 64, `${name} has at most ${max} characters.`),
      ),
      z.transform(cleanText),
    ),
    z
      .string()
      .check(
        z.minLength(min, { error: `${name} can't be empty.` }),
        maxUtf16Length(max, `${name} has at most ${max} characters.`),
      ),
  )
}

/**
 * Zod's own maxLength counts code points; pages, the diary's counter and the specification count UTF-16 units.
 * `params` are what the reference of the calls says of it.
 */
function maxUtf16Length(max: number, error: string) {
  return z.refine<string>((text) => text.length <= max, { error, params: { maxLength: max } })
}

/** The first so many UTF-16 units of a text, and no half of a pair of surrogates at their end. */
export function truncateUtf16(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
}

const emailPattern = /^[^\s@"<>(),;:\\]+@[^\s@.]+(\.[^\s@.]+)+$/

/** An e-mail address, trimmed and in lower case. */
export function emailSchema(maxChars: number) {
  const error = 'Please enter a valid email address'
  return z.pipe(
    z.pipe(
      z.string({ error }).check(z.refine(isStorable, { error }), z.maxLength(maxChars * 2, { error })),
      z.transform((text: string) => text.trim().toLowerCase().normalize('NFC')),
    ),
    z
      .string()
      .check(
        z.minLength(1, { error: 'Please enter your email address.', abort: true }),
        z.maxLength(maxChars, { error: `An email address has at most ${maxChars} characters.` }),
        z.regex(emailPattern, { error }),
      ),
  )
}

// Linkify: splits a message into text and links; only plain http and https addresses become links. [T20]

import { parseUrl } from '#shared/url.ts'

/** Plain text, or a link whose text is its address. */
export type TextSegment = string | { readonly href: string }

// A link never starts inside a word or another address. The host is ASCII with a dot, so it can't be spoofed. User
// names and passwords ('user:password@') and invisible characters are excluded. Curly quotes, Chinese
// and Japanese punctuation and emoji end an address: no space precedes the text after it. So does Hiragana after a
// Latin letter or digit (a particle, as in 'v=1です'). No `i` flag: it would match the Kelvin sign as a k.
const urlPattern =
  /(?<![\w!#$%&*+,./:;=?@\\^`|~-])[hH][tT]{2}[pP][sS]?:\/\/(?:[a-zA-Z\d][a-zA-Z\d-]{0,62}\.)+[a-zA-Z\d-]*[a-zA-Z\d](?::\d{1,5})?(?![\p{L}\p{N}_@%\\-]|[.:]+[\p{L}\p{N}_@-])(?:[/?#](?:(?<![a-zA-Z\d])[\u3041-\u309f]|[^\u3041-\u309f\p{RI}\p{Extended_Pictographic}\s<>"`\\\p{C}\u00ab\u00bb\u2018-\u201f\u2039\u203a\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65])*)?/gu

/** Punctuation that ends the sentence rather than the address. */
const trailingPunctuation = /[.,;:!?'*~]|(?=[^\0-\x7f])\p{P}/u

const openingBracketOf: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** Splits a message into segments; joined, they give the original text. */
export function linkify(text: string): readonly TextSegment[] {
  const segments: TextSegment[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(urlPattern)) {
    const href = trimTrailingPunctuation(match)
    // The URL parser takes the host of 'a.example.1' for an IPv4 address, and rejects it.
    if (parseUrl(href) === null) continue
    if (index > end) segments.push(text.slice(end, index))
    segments.push({ href })
    end = index + href.length
  }
  if (end < text.length) segments.push(text.slice(end))
  return segments
}

/** A closing bracket belongs to the address only when the address also contains its opening bracket. */
function trimTrailingPunctuation(match: string): string {
  const last = match.slice(-1)
  const opening = openingBracketOf[last]
  const isTrailing =
    opening === undefined
      ? trailingPunctuation.test(last)
      : countChar(match, opening) < countChar(match, last)
  return isTrailing ? trimTrailingPunctuation(match.slice(0, -1)) : match
}

function countChar(text: string, char: string): number {
  return text.split(char).length - 1
}

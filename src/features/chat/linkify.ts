// Where a message has addresses that may be pressed: only what is plainly http or https, all else stays text. [T20]

import { parseUrl } from '#shared/url.ts'

/** A piece of a message: text, or an address that is its own words. */
export type TextSegment = string | { readonly href: string }

// Not amid a word or another address; the host in ASCII and with a dot, so that it is what it looks like, and never
// somebody's 'user:password@'; nothing invisible in what follows. No flag i: it would let a Kelvin sign be a k.
const urlPattern =
  /(?<![\w!#$%&*+,./:;=?@\\^`|~-])[hH][tT]{2}[pP][sS]?:\/\/(?:[a-zA-Z\d][a-zA-Z\d-]{0,62}\.)+[a-zA-Z\d-]*[a-zA-Z\d](?::\d{1,5})?(?![\p{L}\p{N}_@%\\-]|[.:]+[\p{L}\p{N}_@-])(?:[/?#][^\s<>"`\\\p{C}]*)?/gu

/** What ends a sentence and not an address. */
const trailingPunctuation = /[.,;:!?'*~]|(?=[^\0-\x7f])\p{P}/u

const openingBracketOf: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** The pieces of a message in their order; joined they are the message again. */
export function linkify(text: string): readonly TextSegment[] {
  const pieces: TextSegment[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(urlPattern)) {
    const href = trimTrailingPunctuation(found)
    // 'a.example.1' is read as a number, and as none.
    if (parseUrl(href) === null) continue
    if (index > end) pieces.push(text.slice(end, index))
    pieces.push({ href })
    end = index + href.length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}

/** A bracket belongs to the address only when it was opened there. */
function trimTrailingPunctuation(found: string): string {
  const last = found.slice(-1)
  const opening = openingBracketOf[last]
  const ends =
    opening === undefined
      ? trailingPunctuation.test(last)
      : countChar(found, opening) < countChar(found, last)
  return ends ? trimTrailingPunctuation(found.slice(0, -1)) : found
}

function countChar(text: string, char: string): number {
  return text.split(char).length - 1
}

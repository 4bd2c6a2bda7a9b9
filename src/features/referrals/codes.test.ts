// Referral codes: format and normalization.
import { expect, it, test } from 'vitest'
import { codeBytes, encodeReferralCode, isReferralCode, normalizeReferralCode, shareLink } from './codes.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

test('[REF-04] a code is eight characters of Crockford base32, made from eight bytes', () => {
  expect(codeBytes).toBe(8)
  expect(encodeReferralCode(new Uint8Array([0, 1, 9, 10, 18, 19, 30, 31]))).toBe('019AJKYZ')
  expect(encodeReferralCode(new Uint8Array([255, 32, 64, 33, 224, 31, 63, 95]))).toBe('Z0010ZZZ')
  expect(encodeReferralCode(new Uint8Array(99))).toBe('00000000')
})

test('[REF-04] all characters are equally likely: eight of the 256 byte values map to each', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const char = encodeReferralCode(new Uint8Array([byte]))
    counts.set(char, (counts.get(char) ?? 0) + 1)
  }
  expect([...counts.keys()].toSorted().join('')).toBe(alphabet)
  expect(new Set(counts.values())).toEqual(new Set([8]))
})

test('[REF-05] input is normalized to upper case without spaces', () => {
  expect(normalizeReferralCode('k7wb2m9p')).toBe('K7WB2M9P')
  expect(normalizeReferralCode('  K7wb 2m9P\n')).toBe('K7WB2M9P')
  expect(normalizeReferralCode('\u00a0k7wb2m9p\u2003')).toBe('K7WB2M9P')
  expect(normalizeReferralCode('1e500000')).toBe('1E500000')
  expect(normalizeReferralCode('   ')).toBe('')
  expect(normalizeReferralCode('\u200B \u2066')).toBe('')
})

it.each([
  'K7WB2M9P\u200B',
  '\u200Bk7wb\u00AD2m9p\u2069',
  '\uFEFFK7WB2M9P.',
  '(K7WB2M9P)',
  '“K7WB2M9P”,',
  '*K7WB2M9P*',
  'K7WB2M9P>',
  'K7WB2M9P/',
  'K7WB2M9P&utm_source=chat',
  'K7WB2M9P?fbclid=abc',
  'K7WB2M9P#top',
  'K7WB2M9P%E2%80%8B',
  'K7WB2M9P… and more',
  'Ｋ７ＷＢ２Ｍ９Ｐ',
])('[REF-05] finds the code in %j', (text) => {
  expect(normalizeReferralCode(text)).toBe('K7WB2M9P')
})

it.each([
  ['K7WB2M9P1', 'K7WB2M9P1'],
  ['K7WB-2M9P', 'K7WB-2M9P'],
  ['K7WB2M9PÄ', 'K7WB2M9PÄ'],
  ['my code', 'MYCODE'],
  ['K7WB2M9', 'K7WB2M9'],
])('[REF-05] takes no code from %j', (text, rest) => {
  expect(normalizeReferralCode(text)).toBe(rest)
  expect(isReferralCode(rest)).toBe(false)
})

test.each(['00123456', '1E500000', '00000000', 'ZZZZZZZZ', 'K7WB2M9P'])(
  '[REF-04] %s is a valid code',
  (code) => {
    expect(isReferralCode(code)).toBe(true)
  },
)

test.each([
  ['', 'nothing'],
  ['0012', 'too short'],
  ['K7WB2M9', 'too short by one'],
  ['K7WB2M9PX', 'too long by one'],
  ['k7wb2m9p', 'not yet in upper case'],
  ['TRUE', 'a word'],
  ['I7WB2M9P', 'with an I'],
  ['L7WB2M9P', 'with an L'],
  ['O7WB2M9P', 'with an O'],
  ['U7WB2M9P', 'with a U'],
  ['K7WB2M9P\n', 'with a line break'],
  ['K7WB-M9P', 'with a dash'],
  ['К7WB2M9P', 'with a Cyrillic K'],
])('[REF-04] "%s" is not a valid code: %s', (code) => {
  expect(isReferralCode(code)).toBe(false)
})

test('[REF-08] the share link consists of the origin, a slash and the code', () => {
  expect(shareLink('https://sit.example.org', 'K7WB2M9P')).toBe('https://sit.example.org/?ref=K7WB2M9P')
})

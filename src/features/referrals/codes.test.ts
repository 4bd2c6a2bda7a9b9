// Codes: format, and how texts are read for them.
import { expect, it, test } from 'vitest'
import { codeBytes, encodeReferralCode, findJoinCodes, readableCode, shareLink } from './codes.ts'

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

it.each([
  'k7wb2m9p',
  '  K7wb 2m9P\n',
  '\u00a0k7wb2m9p\u2003',
  'K7WB2M9P\u200B',
  '\u200Bk7wb\u00AD2m9p\u2069',
  '\uFEFFK7WB2M9P.',
  '(K7WB2M9P)',
  '“K7WB2M9P”,',
  '*K7WB2M9P*',
  'K7WB2M9P>',
  'K7WB2M9P/',
  'K7WB-2M9P',
  'K7WB‑2M9P',
  'K7WB2M9P&utm_source=chat&utm_medium=email&utm_campaign=autumn',
  'K7WB2M9P?fbclid=abc',
  'K7WB2M9P#top',
  'K7WB2M9P%E2%80%8B',
  'K7WB2M9P… and more',
  'Code: K7WB2M9P (bis Freitag)',
  'Ｋ７ＷＢ２Ｍ９Ｐ',
  'https://sit.example.org/?ref=K7WB2M9P',
  'Join us: https://sit.example.org/?ref=k7wb2m9p?utm_source=Email – see you on 2026-11-28',
  'sit.example.org/auth?lang=de&amp;ref=K7WB2M9P.',
  'https://safe.example.com/?url=https%3A%2F%2Fsit.example.org%2F%3Fref%3DK7WB2M9P%26x%3D1&data=05',
  '<https://sit.example.org/?ref=K7WB2M9P>',
])('[REF-05] finds the code of a member in %j', (text) => {
  expect(findJoinCodes(text)[0]).toBe('K7WB2M9P')
})

it.each([
  'B9FT3C4D5E6G',
  'b9ft-3c4d-5e6g',
  'b9ft - 3c4d - 5e6g',
  'B9FT 3C4D 5E6G',
  'B9FT3C4D5E6G?utm_source=Email',
  'Code: B9FT3C4D5E6G',
  'B9FT3C4D5E6G (bis Freitag)',
  `B9FT3C4D5E6G${'.'.repeat(60)}`,
  'B9FT3C4D5E6G\nB9FT3C4D5E6G',
  'https://sit.example.org/?invite=B9FT3C4D5E6G?utm_source=Email',
])('[COM-06] finds the code of an invitation in %j', (text) => {
  expect(findJoinCodes(text)).toEqual(['B9FT3C4D5E6G'])
})

it.each([
  ['K7OBIM9L', ['K70B1M91']],
  ['maya2o26', ['MAYA2026']],
  ['https://sit.example.org/?ref=MAYA2O26', ['MAYA2026']],
])('[REF-05] reads the letters O, I and L of %j as the digits of a code', (text, codes) => {
  expect(findJoinCodes(text)).toEqual(codes)
})

test('[REF-05] an address counts before the words, and words with a digit as typed before others, three at most', () => {
  const link = 'https://sit.example.org/?ref=K7WB2M9P'
  expect(findJoinCodes(`welcomes friends2 ${link} ${link.replace('ref=K', 'invite=B9FT-J')}`)).toEqual([
    'K7WB2M9P',
    'B9FTJ7WB2M9P',
  ])
  expect(findJoinCodes('Greetings HALLOHEY to friend42, XYZXYZXY')).toEqual([
    'FR1END42',
    'HA110HEY',
    'XYZXYZXY',
  ])
  expect(findJoinCodes('AAAAAAA1 AAAAAAA2 AAAAAAA3 AAAAAAA4')).toHaveLength(3)
  expect(findJoinCodes('https://news.example.org/?ref=letter K7WB2M9P')).toEqual(['K7WB2M9P'])
})

it.each([
  '',
  '   ',
  '\u200B \u2066',
  'true',
  '0012',
  '1e5',
  'my code',
  'K7WB2M9',
  'K7WB2M9P1',
  'K7WB2M9PÄ',
  'К7WB2M9P',
  'U7WB2M9P',
  'K7WB_2M9P_and_more',
])('[REF-05] finds no code in %j', (text) => {
  expect(findJoinCodes(text)).toEqual([])
})

test.each(['00123456', '1E500000', '00000000', 'ZZZZZZZZ'])('[REF-04] %s is a code', (code) => {
  expect(findJoinCodes(code)).toEqual([code])
})

test.each([
  ['https://sit.example.org/?ref=k7wb2m9p', 'K7WB2M9P'],
  ['My code: nope1234.', 'NOPE1234'],
  ['b9ft-3c4d-5e6g', 'B9FT-3C4D-5E6G'],
  [' tr\u200Bue ', 'TRUE'],
  ['\u200B \u2066', ''],
])('[AUTH-28] a page shows %j as %j', (text, shown) => {
  expect(readableCode(text)).toBe(shown)
})

test('[REF-08] the share link consists of the origin, a slash and the code', () => {
  expect(shareLink('https://sit.example.org', 'K7WB2M9P')).toBe('https://sit.example.org/?ref=K7WB2M9P')
})

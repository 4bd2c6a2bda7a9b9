// International domains: one stored form for what browsers send and for what people type.
import { domainToUnicode } from 'node:url'
import { expect, test } from 'vitest'
import { asciiEmail, readableEmail } from './international-domain.ts'

test.each([
  ['ju@bücher.example', 'ju@xn--bcher-kva.example'],
  ['мира@почта.рф', 'мира@xn--80a1acny.xn--p1ai'],
  ['a@faß.de', 'a@xn--fa-hia.de'],
  ['a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ['a@نامه\u200Cای.com', 'a@xn--mgba3gch31f060k.com'],
])('[AUTH-53] %s is stored as %s and shown as typed', (typed, stored) => {
  expect(asciiEmail(typed)).toBe(stored)
  expect(readableEmail(stored)).toBe(typed)
  expect(domainToUnicode(stored.split('@')[1] ?? '')).toBe(typed.split('@')[1])
})

test('[AUTH-53] an ASCII address stays as it is, and a domain that can’t be one is refused', () => {
  for (const email of ['ju+tag@example.org', 'ju@a_b.example', 'ü@example.org', 'ju@xn--bcher-kva.example'])
    expect(asciiEmail(email)).toBe(email)
  for (const email of ['a@bü/x.example', 'a@bü:80.example', 'a@ü%41.example', 'a@ü..example'])
    expect(asciiEmail(email) === null || !asciiEmail(email)?.includes('/')).toBe(true)
  expect(asciiEmail('a@bü/x.example')).toBeNull()
  expect(asciiEmail('a@ü%41.example')).toBeNull()
})

test('[AUTH-53] a label that mixes scripts, or isn’t valid, is shown in its ASCII form', () => {
  // аpple with a Cyrillic а.
  for (const email of ['a@xn--pple-43d.com', 'a@xn--999999999.com', 'a@xn--!.com', 'a@xn--.com'])
    expect(readableEmail(email)).toBe(email)
  expect(readableEmail('mia@example.org')).toBe('mia@example.org')
})

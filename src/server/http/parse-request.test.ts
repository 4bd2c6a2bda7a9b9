// JSON structure limits: what counts, and where counting stops.
import { expect, test } from 'vitest'
import { exceedsStructure } from './parse-request.ts'

const exceeds = (json: string, tokensMax: number, depthMax = 6) =>
  exceedsStructure(Buffer.from(json), { tokensMax, depthMax })
/** Number of structural tokens in a text. */
const tokensOf = (json: string) => {
  let tokens = 0
  while (exceeds(json, tokens, Infinity)) tokens += 1
  return tokens
}

test('[API-28] counts structural tokens outside of strings', () => {
  expect(tokensOf('{"a":[1,2],"b":{}}')).toBe(7)
  expect(tokensOf('"{[,:"')).toBe(0)
  expect(tokensOf(String.raw`["\"{[,:","\\",{"{":0}]`)).toBe(5)
  expect(tokensOf('["ü{","\u{1F33F}["]')).toBe(2)
  expect(tokensOf('')).toBe(0)
})

test('[API-28] measures the nesting depth', () => {
  expect(exceeds('[[[]],[[]]]', 100, 3)).toBe(false)
  expect(exceeds('[[[[]]]]', 100, 3)).toBe(true)
  expect(exceeds('{"a":{"b":[{}]}}', 100, 3)).toBe(true)
  expect(exceeds(']]]]{"a":[]}', 100, 3)).toBe(false)
})

test('[API-28] ignores an unterminated string and a trailing escape', () => {
  expect(tokensOf('["{{{{')).toBe(1)
  expect(tokensOf('["\\')).toBe(1)
})

// Held words: whole words, however they are spelled.
import { expect, test } from 'vitest'
import { containsHeldWord } from './held-words.ts'

test.each([
  ['Buy cheap shoes!', true],
  ['CHEAP… shöes', true],
  ['Buy cheap shoestrings', false],
  ['Buy dircheap shoes', false],
  ['Shoes, cheap', false],
])('[MOD-21] %s', (text, expected) => {
  expect(containsHeldWord(text, ['meditate', 'cheap shoes'])).toBe(expected)
})

test('[MOD-21] no words hold nothing, and neither does one without letters', () => {
  expect(containsHeldWord('Buy cheap shoes', [])).toBe(false)
  expect(containsHeldWord('Buy … shoes', ['…'])).toBe(false)
})

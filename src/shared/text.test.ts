// Cleaning, validation and length of user text.
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { emailSchema, hasVisibleText, textSchema } from './text.ts'

const text = textSchema({
  max: 10,
  empty: () => 'Empty.',
  tooLong: ({ max }) => `Longer than ${max}.`,
})
const read = (value: unknown) => z.safeParse(text, value)

describe('text', () => {
  test('is trimmed, normalized, and stripped of controls and direction overrides', () => {
    expect(read('  ab  ').data).toBe('ab')
    expect(read('e\u0301').data).toBe('é')
    expect(read('a\u202Eb\u2066c\u0007d').data).toBe('abcd')
    // The removed character kept them from composing.
    expect(read('e\u0001\u0301').data).toBe('é')
    expect(read('a\r\nb\tc').data).toBe('a\nb\tc')
  })

  test('[T22] with NUL or a lone surrogate is rejected', () => {
    for (const value of ['a\u0000b', '\uD83D', 'a\uDE4F', '\uDE4F\uD83D'])
      expect(read(value).success).toBe(false)
    expect(read('🙏').success).toBe(true)
  })

  test('is measured in UTF-16 units after trimming, as in the browser', () => {
    expect(read(`  ${'x'.repeat(10)}  `).success).toBe(true)
    expect(read('x'.repeat(11)).success).toBe(false)
    expect(read('🙏'.repeat(5)).success).toBe(true)
    expect(read('🙏'.repeat(6)).success).toBe(false)
  })

  test.each([
    '\u200B',
    '\u2800',
    '\u00AD\u00AD',
    ' \uFEFF\n',
    '\u3164',
    '\u2060\u034F',
    '\uFE0F',
    '\u{E0041}',
  ])('[CHAT-29] %j has no visible character, so it is empty', (value) => {
    expect(hasVisibleText(value)).toBe(false)
    expect(read(value).error?.issues[0]?.message).toBe('Empty.')
    expect(z.parse(textSchema({ max: 10 }), value)).toBe('')
  })

  test.each(['.', '?!', '🙏', '👩\u200D🚀', 'a\u200Bb', '\u05D0', '\u0301', '…'])(
    '[CHAT-29] %j is visible, and unchanged',
    (value) => {
      expect(hasVisibleText(value)).toBe(true)
      expect(read(value).data).toBe(value)
    },
  )

  test('reports each error in a sentence', () => {
    expect(read('   ').error?.issues[0]?.message).toBe('Empty.')
    expect(read('x'.repeat(11)).error?.issues[0]?.message).toBe('Longer than 10.')
    expect(read(7).error?.issues[0]?.message).toBe('This must be text.')
  })
})

describe('an email address', () => {
  const email = emailSchema(60)

  test('is trimmed and lowercased', () => {
    expect(z.parse(email, ' Maya@Example.COM ')).toBe('maya@example.com')
    expect(z.parse(email, 'Ju@B\u00DCCHER.example')).toBe('ju@xn--bcher-kva.example')
  })

  test.each([
    '',
    'maya',
    'maya@',
    '@example.com',
    'a b@example.com',
    'maya@example',
    `${'x'.repeat(60)}@e.com`,
  ])('is not %j', (value) => {
    expect(z.safeParse(email, value).success).toBe(false)
  })
})

// Bounds of Markdown: what is refused, what an administrator may well write, and how long a hostile text takes.
import { describe, expect, test } from 'vitest'
import { findMarkdownFault, isParsableMarkdown } from './markdown-bounds.ts'

const nested = (levels: number) =>
  Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}- ${level}`).join('\n')

test.each([
  '',
  '# Terms\n\n**Ours**, [here](https://example.org).\n\n```\ncode\n```\n\n<!-- a\nb -->\n\n> quoted\n> on',
  `a\r\n\r\n~~~ js\r\nconst a = '${'-'.repeat(70)}'\r\n~~~~`,
  nested(20),
  `${'> '.repeat(20)}a`,
  '- '.repeat(40),
  `${'* '.repeat(3)}\n\n${'_'.repeat(80)}`,
  '    ```\n    code',
  '> ```\n> code\n> ```',
  '<div>\n\nText\n\n</div>',
  'Use ``` as you like, and <b>this</b>.',
])('[COM-10] an ordinary text is fine (%#)', (text) => {
  expect(findMarkdownFault(text)).toBeNull()
})

describe('[T84] refuses', () => {
  test.each([
    ['deep', '>'.repeat(50_000)],
    ['deep', `${'> '.repeat(21)}a`],
    ['deep', '1) '.repeat(21)],
    ['deep', `a\n${'- '.repeat(21)}a`],
    ['deep', nested(21)],
    ['long-line', `a ${'a'.repeat(5_000)}`],
    ['dense', 'a <!--a\n'.repeat(7_000)],
    ['dense', `${'**a '.repeat(1_000)}\n> b`],
    ['dense', '- a\n\n'.repeat(1_001)],
    ['open', '```\na\n~~~\n``'],
    ['open', '````\na\n```'],
    ['open', '<!-- a\n\nb'],
    ['open', '<script>\na'],
    ['open', '```\na\n    ```'],
    ['indented', '  ```\na\n  ```'],
    ['indented', '- <!-- a\n'],
    ['indented', '<div>\n```\n\n```\nswallowed'],
  ] as const)('a text that is %s (%#)', (fault, text) => {
    expect(findMarkdownFault(text)).toBe(fault)
  })

  test('a page of many texts', () => {
    expect(isParsableMarkdown('a\n\n'.repeat(30_000))).toBe(true)
    expect(isParsableMarkdown('a\n\n'.repeat(40_000))).toBe(false)
  })
})

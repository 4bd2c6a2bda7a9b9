// Fuzz of the legal texts' Markdown: what passes the linear check swallows nothing, and nests no deeper than allowed.
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { expect, test } from 'vitest'
import { findMarkdownFault, markdownMaxDepth } from '#shared/markdown-bounds.ts'
import { hostileTexts } from '#test/data/hostile-texts.ts'
import { tryProperty } from './property.ts'

const blocks = ['```', '~~~', '````', '<!--', '-->', '<script>', '</script>', '<div>', '<b>', '<?', '?>']
const more = ['<!A', '<![CDATA[', ']]>', '<!-->', '<a', '[a]:', '# ', '***', '---', '===', '`', '&']
const containers = ['- ', '* ', '1. ', '2) ', '10. ', '> ', '>', '  ', '    ', '\t', ' ', 'a']
const breaks = ['\n', '\n', '\n', '\n\n', '\r\n']
const markdown = (parts: string[], maxLength: number) =>
  fc.array(fc.constantFrom(...parts, ...breaks), { maxLength }).map((list) => list.join(''))

const nextPart = { type: 'heading', children: [{ type: 'text', value: 'Next part' }] }

test('[COM-10] [COM-12] no text swallows what the page adds to it', () => {
  const text = fc.oneof(fc.constantFrom(...hostileTexts), markdown([...blocks, ...more, ...containers], 24))
  tryProperty('legal texts', 8_000, text, (each) => {
    if (findMarkdownFault(each) !== null) return
    expect(fromMarkdown(`${each}\n\n## Next part\n`).children.at(-1)).toMatchObject(nextPart)
  })
})

interface Nested {
  type: string
  children?: Nested[]
}
const depthOf = ({ type, children = [] }: Nested): number =>
  (type === 'blockquote' || type === 'listItem' ? 1 : 0) + Math.max(0, ...children.map(depthOf))

test('[T84] no text nests deeper than allowed', () => {
  tryProperty('nesting', 2_000, markdown([...containers, ...containers], 400), (each) => {
    if (findMarkdownFault(each) === 'deep') return
    expect(depthOf(fromMarkdown(each))).toBeLessThanOrEqual(markdownMaxDepth)
  })
})

// Operators' Markdown: what is rendered, and what never is.
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Markdown, parseMarkdown } from './markdown.tsx'

const show = (text: string) => render(<Markdown text={parseMarkdown(text)} />).container

it('renders headings, paragraphs, lists, quotes and their content', () => {
  show(
    '# One\n\n## Two\n\n### Three\n\nPlain **strong** *soft* `code`\\\nnext\n\n- a\n- b\n  1. c\n\n> quoted\n\n---\n\n```\nblock\n```\n',
  )
  for (const [level, name] of [
    [1, 'One'],
    [2, 'Two'],
    [3, 'Three'],
  ] as const) {
    expect(screen.getByRole('heading', { level, name })).toBeTruthy()
  }
  expect(screen.getByText('strong').tagName).toBe('STRONG')
  expect(screen.getByText('soft').tagName).toBe('EM')
  expect(screen.getByText('code').tagName).toBe('CODE')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['a', 'bc', 'c'])
  expect(screen.getByText('quoted').closest('blockquote')).toBeTruthy()
  expect(screen.getByText('block').tagName).toBe('PRE')
  expect(screen.getByRole('separator')).toBeTruthy()
})

it('links to this site, the web and mailto only', () => {
  const page = show(
    '[in](/settings) [web](https://example.org/a) [mail](mailto:us@example.org) <https://example.org/b>\n\n' +
      '[script](javascript:alert(1)) [data](data:text/html,x) [file](file:///etc/passwd) [odd](JaVaScRiPt:alert(1))',
  )
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/settings',
    'https://example.org/a',
    'mailto:us@example.org',
    'https://example.org/b',
  ])
  expect(page.textContent).toContain('script data file odd')
})

it('renders no HTML, images or unknown nodes', () => {
  const page = show(
    'Before <img src=x onerror=alert(1)> after\n\n<script>alert(1)</script>\n\n![a lake](https://example.org/lake.png)\n\n[by name][there]\n\n[there]: javascript:alert(1)',
  )
  expect(page.querySelectorAll('script, img, iframe, style')).toHaveLength(0)
  expect(screen.queryAllByRole('link')).toEqual([])
  expect(page.textContent).toBe('Before  aftera lakeby name')
})

it('[LANG-11] a part in another language says which', () => {
  const page = show('# Terms\n\n<!-- lang: de -->\n\nRuhe\n\n- leise\n\n<!-- lang: en -->\n\nKind regards')
  expect(screen.getByText('Ruhe').closest('[lang]')?.getAttribute('lang')).toBe('de')
  expect(screen.getByText('leise').closest('[lang]')?.getAttribute('lang')).toBe('de')
  for (const text of ['Terms', 'Kind regards'])
    expect(page.querySelector('[lang]')?.textContent).not.toBe(text)
  expect(page.querySelectorAll('[lang]')).toHaveLength(1)
})

it('[T84] shows what nests too deep, or would take too long to parse, as plain text', () => {
  const page = show(`# Care\n\n${'>'.repeat(3_000)} stay\n\nwith us`)
  expect([...page.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    '# Care',
    `${'>'.repeat(3_000)} stay`,
    'with us',
  ])
  for (const hostile of ['>'.repeat(50_000), 'a <!--a'.repeat(7_000), '1) 1) 1)\n'.repeat(5_000)])
    expect(show(hostile).textContent).toContain(hostile.slice(0, 6))
  const emphasis = show(`${'*a **b '.repeat(100)}end${'** *'.repeat(100)}`)
  expect(emphasis.textContent).toContain('end')
  expect(emphasis.querySelectorAll('em, strong').length).toBeLessThan(50)
})

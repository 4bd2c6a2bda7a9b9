// Nodes that a translator has moved or replaced while React owns them.
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { tolerateMovedNodes } from './moved-nodes.ts'

const original = { removeChild: Node.prototype.removeChild, insertBefore: Node.prototype.insertBefore }

afterEach(() => {
  Object.assign(Node.prototype, original)
})

function Line({ isLoading, count }: { isLoading: boolean; count: number }) {
  return (
    <p data-testid="line">
      {isLoading && 'Loading…'}
      {count > 1 && <b>{count}</b>}
      {!isLoading && ' people'}
    </p>
  )
}

/** Replaces each text by an element, or puts it into one. */
function translate(root: HTMLElement, how: 'replace' | 'wrap'): void {
  for (const text of [...root.childNodes].filter((node) => node instanceof Text)) {
    const font = document.createElement('font')
    text.replaceWith(font)
    font.append(how === 'wrap' ? text : text.data)
  }
}

// The replaced text stays: React no longer knows where it is.
const outcomes = [
  ['replace', 'Loading…3 people'],
  ['wrap', '3 people'],
] as const

test.each(outcomes)(
  '[SHELL-33] React goes on after a translator that %ss its texts, and the new content appears',
  (how, expected) => {
    tolerateMovedNodes()
    const { rerender, unmount } = render(<Line isLoading count={1} />)
    const line = screen.getByTestId('line')
    translate(line, how)
    rerender(<Line isLoading count={2} />)
    expect(line.querySelector('b')?.textContent).toBe('2')
    rerender(<Line isLoading={false} count={3} />)
    expect(line.textContent).toBe(expected)
    unmount()
    expect(document.body.textContent).toBe('')
  },
)

test('[SHELL-33] without moved nodes nothing differs', () => {
  tolerateMovedNodes()
  const list = document.createElement('ul')
  const [first, second] = [document.createElement('li'), document.createElement('li')]
  expect(list.insertBefore(second, null)).toBe(second)
  list.insertBefore(first, second)
  expect([...list.children]).toEqual([first, second])
  expect(list.removeChild(first)).toBe(first)
  expect([...list.children]).toEqual([second])
  expect(list.removeChild(document.createElement('li')).parentNode).toBeNull()
})

// Whether a page can go on after a text: an open code block or comment would swallow the rest.
import { fromMarkdown } from 'mdast-util-from-markdown'

const nextPart = 'next part'

export function isClosedMarkdown(text: string): boolean {
  const last = fromMarkdown(`${text}\n\n## ${nextPart}\n`).children.at(-1)
  if (last?.type !== 'heading') return false
  const [only] = last.children
  return only?.type === 'text' && only.value === nextPart
}

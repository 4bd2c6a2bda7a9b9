// Markdown rendered as React elements: no raw HTML, no images, and only safe links.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { Fragment, type ReactNode } from 'react'
import { languageOfMark } from '#shared/i18n/markdown-language.ts'
import { currentLocale, type Language } from '#shared/i18n/t.ts'
import { isParsableMarkdown, markdownMaxDepth } from '#shared/markdown-bounds.ts'

type Root = ReturnType<typeof fromMarkdown>
type RootContent = Root['children'][number]

/** Parses CommonMark. A text that would take a parser too long becomes plain paragraphs. */
export function parseMarkdown(text: string): Root {
  if (isParsableMarkdown(text)) return fromMarkdown(text)
  const paragraphs = text.split(/\n\s*\n/)
  return {
    type: 'root',
    children: paragraphs.map((value) => ({ type: 'paragraph', children: [{ type: 'text', value }] })),
  }
}

/** Renders a text as a page: its headings are the page's own, so it starts with one of level 1. */
export function Markdown({ text }: { text: Root }) {
  return (
    // In its own direction: the text may be in another language than the page.
    <article dir="auto" className="grid gap-4 text-start wrap-anywhere leading-[1.65] text-ink-2">
      {partsByLanguage(text.children).map(({ lang, nodes }, index) =>
        lang === undefined ? (
          <Fragment key={index}>{renderNodes(nodes, 0)}</Fragment>
        ) : (
          <div key={index} lang={lang} className="contents">
            {renderNodes(nodes, 0)}
          </div>
        ),
      )}
    </article>
  )
}

interface Part {
  /** Undefined for the language of the page. */
  lang: Language | undefined
  nodes: RootContent[]
}

function partsByLanguage(nodes: readonly RootContent[]): Part[] {
  let part: Part = { lang: undefined, nodes: [] }
  const parts = [part]
  for (const node of nodes) {
    const language = node.type === 'html' ? languageOfMark(node.value) : null
    if (language === null) part.nodes.push(node)
    else parts.push((part = { lang: language === currentLocale() ? undefined : language, nodes: [] }))
  }
  return parts
}

/** React renders each level within the one above: too many end its stack. */
function renderNodes(nodes: readonly RootContent[], depth: number): ReactNode {
  // The nodes never reorder, so the index is a stable key.
  return nodes.map((node, index) => <Fragment key={index}>{renderBlock(node, depth)}</Fragment>)
}

function renderBlock(node: RootContent, depth: number): ReactNode {
  // A list has its items in between.
  if (depth > 2 * markdownMaxDepth) return plainTextOf(node)
  switch (node.type) {
    case 'heading':
      return <Heading depth={node.depth}>{renderNodes(node.children, depth + 1)}</Heading>
    case 'paragraph':
      return <p>{renderNodes(node.children, depth + 1)}</p>
    case 'list': {
      const List = node.ordered ? 'ol' : 'ul'
      const listStyle = node.ordered ? 'list-decimal' : 'list-disc'
      return <List className={`grid gap-2 ps-6 ${listStyle}`}>{renderNodes(node.children, depth + 1)}</List>
    }
    case 'listItem':
      return <li className="ps-1">{renderNodes(node.children.flatMap(unwrapParagraph), depth + 1)}</li>
    case 'blockquote':
      return (
        <blockquote className="grid gap-3 rounded-panel bg-sunken px-5 py-4">
          {renderNodes(node.children, depth + 1)}
        </blockquote>
      )
    case 'thematicBreak':
      return <hr className="my-4 border-line" />
    case 'code':
      return <pre className="overflow-x-auto rounded-panel bg-sunken px-5 py-4 text-small">{node.value}</pre>
    default:
      return renderInline(node, depth)
  }
}

function renderInline(node: RootContent, depth: number): ReactNode {
  switch (node.type) {
    case 'text':
      return node.value
    case 'strong':
      return <strong className="font-strong text-ink">{renderNodes(node.children, depth + 1)}</strong>
    case 'emphasis':
      return <em>{renderNodes(node.children, depth + 1)}</em>
    case 'inlineCode':
      return <code className="rounded-field bg-sunken px-1.5 py-0.5 text-small">{node.value}</code>
    case 'break':
      return <br />
    case 'link':
      return <SafeLink address={node.url}>{renderNodes(node.children, depth + 1)}</SafeLink>
    case 'image':
      return node.alt
    default:
      // HTML is dropped; other unknown nodes are reduced to their text.
      return plainTextOf(node)
  }
}

function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  if (depth === 1) return <h1 className="serif mb-2 text-page text-ink">{children}</h1>
  if (depth === 2) return <h2 className="serif mt-6 text-section text-ink">{children}</h2>
  return <h3 className="mt-3 font-strong text-ink">{children}</h3>
}

/** The only paragraph of a list item is unwrapped. */
function unwrapParagraph(node: RootContent): RootContent[] {
  return node.type === 'paragraph' ? node.children : [node]
}

function SafeLink({ address, children }: { address: string; children: ReactNode }) {
  if (!isSafeUrl(address)) return children
  return (
    <a href={address} className="link" rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** Whether a link's URL is on this site, on the web, or a mailto address. */
function isSafeUrl(address: string): boolean {
  try {
    const { protocol } = new URL(address, window.location.origin)
    return ['http:', 'https:', 'mailto:'].includes(protocol)
  } catch {
    return false
  }
}

function plainTextOf(node: RootContent): string {
  if (node.type === 'html') return ''
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(plainTextOf).join('') : ''
}

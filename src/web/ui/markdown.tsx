// Markdown as elements of ours: no HTML of its own, no pictures, and links that lead where a link may lead.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { Fragment, type ReactNode } from 'react'

type Root = ReturnType<typeof fromMarkdown>
type RootContent = Root['children'][number]

/** Reads a text as CommonMark. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text)
}

/** A text as a page: its headings are those of the page, so it begins with one of the first rank. */
export function Markdown({ text }: { text: Root }) {
  return <article className="grid gap-4 leading-[1.65] text-ink-2">{renderNodes(text.children)}</article>
}

function renderNodes(nodes: readonly RootContent[]): ReactNode {
  // They never move.
  return nodes.map((node, index) => <Fragment key={index}>{renderBlock(node)}</Fragment>)
}

function renderBlock(node: RootContent): ReactNode {
  switch (node.type) {
    case 'heading':
      return <Heading depth={node.depth}>{renderNodes(node.children)}</Heading>
    case 'paragraph':
      return <p>{renderNodes(node.children)}</p>
    case 'list': {
      const List = node.ordered ? 'ol' : 'ul'
      const look = node.ordered ? 'list-decimal' : 'list-disc'
      return <List className={`grid gap-2 pl-6 ${look}`}>{renderNodes(node.children)}</List>
    }
    case 'listItem':
      return <li className="pl-1">{renderNodes(node.children.flatMap(unwrapParagraph))}</li>
    case 'blockquote':
      return (
        <blockquote className="grid gap-3 rounded-panel bg-sunken px-5 py-4">
          {renderNodes(node.children)}
        </blockquote>
      )
    case 'thematicBreak':
      return <hr className="my-4 border-line" />
    case 'code':
      return <pre className="overflow-x-auto rounded-panel bg-sunken px-5 py-4 text-small">{node.value}</pre>
    default:
      return renderInline(node)
  }
}

function renderInline(node: RootContent): ReactNode {
  switch (node.type) {
    case 'text':
      return node.value
    case 'strong':
      return <strong className="font-strong text-ink">{renderNodes(node.children)}</strong>
    case 'emphasis':
      return <em>{renderNodes(node.children)}</em>
    case 'inlineCode':
      return <code className="rounded-field bg-sunken px-1.5 py-0.5 text-small">{node.value}</code>
    case 'break':
      return <br />
    case 'link':
      return <SafeLink address={node.url}>{renderNodes(node.children)}</SafeLink>
    case 'image':
      return node.alt
    default:
      // HTML is nothing; of what is known nowhere else the words are left.
      return plainTextOf(node)
  }
}

function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  if (depth === 1) return <h1 className="serif mb-2 text-page text-ink">{children}</h1>
  if (depth === 2) return <h2 className="serif mt-6 text-section text-ink">{children}</h2>
  return <h3 className="mt-3 font-strong text-ink">{children}</h3>
}

/** An item's own paragraph needs none around it. */
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

/** Whether an address is within this place, on the web, or of a mailbox. */
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

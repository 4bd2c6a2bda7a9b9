// Bounds of a Markdown text, in one linear pass: a parser needs minutes for a hostile text, on the server and on a page.

/** Quotes and lists nest at most this deep. */
export const markdownMaxDepth = 20
export const markdownLineMaxChars = 5_000
/**
 * Marks of emphasis, links and tags in one paragraph, and of quotes and lists in a text: parsers compare each with the
 * others.
 */
const marksMax = 1_000
/** Of a whole page: a legal text with what the app adds to it. */
const pageMaxChars = 100_000

/** `open`: a code block or comment without an end; `indented`: one that doesn't start at the beginning of its line. */
export type MarkdownFault = 'deep' | 'long-line' | 'dense' | 'open' | 'indented'

/** The first fault of a text that an administrator writes; null if it may be parsed, and a page can go on after it. */
export function findMarkdownFault(text: string): MarkdownFault | null {
  const lines = linesOf(text)
  return findCostlyLine(lines) ?? findOpenBlock(lines)
}

/** Whether a parser reads this page within a fraction of a second. Texts of earlier releases may be worse. */
export function isParsableMarkdown(text: string): boolean {
  return text.length <= pageMaxChars && findCostlyLine(linesOf(text)) === null
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/)
}

function findCostlyLine(lines: readonly string[]): MarkdownFault | null {
  let [depth, containers, marks] = [0, 0, 0]
  for (const line of lines) {
    const { markers, levels, hasText } = readContainers(line)
    // Indentation continues only containers that an earlier line opened.
    depth = Math.max(depth, Math.min(depth, levels) + markers)
    if (depth > markdownMaxDepth) return 'deep'
    if (line.length > markdownLineMaxChars) return 'long-line'
    containers += markers
    marks = hasText ? marks + countMarks(line) : 0
    if (Math.max(containers, marks) > marksMax) return 'dense'
  }
  return null
}

/** The start of a line: how many quotes and list items it opens or repeats, and how many its indentation may continue. */
function readContainers(line: string): { markers: number; levels: number; hasText: boolean } {
  const marker = /([ \t]*)(?:(>)|([-+*]|\d{1,9}[.)])(?=[ \t]|$))/y
  let [markers, columns, isQuote] = [0, 0, false]
  // Markers of one kind alone are a line across the page, not lists in lists.
  let [bullet, bullets] = ['', 0]
  let end = 0
  for (let match = marker.exec(line); match !== null; match = marker.exec(line)) {
    const [, space = '', quote, item = ''] = match
    columns += Math.max(0, columnsOf(space) - (markers > 0 ? 1 : 0))
    bullets = item !== '' && item === bullet ? bullets + 1 : 1
    bullet = item
    isQuote = quote !== undefined
    markers += 1
    end = marker.lastIndex
  }
  const rest = line.slice(end)
  const hasText = rest.trim() !== '' || (markers > 0 && !isQuote)
  if (markers === 0) columns = columnsOf(/^[ \t]*/.exec(line)?.[0] ?? '')
  const isRule = rest.trim() === '' && bullets >= 3 && (bullet === '-' || bullet === '*')
  return { markers: isRule ? markers - bullets : markers, levels: Math.floor(columns / 2), hasText }
}

/** A tab counts as the four columns that it has at most. */
function columnsOf(space: string): number {
  return space.length + 3 * (space.split('\t').length - 1)
}

function countMarks(line: string): number {
  return line.match(/[*_[\]<`]/g)?.length ?? 0
}

/** The blocks of HTML that an end tag or mark closes, not an empty line. */
const htmlBlocks = [
  { start: /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, end: /<\/(?:script|pre|style|textarea)>/i },
  { start: /^<!--/, end: /-->/ },
  { start: /^<\?/, end: /\?>/ },
  { start: /^<!\[CDATA\[/, end: /\]\]>/ },
  { start: /^<![a-z]/i, end: />/ },
] as const

/**
 * Finds a block that would swallow what a page adds after the text. One inside of a quote or a list ends with it, but
 * only a parser knows where that is. So such a block is refused, unless its line begins with the quote.
 */
function findOpenBlock(lines: readonly string[]): MarkdownFault | null {
  let isOpen: ((line: string) => boolean) | null = null
  // Within a tag, other blocks begin or don't, by rules that only a parser knows.
  let isAfterTag = false
  for (const line of lines) {
    if (isOpen) {
      if (!isOpen(line)) isOpen = null
      continue
    }
    const { indent, bullets, own } = readIndent(line)
    if (own === '') isAfterTag = false
    // From the fourth column on, a line can't begin a block of the page itself.
    if (indent > 3) continue
    const opened = openBlock(own)
    if (opened && (indent > 0 || bullets || isAfterTag)) return 'indented'
    isOpen = opened
    if (own.startsWith('<')) isAfterTag = true
  }
  return isOpen === null ? null : 'open'
}

function readIndent(line: string): { indent: number; bullets: boolean; own: string } {
  const [start, space = ''] = /^([ \t]*)(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*/.exec(line) ?? ['']
  return { indent: columnsOf(space), bullets: start !== space, own: line.slice(start.length).trimEnd() }
}

/** Whether a following line still belongs to the block that this line opens; null if it opens none. */
function openBlock(line: string): ((next: string) => boolean) | null {
  const [, fence] = /^(`{3,})[^`]*$/.exec(line) ?? /^(~{3,})/.exec(line) ?? []
  if (fence !== undefined) {
    const end = new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},}[ \\t]*$`)
    return (next) => !end.test(next)
  }
  const html = htmlBlocks.find(({ start }) => start.test(line))
  if (!html || html.end.test(line.slice(2))) return null
  return (next) => !html.end.test(next)
}

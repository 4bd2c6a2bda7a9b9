// The sentences of comments: docs/writing.md bounds their length.
import { parseSync } from 'vite'
import { placeOf, type SourceFile } from './source-files.ts'

const wordsMax = 24

/** The place and the text of each sentence that is too long. */
export function longSentences(file: SourceFile): string[] {
  return sentencesOf(file)
    .filter(({ text }) => text.split(' ').length > wordsMax)
    .map(({ start, text }) => `${placeOf(file, { start })} ${text}`)
}

/** Of comments; lines of comments that follow each other are one text. */
export function sentencesOf(file: SourceFile): { start: number; text: string }[] {
  const { comments } = parseSync(file.path, file.text)
  const blocks: { start: number; text: string }[] = []
  let lastEnd = -1
  for (const { type, value, start, end } of comments) {
    const text = value.replace(/^[ \t]*\*+(?!\/) ?/gm, '').trim()
    const isContinued = type === 'Line' && /^\n *$/.test(file.text.slice(lastEnd, start))
    const last = isContinued ? blocks.pop() : undefined
    blocks.push(last ? { ...last, text: `${last.text} ${text}` } : { start, text })
    lastEnd = type === 'Line' ? end : -1
  }
  return blocks.flatMap(({ start, text }) =>
    text
      .split(/\n\s*(?:\n|[-*@])|(?<=[.?!])\s+/)
      .map((sentence) => ({ start, text: sentence.replace(/\s+/g, ' ').trim() }))
      .filter((sentence) => sentence.text !== ''),
  )
}

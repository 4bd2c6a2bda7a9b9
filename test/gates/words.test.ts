// Gate: names, texts and comments use the words of docs/writing.md. words-allowed.json lists the places left; it may
// only shrink, by `npm run structure -- --words`.
import { expect, test } from 'vitest'
import {
  filesOfWords,
  sentencesOf,
  shrunk,
  wordCounts,
  wordCountsOf,
  wordFaults,
} from '../../scripts/structure/words.ts'
import allowed from './words-allowed.json' with { type: 'json' }

test('no file has a banned word, phrase or sentence that the list doesn’t allow, and the list allows no more', () => {
  const files = filesOfWords()
  expect(files.length).toBeGreaterThan(1_000)
  expect(wordFaults(wordCountsOf(files), allowed)).toEqual([])
})

test('a banned word is found in names of every kind, in strings, markup and comments', () => {
  const file = {
    path: 'src/features/chat/web/a.tsx',
    text: [
      '// Whoever opens this is told so often.',
      'export const quietUntil = (isDue: boolean) => ({ keptMs: isDue })',
      'export const Note = () => <p title="It settles">Nobody answers</p>',
      'await Promise.allSettled([])',
    ].join('\n'),
  }
  expect(wordCounts(file)).toEqual({
    whoever: 2,
    told: 1,
    'so often': 1,
    quiet: 1,
    due: 2,
    kept: 1,
    note: 1,
    settle: 1,
    answer: 1,
  })
})

test('a sentence of a comment has at most 24 words, and no clause as its subject', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
  const text = `// ${words(12)}\n// ${words(12)}. What stays is this.\n\n/**\n * ${words(24)}\n * ${words(1)}. Why?\n */`
  const file = { path: 'src/a.ts', text }
  expect(sentencesOf(file).map((sentence) => sentence.split(' ').length)).toEqual([24, 4, 25, 1])
  expect(wordCounts(file)).toEqual({ 'clause as the subject': 1, 'long sentence': 1 })
})

test('a place more is a fault, and so is a place less that the list still has', () => {
  const list = { 'a.ts': { due: 2, told: 1 }, 'b.ts': { kept: 1 } }
  expect(wordFaults({ 'a.ts': { due: 3, told: 1 } }, list)).toEqual([
    'a.ts: ‘due’ 3 times, allowed are 2',
    'b.ts: ‘kept’ 0 times, allowed are 1',
  ])
  expect(shrunk(list, { 'a.ts': { due: 3 }, 'c.ts': { due: 1 } })).toEqual({ 'a.ts': { due: 2 } })
})

// Blocks of a silence in files, in the activity log and in words.
import { expect, it } from 'vitest'
import { bellMoments, blockLines, formatBlockLine, formatBlocks, readBlockLines } from './block-lines.ts'
import { sampleSilences } from './sample-silences.ts'

const blocks = [
  { kind: 'sit', minutes: 25 },
  { kind: 'walk', minutes: 5, strokes: 2 },
  { kind: 'sit', minutes: 20, strokes: 0 },
  { kind: 'stand', minutes: 7, strokes: 1 },
] as const

it('[SEQ-07] blocks are read from a file as they are written', () => {
  const lines = blockLines(blocks)
  expect(lines).toEqual(['25 sit', '5 walk (2)', '20 sit (0)', '7 stand'])
  expect(readBlockLines(lines.join(', '))).toEqual([...blocks.slice(0, 3), { kind: 'stand', minutes: 7 }])
})

it('[SEQ-01] the activity log and the cards say blocks in words', () => {
  expect(blockLines(blocks).map(formatBlockLine)).toEqual([
    '25 min sitting',
    '5 min walking (two strokes)',
    '20 min sitting (no stroke)',
    '7 min standing',
  ])
  expect(formatBlockLine('20 swim')).toBe('20 swim')
  expect(formatBlocks(blocks.slice(0, 2))).toBe('25 min sitting, 5 min walking')
})

it('[SEQ-01] the bell rings at the beginning, at each change with strokes, and at the end', () => {
  expect(bellMoments(blocks)).toEqual([
    'at the beginning',
    'twice after 25 min',
    'after 50 min',
    'at the end',
  ])
})

it('[SEQ-08] three silences ship with the product: 20 minutes, 25-5-25, and 40 with a bell halfway', () => {
  expect(sampleSilences('Lakeside').map((silence) => blockLines(silence.blocks).join(', '))).toEqual([
    '20 sit',
    '25 sit, 5 walk, 25 sit',
    '20 sit, 20 sit',
  ])
})

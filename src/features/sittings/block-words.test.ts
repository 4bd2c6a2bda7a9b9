// The words of a silence's blocks, minute by minute.
import { expect, test } from 'vitest'
import { blockWords, secondsToNextWords } from './block-words.ts'
import { blocksMax } from './silence-input.ts'
import type { Block } from './silence.ts'

const blocks: Block[] = [
  { kind: 'sit', minutes: 3 },
  { kind: 'walk', minutes: 1, strokes: 1 },
  { kind: 'stand', minutes: 1, strokes: 1 },
]

test('[SEQ-03] each block names its minutes and what comes, and changes at whole minutes only', () => {
  const seen: string[] = []
  for (let second = -8; Number.isFinite(second);) {
    const words = blockWords(blocks, second)
    seen.push(words ? `${second}: ${words.now}, ${words.left}, ${words.next}` : `${second}: –`)
    const next = second + (secondsToNextWords(blocks, second) ?? Number.POSITIVE_INFINITY)
    expect(blockWords(blocks, next - 0.01)).toEqual(words)
    second = next
  }
  expect(seen).toEqual([
    '-8: –',
    '0: Sitting, 3 minutes, then walking, 1 minute',
    '60: Sitting, 2 minutes, then walking, 1 minute',
    '120: Sitting, less than a minute, then walking, 1 minute',
    '180: Walking, less than a minute, then standing, 1 minute',
    '240: Standing, less than a minute, then the bell, and sharing',
    '300: –',
  ])
})

test('[SEQ-03] twelve blocks are named in their order, each for its minutes', () => {
  const twelve = Array.from({ length: blocksMax }, (_, index): Block => ({ kind: 'sit', minutes: index + 1 }))
  const changes = new Map<number, number>()
  for (let second = 0; second < 78 * 60;) {
    const { index = -1 } = blockWords(twelve, second) ?? {}
    changes.set(index, (changes.get(index) ?? 0) + 1)
    second += secondsToNextWords(twelve, second) ?? Number.POSITIVE_INFINITY
  }
  expect([...changes]).toEqual(twelve.map(({ minutes }, index) => [index, minutes]))
})

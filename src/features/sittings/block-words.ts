// A block of a silence in words: what is now, for how long, and what comes (SEQ-03). For the stage and the lock screen.
import { message, t, translate, type Message } from '#shared/i18n/t.ts'
import { blockAt } from './block-times.ts'
import type { Block, BlockKind } from './silence.ts'

/** What everyone does in a block. */
export const blockTitles = {
  sit: message('Sitting'),
  walk: message('Walking'),
  stand: message('Standing'),
} as const satisfies Record<BlockKind, Message>

/** All blocks in their order: 'Sitting 25 · Walking 5 · Sitting 25'. */
export function blocksSentence(blocks: readonly Block[]): string {
  return blocks.map(({ kind, minutes }) => `${translate(blockTitles[kind])} ${minutes}`).join(' · ')
}

export interface BlockWords {
  kind: BlockKind
  /** Of the block, from 0. */
  index: number
  /** 'Sitting' */
  now: string
  /** '18 minutes' */
  left: string
  /** 'then walking, 5 minutes' */
  next: string
}

/**
 * The words of a moment, in seconds after the beginning of the first block; null before it and after the last. Outside a
 * sitting no sharing follows.
 */
export function blockWords(
  blocks: readonly Block[],
  second: number,
  { isAlone = false } = {},
): BlockWords | null {
  const block = blockAt(blocks, second)
  if (block === null) return null
  const { kind, index } = block
  return {
    kind,
    index,
    now: translate(blockTitles[kind]),
    left: leftSentence(block.endsAt - second),
    next: nextSentence(blocks[index + 1], isAlone),
  }
}

/** Seconds until these words change: at each whole minute before a block's end; null when they no longer do. */
export function secondsToNextWords(blocks: readonly Block[], second: number): number | null {
  if (second < 0) return -second
  const block = blockAt(blocks, second)
  return block && ((block.endsAt - second) % 60 || 60)
}

function leftSentence(seconds: number): string {
  return seconds <= 60
    ? t('less than a minute')
    : t('{minutes, plural, one {# minute} other {# minutes}}', { minutes: Math.ceil(seconds / 60) })
}

function nextSentence(next: Block | undefined, isAlone: boolean): string {
  if (next === undefined) return isAlone ? t('then the bell') : t('then the bell, and sharing')
  const { minutes } = next
  switch (next.kind) {
    case 'sit':
      return t('{minutes, plural, one {then sitting, # minute} other {then sitting, # minutes}}', { minutes })
    case 'walk':
      return t('{minutes, plural, one {then walking, # minute} other {then walking, # minutes}}', { minutes })
    case 'stand':
      return t('{minutes, plural, one {then standing, # minute} other {then standing, # minutes}}', {
        minutes,
      })
  }
}

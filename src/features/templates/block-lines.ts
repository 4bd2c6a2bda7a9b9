// Blocks of a silence as short texts: '25 sit', '5 walk', '25 sit (2)' in the activity log and in files, and in words.
import { timedBlocks } from '#features/sittings/block-times.ts'
import type { Block } from '#features/sittings/silence.ts'
import { intlLocale, t } from '#shared/i18n/t.ts'

/** One text per block: its minutes, its kind, and in brackets the strokes at the change into it unless it has one. */
export function blockLines(blocks: readonly Block[]): string[] {
  return blocks.map(({ kind, minutes, strokes = 1 }) =>
    strokes === 1 ? `${minutes} ${kind}` : `${minutes} ${kind} (${strokes})`,
  )
}

/** A block as it was read, not yet checked: NaN for what isn't a number. */
export interface ReadBlock {
  kind: string
  minutes: number
  strokes?: number
}

/** The opposite of {@link blockLines}, for a cell with commas or semicolons between the blocks; none for an empty one. */
export function readBlockLines(text: string): ReadBlock[] {
  if (text.trim() === '') return []
  return text.split(/[,;]/).map(readBlockLine)
}

function readBlockLine(line: string): ReadBlock {
  const [, minutes, kind = '', strokes] = /^(\S+)\s+([^\s()]+)\s*(?:\((.*)\))?$/.exec(line.trim()) ?? []
  return {
    kind: kind.toLowerCase(),
    minutes: numberOf(minutes),
    ...(strokes !== undefined && { strokes: numberOf(strokes.trim()) }),
  }
}

const numberOf = (text = '') => (/^\d+$/.test(text) ? Number(text) : Number.NaN)

/** '25 min sitting, 5 min walking, 25 min sitting'. */
export function formatBlocks(blocks: readonly Pick<ReadBlock, 'kind' | 'minutes'>[]): string {
  const inWords = blocks.map((block) => formatBlock(block) ?? '')
  return new Intl.ListFormat(intlLocale(), { type: 'unit' }).format(inWords)
}

/** Null for a kind that doesn't exist. */
function formatBlock({ kind, minutes }: Pick<ReadBlock, 'kind' | 'minutes'>): string | null {
  switch (kind) {
    case 'sit':
      return t('{minutes} min sitting', { minutes })
    case 'walk':
      return t('{minutes} min walking', { minutes })
    case 'stand':
      return t('{minutes} min standing', { minutes })
    default:
      return null
  }
}

/** A line of {@link blockLines} in words, with its strokes unless it has one: '5 min walking (two strokes)'. */
export function formatBlockLine(line: string): string {
  const { strokes = 1, ...read } = readBlockLine(line)
  const block = formatBlock(read)
  if (block === null) return line
  if (strokes === 1) return block
  return strokes === 0 ? t('{block} (no stroke)', { block }) : t('{block} (two strokes)', { block })
}

/** The moments at which the bell rings, in words: 'at the beginning', 'twice after 25 min', 'at the end'. */
export function bellMoments(blocks: readonly Block[]): string[] {
  const changes = timedBlocks(blocks)
    .slice(1)
    .flatMap(({ startsAt, strokes = 1 }) => {
      const minutes = startsAt / 60
      if (strokes === 0) return []
      return strokes === 2
        ? t('twice after {minutes} min', { minutes })
        : t('after {minutes} min', { minutes })
    })
  return [t('at the beginning'), ...changes, t('at the end')]
}

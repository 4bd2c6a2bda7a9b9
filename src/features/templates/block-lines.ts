// Blocks of a silence as short texts, for the activity log and for files: '25 sit', '5 walk', '25 sit (2)'.
import type { Block } from '#features/sittings/silence.ts'

/** One text per block: its minutes, its kind, and in brackets the strokes at the change into it unless it has one. */
export function blockLines(blocks: readonly Block[]): string[] {
  return blocks.map(({ kind, minutes, strokes = 1 }) =>
    strokes === 1 ? `${minutes} ${kind}` : `${minutes} ${kind} (${strokes})`,
  )
}

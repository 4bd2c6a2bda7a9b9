// The words of a silence's block on a page, renewed at its whole minutes.
import { useCallback } from 'react'
import { secondMs } from '#shared/durations.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { blockWords, secondsToNextWords, type BlockWords } from '../../block-words.ts'
import { hasShared } from '../../phases.ts'
import type { Block } from '../../silence.ts'
import type { Sitting } from '../../sitting.ts'

/** Null before the first block, and after the end. `blocks` must stay the same array while they do. */
export function useBlockWords(
  { videoAt, sharingAt }: Pick<Sitting, 'videoAt' | 'sharingAt'>,
  blocks: readonly Block[],
): BlockWords | null {
  const msToNext = useCallback(
    (nowMs: number) => {
      const seconds = secondsToNextWords(blocks, (nowMs - videoAt) / secondMs)
      const nextMs = seconds === null ? null : Math.ceil(seconds * secondMs)
      return hasShared({ sharingAt }, nowMs) ? null : nextMs
    },
    [videoAt, sharingAt, blocks],
  )
  const nowMs = useServerNow(msToNext)
  return hasShared({ sharingAt }, nowMs) ? null : blockWords(blocks, (nowMs - videoAt) / secondMs)
}

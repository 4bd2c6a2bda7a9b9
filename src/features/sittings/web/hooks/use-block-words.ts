// The block of a silence on a page, and its words, renewed at its whole minutes.
import { useCallback } from 'react'
import { secondMs } from '#shared/durations.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { blockAt } from '../../block-times.ts'
import { blockWords, secondsToNextWords, type BlockWords } from '../../block-words.ts'
import { hasShared } from '../../phases.ts'
import type { Block, BlockKind } from '../../silence.ts'
import type { Sitting } from '../../sitting.ts'

type SilentSitting = Pick<Sitting, 'videoAt' | 'sharingAt'>

/** Null before the first block, and after the end. `blocks` must stay the same array while they do. */
export function useBlockWords(sitting: SilentSitting, blocks: readonly Block[]): BlockWords | null {
  const second = useSecond(sitting, blocks)
  return second === null ? null : blockWords(blocks, second)
}

/** The same for what everyone does in it. */
export function useBlockKind(sitting: SilentSitting, blocks: readonly Block[]): BlockKind | null {
  const second = useSecond(sitting, blocks)
  return second === null ? null : (blockAt(blocks, second)?.kind ?? null)
}

/** Seconds after the beginning of the first block, as of the last change of the words; null after the end. */
function useSecond({ videoAt, sharingAt }: SilentSitting, blocks: readonly Block[]): number | null {
  const msToNext = useCallback(
    (nowMs: number) => {
      const seconds = secondsToNextWords(blocks, (nowMs - videoAt) / secondMs)
      const nextMs = seconds === null ? null : Math.ceil(seconds * secondMs)
      return hasShared({ sharingAt }, nowMs) ? null : nextMs
    },
    [videoAt, sharingAt, blocks],
  )
  const nowMs = useServerNow(msToNext)
  return hasShared({ sharingAt }, nowMs) ? null : (nowMs - videoAt) / secondMs
}

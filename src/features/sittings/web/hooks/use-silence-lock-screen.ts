// The lock screen of a silence: its block, the minutes left, and what comes (SEQ-12).
import { useLockScreen, type LockScreen } from '#web/player/group/use-lock-screen.ts'
import type { BlockWords } from '../../block-words.ts'

interface SilenceLockScreen extends Pick<LockScreen, 'title' | 'pause' | 'play'> {
  /** Null before the first block and after the last: then the title is shown. */
  words: BlockWords | null
}

export function useSilenceLockScreen({ words, title, pause, play }: SilenceLockScreen): void {
  useLockScreen({
    title: words?.now ?? title,
    line: words ? `${words.left}, ${words.next}` : '',
    posterUrl: null,
    pause,
    play,
  })
}

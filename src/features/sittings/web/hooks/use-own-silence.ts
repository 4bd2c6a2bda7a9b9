// A silence that a member sits outside a sitting (SEQ-09): the same file from its bell, and a pause is theirs.
import { useEffect, useMemo, useState } from 'react'
import { logFailure } from '#web/log.ts'
import { silenceSeconds } from '../../block-times.ts'
import { blockWords, type BlockWords } from '../../block-words.ts'
import { sittingDefaults } from '../../rules.ts'
import type { Block } from '../../silence.ts'
import { useBellChoice } from '../data/bell.ts'
import { useSilenceElement } from './use-silence-element.ts'
import { useSilenceLockScreen } from './use-silence-lock-screen.ts'

export interface SilenceAlone {
  /** `ready`: not begun, or at its beginning again. `ended`: from the last stroke on, which may still sound. */
  status: 'ready' | 'playing' | 'paused' | 'ended'
  /** The block of the moment; null before it begins, while the bell sounds, and after the last one. */
  words: BlockWords | null
  /** It was asked to play, and its sound isn't ready yet. */
  isStarting: boolean
  /** Call it in a press: begins, or goes on; from the bell again once it has ended. */
  play: () => void
  pause: () => void
}

/**
 * For a component that loads when needed: it makes the file as it mounts, so that a press begins it at once. Unmounted,
 * it ends. `blocks` must stay the same array; `title` is for the lock screen.
 */
export function useOwnSilence(blocks: readonly Block[], title: string): SilenceAlone {
  const choice = useBellChoice()
  const { bellSeconds } = sittingDefaults
  const overAt = bellSeconds + silenceSeconds(blocks)
  const span = useMemo(() => ({ bellSeconds, blocks, leadSeconds: 0 }), [bellSeconds, blocks])
  const { element, url } = useSilenceElement(span, choice === 'off' ? null : choice)
  const [status, setStatus] = useState<SilenceAlone['status']>('ready')
  const [words, setWords] = useState<BlockWords | null>(null)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const update = () => {
      const { paused, ended, currentTime } = element
      const isOver = ended || currentTime >= overAt
      // Its last bell sounds on.
      if (isOver) setWanted(false)
      setStatus(isOver ? 'ended' : paused ? (currentTime === 0 ? 'ready' : 'paused') : 'playing')
      const next = blockWords(blocks, currentTime - bellSeconds, { isAlone: true })
      setWords((known) => (known && next && isSame(known, next) ? known : next))
    }
    for (const type of changeEvents) element.addEventListener(type, update, { signal })
    element.addEventListener('pause', () => setWanted(false), { signal })
    return () => controller.abort()
  }, [element, blocks, bellSeconds, overAt])
  useEffect(() => {
    if (!isWanted || url === null) return
    element.play().catch((error: unknown) => {
      setWanted(false)
      logFailure('The silence could not be started.', error)
    })
  }, [element, url, isWanted])
  const play = () => {
    if (element.currentTime >= overAt) rewind(element)
    setWanted(true)
  }
  const pause = () => {
    setWanted(false)
    element.pause()
  }
  useSilenceLockScreen({ words, title, pause, play })
  const isStarting = isWanted && (status === 'ready' || status === 'paused')
  return { status, words, isStarting, play, pause }
}

function rewind(element: HTMLAudioElement): void {
  element.currentTime = 0
}

const changeEvents = ['play', 'playing', 'pause', 'ended', 'timeupdate', 'seeked', 'emptied']

function isSame(a: BlockWords, b: BlockWords): boolean {
  return a.index === b.index && a.left === b.left && a.next === b.next
}

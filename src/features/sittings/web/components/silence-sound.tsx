// The sound of a sitting in silence, which shows nothing. It is made while the doors are open, and begins at the seat. It
// stays in step with the group with the screen off.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { GroupPlayer } from '#web/player/group/group-playback.ts'
import { setGroupStatus } from '#web/player/group/group-status.ts'
import { useGroupPlayback } from '#web/player/group/use-group-playback.ts'
import { isSameSilence } from '../../block-times.ts'
import type { Block } from '../../silence.ts'
import type { Sitting } from '../../sitting.ts'
import {
  changeStrokesAtMs,
  sittingSpan,
  soundSecondsOf,
  soundStartsAtMs,
  strokesOf,
  type SilenceSpan,
} from '../../strokes.ts'
import type { Bell } from '../data/bell-sound.ts'
import { ringStroke, useBellChoice } from '../data/bell.ts'
import { showOnPage } from '../data/show-on-page.ts'
import { createSilencePlayer } from '../data/silence-player.ts'
import { useBlockWords } from '../hooks/use-block-words.ts'
import { useSilenceElement } from '../hooks/use-silence-element.ts'
import { useSilenceLockScreen } from '../hooks/use-silence-lock-screen.ts'

export interface SilenceSoundProps {
  /** From the doors to the end of the sharing. */
  sitting: Sitting
  blocks: readonly Block[]
  /** On the lock screen, before the first block and after the last. */
  title: string
  isSeated: boolean
  /** The member has paused it: with the group again, it plays at the group's second. */
  isOnOwn: boolean
  /** Called by the buttons of the lock screen. */
  setOnOwn: (isOnOwn: boolean) => void
  /** Of several tabs of a browser, this one is heard. */
  isRinger: boolean
}

/** Without a bell on this device there is no sound. A choice in the sitting is another file at the same second. */
export function SilenceSound(props: SilenceSoundProps) {
  const choice = useBellChoice()
  if (choice === 'off') return null
  return <BellSound {...props} bell={choice} />
}

function BellSound(props: SilenceSoundProps & { bell: Bell }) {
  const { sitting, blocks, bell, isSeated, isOnOwn, isRinger } = props
  const span = useSpan(sitting, blocks)
  const { element, url } = useSilenceElement(span, bell)
  const player = useMemo(() => {
    if (url === null) return null
    const strokes = strokesOf(span).map((at) => span.leadSeconds + at)
    // Of this file: another one is followed from the group's second.
    return createSilencePlayer(element, strokes)
  }, [element, url, span])
  const startsAtMs = soundStartsAtMs(sitting, span)
  const isWithGroup = isSeated && !isOnOwn
  const yielded = useRef({ untilMs: 0 })
  // Before the bell's own effects, which read it.
  useLayoutEffect(
    () => showOnPage(element, { startsAtMs, isRinger, yielded: yielded.current }),
    [element, startsAtMs, isRinger],
  )
  useEffect(() => {
    if (!isWithGroup) element.pause()
  }, [element, isWithGroup])
  useChanges(changeStrokesAtMs(sitting, blocks), isRinger && isWithGroup)
  return (
    isSeated && (
      <>
        <OnLockScreen {...props} />
        {isWithGroup && player !== null && (
          <WithGroup player={player} startsAtMs={startsAtMs} mediaSeconds={soundSecondsOf(span)} />
        )}
      </>
    )
  )
}

/** Rings the strokes between the blocks that the sound doesn't. */
function useChanges(atMs: readonly number[], isRinging: boolean): void {
  const key = isRinging ? atMs.join(' ') : ''
  useEffect(() => {
    if (key === '') return
    const stops = key.split(' ').map((each) => ringStroke(Number(each)))
    return () => stops.forEach((stop) => stop())
  }, [key])
}

/** That of the first moment: a delay by a host seeks in the same sound. */
function useSpan(sitting: Sitting, blocks: readonly Block[]): SilenceSpan {
  const now = sittingSpan(sitting, blocks)
  const [span, setSpan] = useState(now)
  const isSame = span.bellSeconds === now.bellSeconds && isSameSilence(span.blocks, blocks)
  if (!isSame) setSpan(now)
  return isSame ? span : now
}

interface WithGroupProps {
  player: GroupPlayer
  startsAtMs: number
  mediaSeconds: number
}

/** Keeps the player in step while it is mounted. A browser that waits for a press gets the next one on the page. */
function WithGroup({ player, startsAtMs, mediaSeconds }: WithGroupProps) {
  const { snapshot, rejoin } = useGroupPlayback(player, { startsAtMs, mediaSeconds, onOver })
  const { status, drift } = snapshot
  const isBlocked = status === 'blocked'
  // Its words would name a video.
  useEffect(() => {
    if (status === 'over') setGroupStatus(null)
  }, [status, drift])
  useEffect(() => {
    if (!isBlocked) return
    document.addEventListener('click', rejoin, { once: true })
    return () => document.removeEventListener('click', rejoin)
  }, [isBlocked, rejoin])
  return null
}

/** The last bell has sounded: what follows is the sharing's. */
const onOver = () => {}

/** Names the block and its minutes. */
function OnLockScreen({ sitting, blocks, title, setOnOwn }: SilenceSoundProps) {
  const words = useBlockWords(sitting, blocks)
  useSilenceLockScreen({ words, title, pause: () => setOnOwn(true), play: () => setOnOwn(false) })
  return null
}

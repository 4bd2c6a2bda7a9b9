// When the picture of a stream is seen: while it moves with the group, and for some seconds after it stopped.
import { useEffect, useRef, useState } from 'react'
import { fadesMs } from './live-loader.ts'

/** The last picture stays for so long; then the scene returns (STREAM-13). */
const stillMaxMs = 4_000
const checkEveryMs = 250

interface PictureOptions {
  /** It plays with the group; before that, it may play what it seeks from. */
  isWithGroup: boolean
  /** Its member has paused it: it stays. */
  isResting: boolean
  /** Nothing plays any more. */
  isStopped: boolean
}

/** Of sound alone: whether it is heard. */
export function usePictureSeen(
  element: HTMLMediaElement | null,
  { isWithGroup, isResting, isStopped }: PictureOptions,
): boolean {
  const [isSeen, setSeen] = useState(false)
  const movedAtMs = useRef(0)
  useEffect(() => {
    if (!element || !isWithGroup) return
    let position = element.currentTime
    const onTime = () => {
      const hasMoved = !element.paused && element.currentTime > position
      position = element.currentTime
      if (!hasMoved) return
      movedAtMs.current = performance.now()
      setSeen(true)
    }
    element.addEventListener('timeupdate', onTime)
    return () => element.removeEventListener('timeupdate', onTime)
  }, [element, isWithGroup])
  useEffect(() => {
    if (!isSeen || isResting) return
    movedAtMs.current = performance.now()
    const timer = setInterval(() => {
      if (performance.now() - movedAtMs.current >= stillMaxMs) setSeen(false)
    }, checkEveryMs)
    return () => clearInterval(timer)
  }, [isSeen, isResting])
  if (isStopped && isSeen) setSeen(false)
  return isSeen && !isStopped
}

/** Whether the picture has covered what is below it, once. */
export function useWasSeen(isSeen: boolean): boolean {
  const [wasSeen, setWasSeen] = useState(false)
  useEffect(() => {
    if (!isSeen || wasSeen) return
    const timer = setTimeout(() => setWasSeen(true), fadesMs)
    return () => clearTimeout(timer)
  }, [isSeen, wasSeen])
  return wasSeen
}

// The sound of a stream: silent while its picture isn't seen, and then rising (STREAM-13).
import { useEffect, useRef } from 'react'
import { raiseVolume } from '#web/player/group/use-volume-rise.ts'

const risesMs = 3_000

export function useSoundRise(element: HTMLMediaElement | null, isSeen: boolean): void {
  const full = useRef(1)
  useEffect(() => {
    if (!element) return
    if (!isSeen) {
      changeVolume(element, 0)
      return
    }
    changeVolume(element, full.current)
    const stop = raiseVolume(element, risesMs)
    return () => {
      stop()
      full.current = element.volume
    }
  }, [element, isSeen])
}

function changeVolume(element: HTMLMediaElement, volume: number): void {
  element.volume = volume
}

// The volume at the group's start.
import { useEffect } from 'react'
import { serverNow } from '#web/server-clock.ts'

const riseForMs = 2_000
const riseStepMs = 100
/** Later starts are a member's press, and sound at once. */
const startsWithinMs = 1_500

/** No voice bursts into the silence: at the group's start the volume rises over two seconds to what it was. */
export function useVolumeRise(element: HTMLMediaElement, startsAtMs: number): void {
  useEffect(() => {
    let stop = () => {}
    const onPlay = () => {
      stop()
      if (Math.abs(serverNow() - startsAtMs) <= startsWithinMs) stop = raiseVolume(element, riseForMs)
    }
    element.addEventListener('play', onPlay)
    return () => {
      element.removeEventListener('play', onPlay)
      stop()
    }
  }, [element, startsAtMs])
}

/** From silence to the present volume. Returns the function that ends the rise at once, with the full volume. */
export function raiseVolume(element: HTMLMediaElement, forMs: number): () => void {
  const full = element.volume
  const beganAtMs = performance.now()
  let set = 0
  const step = (volume: number) => {
    set = volume
    element.volume = volume
  }
  // Also where a page can't change the volume.
  const isChangedElsewhere = () => Math.abs(element.volume - set) > 0.001
  step(0)
  const timer = setInterval(() => {
    if (isChangedElsewhere()) return clearInterval(timer)
    step(full * Math.min(1, (performance.now() - beganAtMs) / forMs))
    if (set === full) clearInterval(timer)
  }, riseStepMs)
  return () => {
    clearInterval(timer)
    if (!isChangedElsewhere()) step(full)
  }
}

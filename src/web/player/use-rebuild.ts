// useRebuild: rebuilds a player that doesn't move while data arrives; neither its browser nor hls.js reports that.
import { useEffect, useRef } from 'react'
import { checkStandstill, createStandstill, type StandstillReading } from './standstill.ts'

interface RebuildOptions {
  /** Something may play now. */
  isAllowed: boolean
  /** How many parts of a stream have arrived. */
  arrivedParts: () => number
  /** Builds it again on the same element, and plays on. */
  rebuild: () => void
}

const checkEveryMs = 1_000
/** Less may be a slow line's. */
const playableSeconds = 2

/** The options may change with every render. */
export function useRebuild(video: HTMLVideoElement | null, options: RebuildOptions): void {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { isAllowed } = options
  useEffect(() => {
    if (!video || !isAllowed) return
    let parts = 0
    const read = (): StandstillReading => {
      const before = parts
      parts = latest.current.arrivedParts()
      return {
        nowMs: performance.now(),
        position: video.currentTime,
        isWanted: !video.paused && !video.ended && video.error === null,
        hasData: parts > before || hasPlayable(video),
      }
    }
    let state = createStandstill(read())
    const timer = setInterval(() => {
      const next = checkStandstill(state, read())
      state = next.state
      if (next.shouldRebuild) latest.current.rebuild()
    }, checkEveryMs)
    return () => clearInterval(timer)
  }, [video, isAllowed])
}

function hasPlayable({ buffered, currentTime }: HTMLVideoElement): boolean {
  for (let range = 0; range < buffered.length; range += 1) {
    if (buffered.start(range) <= currentTime && buffered.end(range) >= currentTime + playableSeconds)
      return true
  }
  return false
}

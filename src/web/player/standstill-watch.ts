// Standstill watch: rebuilds a player that doesn't move while data arrives; neither its browser nor hls.js reports that.
import { useEffect, useRef } from 'react'
import { checkStandstill, createStandstill, type StandstillReading } from './standstill.ts'

interface StandstillWatchProps {
  video: HTMLMediaElement
  /** How many parts of a stream have arrived. */
  arrivedParts: () => number
  /** Builds it again on the same element, and plays on. */
  rebuild: () => void
}

const checkEveryMs = 1_000
/** Less may be a slow line's. */
const playableSeconds = 2

/** Mount it while something may play. Shows nothing: it is a component, so that it loads after the first screen. */
export function StandstillWatch(props: StandstillWatchProps) {
  const { video } = props
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
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
  }, [video])
  return null
}

function hasPlayable({ buffered, currentTime }: HTMLMediaElement): boolean {
  for (let range = 0; range < buffered.length; range += 1) {
    if (buffered.start(range) <= currentTime && buffered.end(range) >= currentTime + playableSeconds)
      return true
  }
  return false
}

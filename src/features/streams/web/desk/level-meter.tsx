// How loud the microphone is, as a bar.
import { useEffect, useRef } from 'react'
import type { Desk } from './desk.ts'

/** A voice is between these, in decibels below the loudest. */
const quietestDb = -60

/** Decorative: what is wrong with the sound is said in words. */
export function LevelMeter({ desk }: { desk: Desk }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let frame = requestAnimationFrame(function draw() {
      frame = requestAnimationFrame(draw)
      const db = 20 * Math.log10(Math.max(desk.level(), 0.000_1))
      const share = Math.min(1, Math.max(0, 1 - db / quietestDb))
      bar.current?.style.setProperty('scale', `${share.toFixed(3)} 1`)
    })
    return () => cancelAnimationFrame(frame)
  }, [desk])
  return (
    <div aria-hidden className="h-2 overflow-hidden rounded-pill bg-sunken">
      <div ref={bar} className="size-full origin-left scale-x-0 rounded-pill bg-primary rtl:origin-right" />
    </div>
  )
}

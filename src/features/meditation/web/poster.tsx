// What is seen of a video before it plays: its template's picture, else our own scene.
import { useState } from 'react'
import { DawnScene } from '#web/ui/dawn-scene.tsx'

const posterClass = 'pointer-events-none absolute inset-0 -z-1 size-full'

/** Fills the box that it is given, behind everything else in it. */
export function Poster({ url }: { url: string | null }) {
  const [missing, setMissing] = useState<string | null>(null)
  if (url === null || url === missing) return <DawnScene className={posterClass} />
  return (
    <img
      src={url}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setMissing(url)}
      className={`${posterClass} object-cover`}
    />
  )
}

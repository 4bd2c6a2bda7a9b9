// Poster: the image before a video plays, its template's or our own scene.
import { useState } from 'react'
import { DawnScene } from '#web/ui/dawn-scene.tsx'

const posterClass = 'pointer-events-none absolute inset-0 -z-1 size-full'

/** Fills its container, behind the other children. */
export function Poster({ url }: { url: string | null }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (url === null || url === failedUrl) return <DawnScene className={posterClass} />
  return (
    <img
      src={url}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setFailedUrl(url)}
      className={`${posterClass} object-cover`}
    />
  )
}

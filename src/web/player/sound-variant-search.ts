// Searches a stream for its variant of sound alone. A component, so that it loads only where one is asked for.
import { useEffect } from 'react'
import { findSoundVariant } from './sound-variant.ts'

interface SoundVariantSearchProps {
  streamUrl: string
  /** Null without one, and where the list can't be read: as from a site that doesn't let this page. */
  onFound: (url: string | null) => void
}

/** Shows nothing. */
export function SoundVariantSearch({ streamUrl, onFound }: SoundVariantSearchProps) {
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const settle = (found: string | null) => !signal.aborted && onFound(found)
    // Without its list the stream doesn't play either, which the player reports.
    findSoundVariant(streamUrl, signal).then(
      (variant) => settle(variant?.url ?? null),
      () => settle(null),
    )
    return () => controller.abort()
  }, [streamUrl, onFound])
  return null
}

// HLS stream: plays streams in browsers without native support; loaded only there, since it is large.
import Hls, { ErrorTypes, Events } from 'hls.js/light'
import type { MediaFailure } from './use-media-retry.ts'

interface HlsStreamOptions {
  url: string
  fromSeconds: number
  /** Playback can't continue; the stream's resources are released. */
  onFatal: (error: Error, failure: MediaFailure) => void
}

export interface HlsStream {
  detach: () => void
  /** Stays one quality below the present one from now on. */
  lowerQuality: () => void
  /** How many parts have arrived. */
  arrivedParts: () => number
}

/** Feeds the stream to the video until it is detached; retries lost segments on its own. */
export function attachHlsStream(
  video: HTMLVideoElement,
  { url, fromSeconds, onFatal }: HlsStreamOptions,
): HlsStream {
  if (!Hls.isSupported()) {
    onFatal(new Error('This browser cannot play HLS streams.'), 'other')
    return { detach: () => {}, lowerQuality: () => {}, arrivedParts: () => 0 }
  }
  // A worker needs blob scripts, which our content security policy forbids.
  const hls = new Hls({ enableWorker: false, startPosition: fromSeconds > 0 ? fromSeconds : -1 })
  let hasRecovered = false
  let arrivedParts = 0
  hls.on(Events.FRAG_LOADED, () => (arrivedParts += 1))
  hls.on(Events.ERROR, (_, { fatal, type, error }) => {
    if (!fatal) return
    if (type === ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true
      hls.recoverMediaError()
      return
    }
    hls.destroy()
    onFatal(error, type === ErrorTypes.NETWORK_ERROR ? 'network' : 'other')
  })
  hls.loadSource(url)
  hls.attachMedia(video)
  return {
    detach: () => hls.destroy(),
    lowerQuality: () => {
      hls.autoLevelCapping = Math.max(0, hls.currentLevel - 1)
    },
    arrivedParts: () => arrivedParts,
  }
}

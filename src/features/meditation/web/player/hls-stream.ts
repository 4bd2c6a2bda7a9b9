// A stream for the browsers that can't read one by themselves. Loaded only there: it is heavy.
import Hls, { ErrorTypes, Events } from 'hls.js/light'

interface HlsStreamOptions {
  url: string
  fromSeconds: number
  /** It can't go on; what it held is let go. */
  onFatal: (error: Error) => void
}

/** Feeds the stream to the video until the answered function is called. Lost pieces are asked for again by itself. */
export function attachHlsStream(
  video: HTMLVideoElement,
  { url, fromSeconds, onFatal }: HlsStreamOptions,
): () => void {
  if (!Hls.isSupported()) {
    onFatal(new Error('This browser has no way to play a stream.'))
    return () => {}
  }
  // A worker would need scripts from blobs, which our pages don't allow.
  const hls = new Hls({ enableWorker: false, startPosition: fromSeconds > 0 ? fromSeconds : -1 })
  let hasRecovered = false
  hls.on(Events.ERROR, (_, { fatal, type, error }) => {
    if (!fatal) return
    if (type === ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true
      hls.recoverMediaError()
      return
    }
    hls.destroy()
    onFatal(error)
  })
  hls.loadSource(url)
  hls.attachMedia(video)
  return () => hls.destroy()
}

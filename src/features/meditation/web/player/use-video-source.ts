// useVideoSource: the player's source, a file or a stream that the browser plays natively or with hls.js.
import { useEffect, useState } from 'react'
import { logFailure } from '#web/log.ts'
import { reloadVideo, playVideo } from './video-actions.ts'

export interface VideoSource {
  /** The element's `src`; undefined while hls.js feeds the video. */
  src: string | undefined
  /** The stream failed, which the element itself doesn't report. */
  failed: boolean
  /** Reloads the video, and continues at `seconds`. */
  reload: (seconds: number) => void
}

export function useVideoSource(video: HTMLVideoElement | null, url: string, isHls: boolean): VideoSource {
  const [usesHlsJs, setUsesHlsJs] = useState(() => isHls && !canPlayHls())
  const [failed, setFailed] = useState(false)
  const [start, setStart] = useState({ fromSeconds: 0, playing: false })

  useEffect(() => {
    if (!video || !usesHlsJs) return
    let isDisposed = false
    let detach = () => {}
    const onFatal = (error: unknown) => {
      logFailure('The stream could not be played.', error)
      if (!isDisposed) setFailed(true)
    }
    import('./hls-stream.ts').then(({ attachHlsStream }) => {
      if (isDisposed) return
      detach = attachHlsStream(video, { url, fromSeconds: start.fromSeconds, onFatal })
      if (start.playing) playVideo(video)
    }, onFatal)
    return () => {
      isDisposed = true
      detach()
    }
  }, [video, usesHlsJs, url, start])

  const reload = (seconds: number) => {
    if (!video) return
    if (!isHls) {
      reloadVideo(video, seconds)
      return
    }
    setFailed(false)
    // Some browsers claim native support for streams, and then fail.
    setUsesHlsJs(true)
    setStart({ fromSeconds: seconds, playing: true })
  }
  return { src: usesHlsJs ? undefined : url, failed, reload }
}

function canPlayHls(): boolean {
  return document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== ''
}

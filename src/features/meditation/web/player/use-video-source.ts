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
  const [needsHelp, setNeedsHelp] = useState(() => isHls && !canPlayHls())
  const [failed, setFailed] = useState(false)
  const [begin, setBegin] = useState({ fromSeconds: 0, playing: false })

  useEffect(() => {
    if (!video || !needsHelp) return
    let isOver = false
    let stop = () => {}
    const onFatal = (error: unknown) => {
      logFailure('The stream can’t be played.', error)
      if (!isOver) setFailed(true)
    }
    import('./hls-stream.ts').then(({ attachHlsStream }) => {
      if (isOver) return
      stop = attachHlsStream(video, { url, fromSeconds: begin.fromSeconds, onFatal })
      if (begin.playing) playVideo(video)
    }, onFatal)
    return () => {
      isOver = true
      stop()
    }
  }, [video, needsHelp, url, begin])

  const reload = (seconds: number) => {
    if (!video) return
    if (!isHls) {
      reloadVideo(video, seconds)
      return
    }
    setFailed(false)
    // Some browsers claim native support for streams, and then fail.
    setNeedsHelp(true)
    setBegin({ fromSeconds: seconds, playing: true })
  }
  return { src: needsHelp ? undefined : url, failed, reload }
}

function canPlayHls(): boolean {
  return document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== ''
}

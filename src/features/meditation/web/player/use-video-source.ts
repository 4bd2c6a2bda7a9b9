// useVideoSource: the player's source, a file or a stream that the browser plays natively or with hls.js.
import { useCallback, useEffect, useRef, useState } from 'react'
import { logFailure } from '#web/log.ts'
import { importPart } from '#web/use-lazy-import.ts'
import type { HlsStream } from './hls-stream.ts'
import { reloadVideo, playVideo } from './video-actions.ts'

export interface VideoSource {
  /** The element's `src`; undefined while hls.js feeds the video. */
  src: string | undefined
  /** The stream failed, which the element itself doesn't report. */
  failed: boolean
  /** Reloads the video, and continues at `seconds`. */
  reload: (seconds: number) => void
  /** For a slow line; a file has one quality only. */
  lowerQuality: () => void
}

const loadStream = () => import('./hls-stream.ts')

export function useVideoSource(video: HTMLVideoElement | null, url: string, isHls: boolean): VideoSource {
  const [usesHlsJs, setUsesHlsJs] = useState(() => isHls && !canPlayHls())
  const [failed, setFailed] = useState(false)
  const [start, setStart] = useState({ fromSeconds: 0, playing: false })

  const stream = useRef<HlsStream>(null)
  useEffect(() => {
    if (!video || !usesHlsJs) return
    let isDisposed = false
    const onFatal = (error: unknown) => {
      logFailure('The stream could not be played.', error)
      if (!isDisposed) setFailed(true)
    }
    importPart(loadStream).then(({ attachHlsStream }) => {
      if (isDisposed) return
      stream.current = attachHlsStream(video, { url, fromSeconds: start.fromSeconds, onFatal })
      if (start.playing) playVideo(video)
    }, onFatal)
    return () => {
      isDisposed = true
      stream.current?.detach()
      stream.current = null
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
  const lowerQuality = useCallback(() => stream.current?.lowerQuality(), [])
  return { src: usesHlsJs ? undefined : url, failed, reload, lowerQuality }
}

function canPlayHls(): boolean {
  return document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== ''
}

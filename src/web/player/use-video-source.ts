// useVideoSource: the player's source, a file or a stream that the browser plays natively or with hls.js.
import { useCallback, useEffect, useRef, useState } from 'react'
import { logFailure } from '#web/log.ts'
import { importPart } from '#web/use-lazy-import.ts'
import type { HlsStream } from './hls-stream.ts'
import { mayPlay, type PlayerStage } from './player-stage.ts'
import { readStreamSupport, streamEngine } from './stream-engine.ts'
import type { MediaAddress } from './use-media-address.tsx'
import type { MediaFailure } from './use-media-retry.ts'
import { reloadMedia, playVideo } from './video-actions.ts'

export interface VideoSource {
  /** The element's `src`; undefined while hls.js feeds the video. */
  src: string | undefined
  /** Of a stream, which the element itself doesn't report. */
  failure: MediaFailure | null
  /** Reloads the video, and continues at the position of the moment at which a seek is possible, in seconds. */
  reload: (position: () => number) => void
  /** For a slow line; a file has one quality only. */
  lowerQuality: () => void
  /** How many parts of a stream have arrived through hls.js: the element's own data says nothing of one it can't use. */
  arrivedParts: () => number
}

const loadStream = () => import('./hls-stream.ts')

interface VideoSourceOptions {
  /** Another one is loaded in its place; null loads nothing. */
  address: MediaAddress | null
  stage: PlayerStage
}

export function useVideoSource(
  video: HTMLVideoElement | null,
  { address, stage }: VideoSourceOptions,
): VideoSource {
  const { url, isHls } = address ?? { url: undefined, isHls: false }
  const [support] = useState(readStreamSupport)
  const [hasNativeFailed, setNativeFailed] = useState(false)
  const usesHlsJs = isHls && streamEngine(support, hasNativeFailed) === 'hls.js'
  const [failure, setFailure] = useState<{ url: string; failure: MediaFailure } | null>(null)
  const [start, setStart] = useState({ fromSeconds: 0, playing: false })

  const latestStage = useRef(stage)
  useEffect(() => {
    latestStage.current = stage
  })
  const stream = useRef<HlsStream>(null)
  useEffect(() => {
    if (!video || !usesHlsJs || url === undefined) return
    let isDisposed = false
    const onFatal = (error: unknown, failure: MediaFailure) => {
      logFailure('The stream could not be played.', error)
      if (!isDisposed) setFailure({ url, failure })
    }
    importPart(loadStream).then(
      ({ attachHlsStream }) => {
        if (isDisposed) return
        stream.current = attachHlsStream(video, { url, fromSeconds: start.fromSeconds, onFatal })
        // The stage may have changed while the part was loaded.
        if (start.playing && mayPlay(latestStage.current)) playVideo(video)
      },
      (error: unknown) => onFatal(error, 'network'),
    )
    return () => {
      isDisposed = true
      stream.current?.detach()
      stream.current = null
    }
  }, [video, usesHlsJs, url, start])

  const reload = (position: () => number) => {
    if (!video) return
    if (!isHls || streamEngine(support, true) === 'native') {
      reloadMedia(video, position)
      return
    }
    setFailure(null)
    setNativeFailed(true)
    setStart({ fromSeconds: position(), playing: true })
  }
  const lowerQuality = useCallback(() => stream.current?.lowerQuality(), [])
  const arrivedParts = useCallback(() => stream.current?.arrivedParts() ?? 0, [])
  const ownFailure = failure !== null && failure.url === url ? failure.failure : null
  return { src: usesHlsJs ? undefined : url, failure: ownFailure, reload, lowerQuality, arrivedParts }
}

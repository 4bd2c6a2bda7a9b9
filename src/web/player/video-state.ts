// Video state: derived from the element's own events, whichever control caused them.
import { useEffect, useReducer } from 'react'
import { isInPictureInPicture } from './video-actions.ts'

export interface VideoState {
  /** The member has pressed play on this page. */
  hasStarted: boolean
  playing: boolean
  /** The video should play, and waits for data. */
  waiting: boolean
  failed: boolean
  seconds: number
  /** Null until the video's metadata is loaded. */
  totalSeconds: number | null
  muted: boolean
  /** 0 to 1. */
  volume: number
  rate: number
  inPictureInPicture: boolean
}

const initialState: VideoState = {
  hasStarted: false,
  playing: false,
  waiting: false,
  failed: false,
  seconds: 0,
  totalSeconds: null,
  muted: false,
  volume: 1,
  rate: 1,
  inPictureInPicture: false,
}

const watchedEvents = [
  'play playing pause ended waiting canplay seeking seeked timeupdate',
  'loadstart loadedmetadata durationchange emptied error ratechange volumechange',
  'enterpictureinpicture leavepictureinpicture webkitpresentationmodechanged',
].flatMap((types) => types.split(' '))

/** A playing video whose position is the same at two of these checks in a row is stuck, whatever it reports. */
const stillCheckMs = 1_000

interface VideoEvent {
  video: HTMLVideoElement
  type: string
}

/** The video's state; `video` is null until the element is mounted. */
export function useVideoState(video: HTMLVideoElement | null): VideoState {
  const [state, dispatch] = useReducer(videoStateReducer, initialState)
  useEffect(() => {
    if (!video) return
    const controller = new AbortController()
    for (const type of watchedEvents) {
      video.addEventListener(type, () => dispatch({ video, type }), { signal: controller.signal })
    }
    // Catches up on events from before the listeners were added.
    dispatch({ video, type: 'loadedmetadata' })
    let last = { seconds: -1, count: 0 }
    const timer = setInterval(() => {
      const isStill = !video.paused && !video.ended && video.currentTime === last.seconds
      last = { seconds: video.currentTime, count: isStill ? last.count + 1 : 0 }
      if (last.count >= 2) dispatch({ video, type: 'waiting' })
    }, stillCheckMs)
    return () => {
      controller.abort()
      clearInterval(timer)
    }
  }, [video])
  return state
}

function videoStateReducer(previous: VideoState, { video, type }: VideoEvent): VideoState {
  const failed = video.error !== null
  const next: VideoState = {
    hasStarted: previous.hasStarted || type === 'play',
    playing: !video.paused && !video.ended && !failed,
    waiting: !failed && isWaiting(previous, video, type),
    failed,
    // While nothing is loaded, the last position stays, to continue from there.
    seconds: video.readyState === HTMLMediaElement.HAVE_NOTHING ? previous.seconds : video.currentTime,
    totalSeconds: Number.isFinite(video.duration) ? video.duration : null,
    muted: video.muted,
    volume: video.volume,
    rate: video.playbackRate,
    inPictureInPicture: isInPictureInPicture(video),
  }
  return isSame(previous, next) ? previous : next
}

/** The fields that decide whether a video waits for data. */
export type PlaybackState = Pick<
  HTMLVideoElement,
  'paused' | 'ended' | 'seeking' | 'currentTime' | 'readyState'
>

/** HTMLMediaElement.HAVE_FUTURE_DATA: enough data to advance. */
const haveFutureData = 3

/** Whether the video should play and waits for data, after an event of this type. */
export function isWaiting(
  previous: Pick<VideoState, 'waiting' | 'seconds'>,
  video: PlaybackState,
  type: string,
): boolean {
  if (video.paused || video.ended) return false
  if (type === 'waiting') return true
  // After a seek, WebKitGTK reports no data beyond the current frame, though it plays on.
  if (type === 'timeupdate' && !video.seeking && video.currentTime > previous.seconds) return false
  if (type === 'playing' || type === 'canplay' || type === 'timeupdate') {
    return video.readyState < haveFutureData
  }
  return previous.waiting
}

function isSame(a: VideoState, b: VideoState): boolean {
  return (Object.keys(a) as (keyof VideoState)[]).every((key) => Object.is(a[key], b[key]))
}

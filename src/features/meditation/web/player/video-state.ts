// What the video does right now, read from the element itself: whoever moves it, what is shown follows.
import { useEffect, useReducer } from 'react'
import { isInPictureInPicture } from './video-actions.ts'

export interface VideoState {
  /** Somebody has pressed play on this page. */
  begun: boolean
  playing: boolean
  /** It should play and waits for data. */
  waiting: boolean
  failed: boolean
  seconds: number
  /** Null until the video's own data tells. */
  totalSeconds: number | null
  muted: boolean
  /** 0 to 1. */
  volume: number
  rate: number
  inPictureInPicture: boolean
}

const initialState: VideoState = {
  begun: false,
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

interface VideoEvent {
  video: HTMLVideoElement
  type: string
}

/** The video's state; `video` is null until it is there. */
export function useVideoState(video: HTMLVideoElement | null): VideoState {
  const [state, hear] = useReducer(videoStateReducer, initialState)
  useEffect(() => {
    if (!video) return
    const listening = new AbortController()
    for (const type of watchedEvents) {
      video.addEventListener(type, () => hear({ video, type }), { signal: listening.signal })
    }
    // What happened before anybody listened.
    hear({ video, type: 'loadedmetadata' })
    return () => listening.abort()
  }, [video])
  return state
}

function videoStateReducer(before: VideoState, { video, type }: VideoEvent): VideoState {
  const failed = video.error !== null
  const after: VideoState = {
    begun: before.begun || type === 'play',
    playing: !video.paused && !video.ended && !failed,
    waiting: !failed && isWaiting(before, video, type),
    failed,
    // While nothing is loaded the place that it stood at is kept, to go on from there.
    seconds: video.readyState === HTMLMediaElement.HAVE_NOTHING ? before.seconds : video.currentTime,
    totalSeconds: Number.isFinite(video.duration) ? video.duration : null,
    muted: video.muted,
    volume: video.volume,
    rate: video.playbackRate,
    inPictureInPicture: isInPictureInPicture(video),
  }
  return isSame(before, after) ? before : after
}

/** What decides whether a video waits for data. */
export type PlaybackState = Pick<
  HTMLVideoElement,
  'paused' | 'ended' | 'seeking' | 'currentTime' | 'readyState'
>

/** As HTMLMediaElement.HAVE_FUTURE_DATA: enough to move on from where it stands. */
const haveFutureData = 3

/** Whether the video should play and waits for data, after an event of a type. */
export function isWaiting(
  before: Pick<VideoState, 'waiting' | 'seconds'>,
  video: PlaybackState,
  type: string,
): boolean {
  if (video.paused || video.ended) return false
  if (type === 'waiting') return true
  // WebKitGTK says after a seek that it has no more data than this one picture, though it plays on.
  if (type === 'timeupdate' && !video.seeking && video.currentTime > before.seconds) return false
  if (type === 'playing' || type === 'canplay' || type === 'timeupdate') {
    return video.readyState < haveFutureData
  }
  return before.waiting
}

function isSame(a: VideoState, b: VideoState): boolean {
  return (Object.keys(a) as (keyof VideoState)[]).every((key) => Object.is(a[key], b[key]))
}

// Video actions: playback, volume, captions and fullscreen, across browser differences.
import { logFailure } from '#web/log.ts'

/** Safari's own API, which iPhones have instead of the standard one. */
interface AppleVideo {
  webkitSupportsPresentationMode?: (mode: 'picture-in-picture') => boolean
  webkitSetPresentationMode?: (mode: 'picture-in-picture' | 'inline') => void
  webkitPresentationMode?: string
  webkitEnterFullscreen?: () => void
}

type Video = HTMLVideoElement & AppleVideo

/** Seconds per arrow key press. */
const seekStepSeconds = 5
const volumeStep = 0.1

/** Plays or pauses. If the browser rejects playback, the button stays for another press. */
export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused || video.ended) playVideo(video)
  else video.pause()
}

export function playVideo(video: HTMLMediaElement): void {
  video.play().catch((error: unknown) => logFailure('The video could not be started.', error))
}

export function seekTo(video: HTMLMediaElement, seconds: number): void {
  if (!Number.isFinite(video.duration)) return
  video.currentTime = Math.min(Math.max(0, seconds), video.duration)
}

/** Seeks one step back (-1) or forward (1). */
export function seekByStep(video: HTMLVideoElement, direction: -1 | 1): void {
  seekTo(video, video.currentTime + direction * seekStepSeconds)
}

/** Sets the playback rate, 1 being normal; it persists when another video is loaded. */
export function setRate(video: HTMLVideoElement, rate: number): void {
  video.defaultPlaybackRate = rate
  video.playbackRate = rate
}

/** Sets the volume, 0 to 1; 0 mutes, anything else unmutes. */
export function setVolume(video: HTMLVideoElement, volume: number): void {
  video.volume = Math.min(Math.max(0, Math.round(volume * 100) / 100), 1)
  video.muted = video.volume === 0
}

export function changeVolumeByStep(video: HTMLVideoElement, direction: -1 | 1): void {
  setVolume(video, (video.muted ? 0 : video.volume) + direction * volumeStep)
}

/** Mutes or unmutes; unmuting at volume 0 restores full volume. */
export function toggleMute(video: HTMLVideoElement): void {
  if (video.muted && video.volume === 0) video.volume = 1
  video.muted = !video.muted
}

/** Lines from the bottom at which a caption clears the controls. */
const raisedLine = -4

/** Shows or hides the captions. Hidden rather than disabled, so that they can reappear at once. */
export function showCaptions(video: HTMLVideoElement, shown: boolean): void {
  for (const track of video.textTracks) track.mode = shown ? 'showing' : 'hidden'
}

/** Lifts the captions above the controls, or lowers them; a cue with its own position keeps it. */
export function raiseCaptions(video: HTMLVideoElement, raised: boolean): void {
  for (const track of video.textTracks) {
    for (const cue of track.cues ?? []) {
      if (!(cue instanceof VTTCue) || (cue.line !== 'auto' && cue.line !== raisedLine)) continue
      cue.line = raised ? raisedLine : 'auto'
    }
    // A visible cue moves only when it is shown again.
    if (track.mode === 'showing') {
      track.mode = 'hidden'
      track.mode = 'showing'
    }
  }
}

/** Reloads after a failure, and continues at the position of the moment at which a seek is possible, in seconds. */
export function reloadMedia(media: HTMLMediaElement, position: () => number): void {
  media.load()
  media.addEventListener('loadedmetadata', () => seekTo(media, position()), { once: true })
  playVideo(media)
}

/** Plays what is loaded next. */
export function playNext(video: HTMLVideoElement): void {
  video.addEventListener('loadedmetadata', () => playVideo(video), { once: true })
}

export function canPictureInPicture(video: Video): boolean {
  if (video.webkitSupportsPresentationMode?.('picture-in-picture')) return true
  return document.pictureInPictureEnabled
}

export function isInPictureInPicture(video: Video): boolean {
  if (video.webkitPresentationMode !== undefined) return video.webkitPresentationMode === 'picture-in-picture'
  return document.pictureInPictureElement === video
}

export async function togglePictureInPicture(video: Video): Promise<void> {
  const isActive = isInPictureInPicture(video)
  try {
    if (video.webkitSetPresentationMode)
      video.webkitSetPresentationMode(isActive ? 'inline' : 'picture-in-picture')
    else if (isActive) await document.exitPictureInPicture()
    else {
      // The group's film in Firefox, where it keeps the browser's own button away.
      video.disablePictureInPicture = false
      await video.requestPictureInPicture()
    }
  } catch (error) {
    logFailure('The video could not enter picture-in-picture.', error)
  }
}

/** An iPhone fills its screen with a picture only. */
export function canFullscreen(video: Video, hasPicture: boolean): boolean {
  return document.fullscreenEnabled || (hasPicture && video.webkitEnterFullscreen !== undefined)
}

/** Puts the whole player in fullscreen, with captions and controls; on an iPhone the video alone. */
export async function toggleFullscreen(video: Video, player: HTMLElement): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else if (document.fullscreenEnabled) await player.requestFullscreen()
    else video.webkitEnterFullscreen?.()
  } catch (error) {
    logFailure('Full screen could not be opened.', error)
  }
}

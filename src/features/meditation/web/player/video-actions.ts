// What can be done with a video, on the browsers that differ in how.
import { logFailure } from '#web/log.ts'

/** Safari's own ways, which iPhones have instead of the common ones. */
interface AppleVideo {
  webkitSupportsPresentationMode?: (mode: 'picture-in-picture') => boolean
  webkitSetPresentationMode?: (mode: 'picture-in-picture' | 'inline') => void
  webkitPresentationMode?: string
  webkitEnterFullscreen?: () => void
}

type Video = HTMLVideoElement & AppleVideo

/** Seconds of one press of an arrow. */
const seekStepSeconds = 5
const volumeStep = 0.1

/** Plays or pauses. A browser that refuses to play leaves the button to press again. */
export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused || video.ended) playVideo(video)
  else video.pause()
}

export function playVideo(video: HTMLVideoElement): void {
  video.play().catch((error: unknown) => logFailure('The video did not start.', error))
}

export function seekTo(video: HTMLVideoElement, seconds: number): void {
  if (!Number.isFinite(video.duration)) return
  video.currentTime = Math.min(Math.max(0, seconds), video.duration)
}

/** One step back (-1) or on (1). */
export function seekByStep(video: HTMLVideoElement, direction: -1 | 1): void {
  seekTo(video, video.currentTime + direction * seekStepSeconds)
}

/** How fast it plays, 1 being as recorded; the same after another video was loaded. */
export function setRate(video: HTMLVideoElement, rate: number): void {
  video.defaultPlaybackRate = rate
  video.playbackRate = rate
}

/** Sets the volume, 0 to 1; a sound is heard again, silence is muted. */
export function setVolume(video: HTMLVideoElement, volume: number): void {
  video.volume = Math.min(Math.max(0, Math.round(volume * 100) / 100), 1)
  video.muted = video.volume === 0
}

export function changeVolumeByStep(video: HTMLVideoElement, direction: -1 | 1): void {
  setVolume(video, (video.muted ? 0 : video.volume) + direction * volumeStep)
}

/** Mutes or unmutes; out of silence comes the full sound. */
export function toggleMute(video: HTMLVideoElement): void {
  if (video.muted && video.volume === 0) video.volume = 1
  video.muted = !video.muted
}

/** Lines from the bottom at which a caption clears the controls. */
const raisedLine = -4

/** Shows the captions or not; hidden rather than disabled, so that showing them later is at once. */
export function showCaptions(video: HTMLVideoElement, shown: boolean): void {
  for (const track of video.textTracks) track.mode = shown ? 'showing' : 'hidden'
}

/** Lifts the captions above the controls, or lets them down; one that names its own place keeps it. */
export function raiseCaptions(video: HTMLVideoElement, raised: boolean): void {
  for (const track of video.textTracks) {
    for (const cue of track.cues ?? []) {
      if (!(cue instanceof VTTCue) || (cue.line !== 'auto' && cue.line !== raisedLine)) continue
      cue.line = raised ? raisedLine : 'auto'
    }
    // A caption that is on the screen takes its new place only when it is shown anew.
    if (track.mode === 'showing') {
      track.mode = 'hidden'
      track.mode = 'showing'
    }
  }
}

/** Loads anew after a failure and goes on from there. */
export function reloadVideo(video: HTMLVideoElement, seconds: number): void {
  video.load()
  video.addEventListener('loadedmetadata', () => seekTo(video, seconds), { once: true })
  playVideo(video)
}

export function canPictureInPicture(video: Video): boolean {
  if (video.webkitSupportsPresentationMode?.('picture-in-picture')) return true
  return document.pictureInPictureEnabled && !video.disablePictureInPicture
}

export function isInPictureInPicture(video: Video): boolean {
  if (video.webkitPresentationMode !== undefined) return video.webkitPresentationMode === 'picture-in-picture'
  return document.pictureInPictureElement === video
}

export async function togglePictureInPicture(video: Video): Promise<void> {
  const isIn = isInPictureInPicture(video)
  try {
    if (video.webkitSetPresentationMode)
      video.webkitSetPresentationMode(isIn ? 'inline' : 'picture-in-picture')
    else if (isIn) await document.exitPictureInPicture()
    else await video.requestPictureInPicture()
  } catch (error) {
    logFailure('Picture-in-picture did not open.', error)
  }
}

export function canFullscreen(video: Video): boolean {
  return document.fullscreenEnabled || video.webkitEnterFullscreen !== undefined
}

/** Fills the screen with the whole player, so that captions and controls stay; on an iPhone with the video alone. */
export async function toggleFullscreen(video: Video, player: HTMLElement): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else if (document.fullscreenEnabled) await player.requestFullscreen()
    else video.webkitEnterFullscreen?.()
  } catch (error) {
    logFailure('The full screen did not open.', error)
  }
}

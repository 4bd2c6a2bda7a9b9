// A desk's picture: the camera's, or the drawn water while it is off. Its size and its track never change, as players stop
// where a stream does.
import { sceneSvg } from '#shared/scene/scene-svg.ts'
import type { Sky } from '#shared/scene/sky.ts'

export const pictureWidth = 640
export const pictureHeight = 360
export const framesPerSecond = 15
const sceneHorizon = 0.62

export interface DeskPicture {
  /** What who sits sees. */
  canvas: HTMLCanvasElement
  track: MediaStreamTrack
  /** Null shows the water. */
  showCamera: (camera: MediaStream | null) => void
  stop: () => void
}

/** Throws where the browser gives no canvas, or no stream of it. */
export function createDeskPicture(sky: Sky): DeskPicture {
  const canvas = document.createElement('canvas')
  canvas.width = pictureWidth
  canvas.height = pictureHeight
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser gives no canvas.')
  const water = new Image(pictureWidth, pictureHeight)
  const svg = sceneSvg({ sky, width: pictureWidth, height: pictureHeight, horizon: sceneHorizon })
  water.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  const draw = () => {
    if (water.complete) context.drawImage(water, 0, 0, pictureWidth, pictureHeight)
    if (video.srcObject === null || video.videoWidth === 0) return
    const [left, top, width, height] = placeOf(video.videoWidth, video.videoHeight)
    context.drawImage(video, left, top, width, height)
  }
  draw()
  const timer = setInterval(draw, 1_000 / framesPerSecond)
  const [track] = canvas.captureStream(framesPerSecond).getVideoTracks()
  if (!track) throw new Error('The browser gives no stream of a canvas.')
  return {
    canvas,
    track,
    showCamera: (camera) => {
      video.srcObject = camera
      if (camera) video.play().catch(() => undefined)
    },
    stop: () => {
      clearInterval(timer)
      track.stop()
      video.srcObject = null
    },
  }
}

/** Where a camera's picture of some size is drawn: a wide one fills the frame, an upright one stands in the water. */
export function placeOf(
  width: number,
  height: number,
): [left: number, top: number, width: number, height: number] {
  const [toWidth, toHeight] = [pictureWidth / width, pictureHeight / height]
  const scale = width > height ? Math.max(toWidth, toHeight) : Math.min(toWidth, toHeight)
  const [shownWidth, shownHeight] = [width * scale, height * scale]
  return [(pictureWidth - shownWidth) / 2, (pictureHeight - shownHeight) / 2, shownWidth, shownHeight]
}

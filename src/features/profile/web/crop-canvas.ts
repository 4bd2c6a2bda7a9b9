// Draws a picture as it is cropped, and makes the file of it: on white, where the picture is transparent.
import { cropJpegQuality } from '#shared/constants.ts'
import { cropSquareOf, type CropArea } from './crop-area.ts'

// Enough for every screen; a tiny picture is enlarged, so that there is something to take hold of.
const shownMaxPx = 1200
const shownMinPx = 480

/** Draws the whole picture, with its longer side between 480 and 1200 px. */
export function drawWhole(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  const longer = Math.max(picture.width, picture.height)
  const scale = Math.min(Math.max(longer, shownMinPx), shownMaxPx) / longer
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  createWhiteContext(canvas).drawImage(picture, 0, 0, canvas.width, canvas.height)
}

/** Draws what is inside of the area, over the whole of a square canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, area: CropArea): void {
  const { x, y, side } = cropSquareOf(area, picture.width, picture.height)
  createWhiteContext(canvas).drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height)
}

/** What is on the canvas as a JPEG in a data URL; throws when the browser can't make one. */
export function canvasToJpegDataUrl(canvas: HTMLCanvasElement): string {
  const address = canvas.toDataURL('image/jpeg', cropJpegQuality)
  if (!address.startsWith('data:image/jpeg;base64,')) throw new Error('This browser makes no JPEG.')
  return address
}

function createWhiteContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws nothing.')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  return context
}

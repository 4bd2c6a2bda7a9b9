// Crop rendering: draws the picture and exports the crop as JPEG, on white where the picture is transparent.
import { cropJpegQuality } from '#shared/constants.ts'
import { cropSquareOf, type CropArea } from './crop-area.ts'

// The upper limit suffices for every screen; a tiny picture is enlarged, so that the crop can be dragged.
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

/** Draws the cropped area, scaled to a square canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, area: CropArea): void {
  const { x, y, side } = cropSquareOf(area, picture.width, picture.height)
  createWhiteContext(canvas).drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height)
}

/** The canvas as a JPEG data URL; throws when the browser can't encode one. */
export function canvasToJpegDataUrl(canvas: HTMLCanvasElement): string {
  const address = canvas.toDataURL('image/jpeg', cropJpegQuality)
  if (!address.startsWith('data:image/jpeg;base64,'))
    throw new Error('The browser could not encode the canvas as JPEG.')
  return address
}

function createWhiteContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser provides no 2D canvas context.')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  return context
}

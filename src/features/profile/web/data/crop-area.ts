// Crop geometry, and drawing: the area it selects (PROF-10), exported as JPEG, on white where the picture is transparent.
import { cropInitialShare, cropJpegQuality } from '#shared/constants.ts'
import { pictureEdgePx, pictureMegapixelsMax } from '../../rules.ts'

/** A part of a picture in percent of its width and height. */
export interface CropArea {
  unit: '%'
  x: number
  y: number
  width: number
  height: number
}

/** A square of a picture in its own pixels. */
export interface CropSquare {
  x: number
  y: number
  side: number
}

/** A centered square of 60 % of the shorter side. */
export function initialCropArea(width: number, height: number): CropArea {
  const side = Math.min(width, height) * cropInitialShare
  const [wide, high] = [(side / width) * 100, (side / height) * 100]
  return { unit: '%', x: (100 - wide) / 2, y: (100 - high) / 2, width: wide, height: high }
}

/** The area's size: its share of the largest square, in percent. */
export function cropSizeOf(area: CropArea, width: number, height: number): number {
  return (cropSquareOf(area, width, height).side / Math.min(width, height)) * 100
}

/** An area of another size around the same middle, moved back into the picture where it would reach beyond it. */
export function resizeCropArea(
  area: CropArea,
  { sizePercent, width, height }: { sizePercent: number; width: number; height: number },
): CropArea {
  const side = Math.min(width, height) * (sizePercent / 100)
  const [wide, high] = [(side / width) * 100, (side / height) * 100]
  const start = (middle: number, length: number) => Math.min(Math.max(0, middle - length / 2), 100 - length)
  return {
    unit: '%',
    x: start(area.x + area.width / 2, wide),
    y: start(area.y + area.height / 2, high),
    width: wide,
    height: high,
  }
}

/** The square for an area, wholly inside the picture and never empty. */
export function cropSquareOf(area: CropArea, width: number, height: number): CropSquare {
  const side = Math.max(1, Math.min((area.width / 100) * width, width, height))
  const within = (start: number, length: number) =>
    Math.min(Math.max(0, (start / 100) * length), length - side)
  return { x: within(area.x, width), y: within(area.y, height), side }
}

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

/**
 * The file, or the center of a picture with more pixels than the server accepts as a small JPEG, as its crop would
 * be. A file that the browser can't decode stays as it is: the server says what is wrong with it.
 */
export async function reducePicture(file: Blob): Promise<Blob> {
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return file
  }
  const { width, height } = picture
  try {
    return width * height > pictureMegapixelsMax * 1_000_000 ? await centerOf(picture) : file
  } finally {
    picture.close()
  }
}

function centerOf(picture: ImageBitmap): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: pictureEdgePx,
    height: pictureEdgePx,
  })
  const { width, height } = picture
  drawCrop(
    canvas,
    picture,
    resizeCropArea(initialCropArea(width, height), { sizePercent: 100, width, height }),
  )
  return new Promise((resolve, reject) => {
    const onEncoded = (jpeg: Blob | null) =>
      jpeg ? resolve(jpeg) : reject(new Error('The browser could not encode the canvas as JPEG.'))
    canvas.toBlob(onEncoded, 'image/jpeg', cropJpegQuality)
  })
}

function createWhiteContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser provides no 2D canvas context.')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  return context
}

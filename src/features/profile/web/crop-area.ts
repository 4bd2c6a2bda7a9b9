// Crop geometry: the initial area, and the square of the picture it selects (PROF-10).
import { cropInitialShare } from '#shared/constants.ts'

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

/** The square for an area, wholly inside the picture and never empty. */
export function cropSquareOf(area: CropArea, width: number, height: number): CropSquare {
  const side = Math.max(1, Math.min((area.width / 100) * width, width, height))
  const within = (start: number, length: number) =>
    Math.min(Math.max(0, (start / 100) * length), length - side)
  return { x: within(area.x, width), y: within(area.y, height), side }
}

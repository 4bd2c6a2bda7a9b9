// Places of the members on the water: faces on the near half of a circle, lights on the far half. Pure.

export interface StageSize {
  /** In pixels. */
  width: number
  height: number
  /** The height of the horizon, from the top, as a part of the stage's. */
  horizon: number
}

/** The middle of a face or a light, in pixels of the stage, and its diameter. */
export interface Place {
  x: number
  y: number
  size: number
}

export interface Circle {
  /** The viewer's first, then left and right of it by turns. */
  faces: Place[]
  lights: Place[]
  /** The place of the others' number; null if everyone is lit. */
  more: { x: number; y: number; count: number } | null
}

const lightsMax = 60
/** Of a face, in pixels, before it is drawn farther away. */
const sizeMin = 24
const facesMin = 7
const facesMax = 24

/** The places of `count` members. */
export function circlePlaces({ width, height, horizon }: StageSize, count: number): Circle {
  const water = height * (1 - horizon)
  const size = Math.min(Math.max(sizeMin, Math.min(width / 25, water * 0.26)), 40)
  const [centerX, centerY] = [width / 2, height * horizon + water * 0.43]
  const [radiusX, radiusY] = [Math.min(width * 0.445, water * 4.2), water * 0.33]
  const fitting = Math.floor((Math.PI * radiusX * 0.62) / (size * 0.8))
  const faceCount = Math.min(count, facesMax, Math.max(facesMin, fitting))
  const faces = Array.from({ length: faceCount }, (_, index): Place => {
    const side = index % 2 === 1 ? (index + 1) / 2 : -index / 2
    const place = side - (faceCount % 2 === 1 ? 0 : 0.5)
    const across = (place / Math.max(1, (faceCount - 1) / 2)) * Math.min(0.975, 0.085 * faceCount)
    const near = Math.sqrt(1 - across * across)
    return {
      x: centerX + across * radiusX,
      y: centerY + near * radiusY,
      size: even(size * (0.66 + 0.34 * near) * (index === 0 ? 1.14 : 1)),
    }
  })
  const rest = count - faceCount
  const lightCount = Math.min(lightsMax, rest)
  const lights = Array.from({ length: lightCount }, (_, index): Place => {
    const angle = Math.PI * (1 + (index + 0.5) / lightCount)
    return {
      x: centerX + Math.cos(angle) * radiusX * 0.93,
      y: centerY + Math.sin(angle) * radiusY * 0.9 + (unevenness(index + 40) - 0.5) * radiusY * 0.22,
      size: even(size * (0.2 + 0.11 * unevenness(index))),
    }
  })
  return {
    faces,
    lights,
    // Between the faces and the lights.
    more: rest > lightCount ? { x: centerX + radiusX * 0.66, y: centerY, count: rest - lightCount } : null,
  }
}

/** Around its middle on whole pixels: else what is small isn't round. */
function even(px: number): number {
  return 2 * Math.round(px / 2)
}

/** In the order of a circle's faces from left to right. The first is in the middle, then right and left of it by turns. */
export function fromLeft<Item>(items: readonly Item[]): Item[] {
  return [
    ...items.filter((_, index) => index % 2 === 0).toReversed(),
    ...items.filter((_, index) => index % 2 === 1),
  ]
}

/** 0 to 1, the same for an index at each drawing. */
function unevenness(index: number): number {
  const value = Math.sin(index * 127.1) * 43_758.5453
  return value - Math.floor(value)
}

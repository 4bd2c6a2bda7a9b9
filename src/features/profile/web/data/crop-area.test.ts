// Crop geometry: initial area and selected square.
import { expect, test } from 'vitest'
import { cropSizeOf, cropSquareOf, initialCropArea, resizeCropArea } from './crop-area.ts'

test.each([
  [1000, 1000, { x: 20, y: 20, width: 60, height: 60 }, { x: 200, y: 200, side: 600 }],
  [1600, 900, { x: 33.125, y: 20, width: 33.75, height: 60 }, { x: 530, y: 180, side: 540 }],
  [900, 1600, { x: 20, y: 33.125, width: 60, height: 33.75 }, { x: 180, y: 530, side: 540 }],
])(
  '[PROF-10] the crop of a %i by %i picture starts centered at 60 % of the shorter side',
  (w, h, area, square) => {
    expect(initialCropArea(w, h)).toEqual({ unit: '%', ...area })
    const { x, y, side } = cropSquareOf(initialCropArea(w, h), w, h)
    expect([x, y, side].map((part) => Math.round(part * 1000) / 1000)).toEqual([
      square.x,
      square.y,
      square.side,
    ])
  },
)

test.each([
  [{ x: 90, y: 90, width: 20, height: 20 }, 100, 100],
  [{ x: -5, y: 0, width: 110, height: 110 }, 640, 480],
  [{ x: 50, y: 50, width: 0, height: 0 }, 640, 480],
  [{ x: 0, y: 0, width: 100, height: 100 }, 1, 1],
  [{ x: 0, y: 0, width: 100, height: 100 }, 4000, 4],
])('after any drag the square stays within the picture: %#', (area, width, height) => {
  const { x, y, side } = cropSquareOf({ unit: '%', ...area }, width, height)
  expect(side).toBeGreaterThanOrEqual(1)
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
  expect(x + side).toBeLessThanOrEqual(width)
  expect(y + side).toBeLessThanOrEqual(height)
})

test.each([
  [{ x: 40, y: 40, width: 20, height: 20 }, 50, { x: 25, y: 25, width: 50, height: 50 }],
  // It would reach beyond the right and lower edges.
  [{ x: 80, y: 80, width: 20, height: 20 }, 50, { x: 50, y: 50, width: 50, height: 50 }],
  [{ x: 0, y: 30, width: 20, height: 20 }, 100, { x: 0, y: 0, width: 100, height: 100 }],
])(
  '[PROF-10] the area %o resized to %i % keeps its middle within the picture',
  (area, sizePercent, expected) => {
    const resized = resizeCropArea({ unit: '%', ...area }, { sizePercent, width: 800, height: 800 })
    expect(resized).toEqual({ unit: '%', ...expected })
    expect(cropSizeOf(resized, 800, 800)).toBe(sizePercent)
  },
)
